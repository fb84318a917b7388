// Times and sizes of the trend site in a real browser: node site.mjs ADDRESS. Prints one JSON line {name: [milliseconds or bytes, one a repetition]}.
// Plain JavaScript, because scripts/benchmark runs it with the Node that is there.
import { chromium } from 'playwright-core';
import { chromiumOptions, loaded, transferred } from '../browser/chromium.mjs';

const [address] = process.argv.slice(2);
const repetitions = 9;
const metrics = [
  ['cpuPerRequest', 'CPU/req'],
  ['latencyP50', 'p50'],
  ['latencyP99', 'p99'],
  ['allocatedPerRequest', 'Alloc/req'],
  ['peakRss', 'Peak RSS'],
  ['throughput', 'Throughput'],
];
const scenarios = ['hello-minimal', 'hello-controllers', 'values', 'datas-call', 'hello-minimal-post'];
const articles = ['000', '001', '002', '003', '004'];

const ofMetrics = hash => metrics.map(([name, title]) => [`${hash}metric=${name}`, title]);

/**
 * Views, each with the changes that are timed (address, text that tells it is shown), where that text stands, and what the whole is recognised by.
 * `list` takes the changes from the page, because only it knows the ids, once `ready` is there.
 */
const views = [
  { name: 'overview', changes: ofMetrics('#/overview?'), place: '.overview caption', whole: '.overview .spark-line' },
  { name: 'every cell', changes: ofMetrics('#/overview?rows=all&'), place: '.overview caption', whole: '.overview .spark-line' },
  { name: 'trend', changes: ofMetrics('#/trend?last=1000&'), place: '.axis-title', whole: '.uplot canvas' },
  {
    name: 'run',
    hash: '#/run',
    list: 'runs',
    ready: 'main select option:nth-child(2)',
    place: '[aria-label^="Table environment-"]',
    whole: '.picture .interval-line',
  },
  { name: 'matrix', changes: ofMetrics('#/matrix?'), place: 'table.heat caption', whole: 'table.heat td.cell' },
  { name: 'compare', changes: ofMetrics('#/compare?'), place: '.plot-frame .axis-title', whole: 'circle.dot' },
  { name: 'versions', changes: ofMetrics('#/versions?'), place: '.forest-plot', whole: 'g.forest' },
  {
    name: 'gc',
    changes: [
      ...scenarios.map(name => [`#/gc?scenario=${name}`, `${name}, `]),
      ['#/gc?scenario=values&place=net8.0%2C+4+cores', 'values, net8.0, 4 cores'],
    ],
    place: '[aria-label="Table gc-modes"] caption',
    whole: '[aria-label="Table gc-modes"] td',
  },
  { name: 'why', hash: '#/why', list: 'explanations', ready: '.flame-box', place: 'main', whole: '.flame-box' },
  {
    name: 'health',
    hash: '#/health',
    list: 'verdicts',
    ready: '[aria-label="Table verdicts"] tbody th a',
    place: 'main',
    whole: '[aria-label^="Table verdict-"] td',
  },
  {
    name: 'articles',
    changes: articles.map(name => [`#/articles?article=${name}`, `Article ${name} `]),
    place: 'main h1',
    whole: 'main figure svg.plot',
  },
];

const browser = await chromium.launch(chromiumOptions);

/** A page without anything in its cache, as somebody sees it who comes for the first time. */
async function freshPage(hash, prepare = async () => {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await prepare(page);
  await page.goto(address + hash);
  return page;
}

/** Runs in the page before its own code: notes when what a selector finds has been painted. */
const watch = selector => {
  const look = () => {
    if (document.querySelector(selector) === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => setTimeout(() => (globalThis.firstPicture = performance.now())));
  };
  requestAnimationFrame(look);
};

/** Time to the first picture of a view, and the part of it after its last data had arrived. */
async function firstPicture(hash, selector) {
  const page = await freshPage(hash, each => each.addInitScript(watch, selector));
  await page.waitForFunction(() => globalThis.firstPicture !== undefined);
  const times = await page.evaluate(() => {
    const time = globalThis.firstPicture;
    const data = performance.getEntriesByType('resource').filter(each => each.name.endsWith('.json') && each.responseEnd <= time);
    return { time, draw: time - Math.max(...data.map(each => each.responseEnd)) };
  });
  await page.context().close();
  return times;
}

/** Bytes of the first screen. Views that are not timed are an error. */
async function firstLoad() {
  const page = await freshPage('');
  await page.waitForSelector('.overview .spark-line');
  const links = await page.locator('nav[aria-label="Views"] a').evaluateAll(all => all.map(each => each.getAttribute('href')));
  const missing = links.filter(link => !views.some(view => (view.hash ?? view.changes[0][0]).split('?')[0] === link));
  if (missing.length > 0) throw new Error(`these views of the site are not timed, add them to site.mjs: ${missing.join(', ')}`);
  const bytes = await transferred(page, await loaded(page));
  await page.context().close();
  return bytes;
}

/** From the change of the choice to the painted answer, data that is not there yet included. */
const change = async ([hash, place, title, whole]) => {
  const frame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
  const begin = performance.now();
  location.hash = hash;
  do {
    await frame();
    if (performance.now() - begin > 20_000) throw new Error(`${hash}: after 20 s no "${title}" in ${place} with ${whole}`);
  } while (
    document.querySelector('main .loading') ||
    !document.querySelector(place)?.textContent?.includes(title) ||
    !document.querySelector(whole)
  );
  return performance.now() - begin;
};

/** Addresses of the newest items of a list, each with a text that only its page has. */
const listed = async ([list, hash]) => {
  if (list === 'runs')
    return [...document.querySelectorAll('main select option')].slice(1, 8).map(each => [`${hash}?run=${each.value}`, each.value]);
  if (list === 'verdicts')
    return [...document.querySelectorAll('[aria-label="Table verdicts"] tbody th a')]
      .slice(0, 7)
      .map(each => [each.getAttribute('href'), `Gate of ${each.closest('tr').cells[1].textContent}`]);
  const { items } = await (await fetch('traced/index.json')).json();
  return items.filter(each => each.kind === 'why').map(each => [`${hash}?why=${each.id}`, `${each.to} against ${each.from}`]);
};

/** Seven changes, each to another address than the one before, also where there are two in all. */
const inTurn = all => Array.from({ length: 7 }, (_, i) => all[(i + all.length - 1) % all.length]);

/** Times of six changes; the first of seven only warms up. */
async function changes({ changes: given, hash, list, ready, place, whole }) {
  const page = await freshPage(hash ?? given[0][0]);
  if (list !== undefined) await page.waitForSelector(ready, { state: 'attached' });
  const all = given ?? (await page.evaluate(listed, [list, hash]));
  const times = [];
  for (const [address, text] of inTurn(all)) times.push(await page.evaluate(change, [address, place, text, whole]));
  await page.context().close();
  return times.slice(1);
}

const result = {
  'first load': [await firstLoad()],
  'first picture': [],
  'first draw': [],
  'first draw of every cell': [],
  'first why': [],
};
for (const { name } of views) result[`change of ${name}`] = [];
await firstPicture('', '.overview .spark-line'); // the server and the browser have to start, too, but not in each figure
for (let i = 0; i < repetitions; i++) {
  const { time, draw } = await firstPicture('', '.overview .spark-line');
  result['first picture'].push(time);
  result['first draw'].push(draw);
  result['first draw of every cell'].push((await firstPicture('#/overview?rows=all', '.overview .spark-line')).draw);
  result['first why'].push((await firstPicture('#/why', '.flame-box')).time);
  for (const view of views) result[`change of ${view.name}`].push(...(await changes(view)));
}
await browser.close();
process.stdout.write(`${JSON.stringify(result)}\n`);
