// Times and sizes of the trend site in a real browser: node site.mjs ADDRESS. Prints one JSON line {name: [milliseconds or bytes, one a repetition]}.
// Plain JavaScript, because scripts/benchmark runs it with the Node that is there.
import { chromium } from 'playwright-core';
import { chromiumOptions, loaded, transferred } from '../browser/chromium.mjs';

const [address] = process.argv.slice(2);
/** Another number shows whether everything can be timed: PERFMATRIX_SITE_REPETITIONS=1 scripts/benchmark site. Its figures are of no use. */
const repetitions = Number(process.env.PERFMATRIX_SITE_REPETITIONS ?? 9);
if (!(Number.isInteger(repetitions) && repetitions > 0))
  throw new Error(`PERFMATRIX_SITE_REPETITIONS: found ${process.env.PERFMATRIX_SITE_REPETITIONS}, expected a whole number above 0`);
/** Without what a reader does before a choice, as on a phone and for somebody who saves data: PERFMATRIX_SITE_COLD=1. */
const isCold = process.env.PERFMATRIX_SITE_COLD === '1';
/**
 * From reaching a link to having followed it, and from opening a list to having chosen, in milliseconds: at least. A click alone takes 200, pointing at an option 1,100
 * (Card, Moran and Newell, The keystroke-level model, 1980).
 */
const [following, choosing] = [200, 500];
const metrics = [
  ['cpuPerRequest', 'CPU/req'],
  ['latencyP50', 'p50'],
  ['latencyP99', 'p99'],
  ['allocatedPerRequest', 'Alloc/req'],
  ['peakRss', 'Peak RSS'],
  ['throughput', 'Throughput'],
];
const scenarios = ['hello-minimal', 'hello-controllers', 'values', 'datas-call', 'hello-minimal-post'];
const { items: pages } = await (await fetch(new URL('articles/index.json', address))).json();
/** Address and heading of each page of an article. */
const articles = pages.map(({ name, title }) => [`#/articles?article=${name}`, title]);

const ofMetrics = hash => metrics.map(([name, title]) => [`${hash}metric=${name}`, title]);

/** What a screen shows of an article: the table of its first section. Its charts stand in the third, below the screen. */
const firstTable = '[aria-label^="Table The-article-"] td';

/** Two GC modes that share a block, and two runtimes that are not those that the view begins with. */
const ofGc = 'axis=gc&from=workstation&to=server';
const ofRuntime = 'axis=runtime&from=net9.0&to=net10.0';

/**
 * Views, each with the changes that are timed (address, text that tells it is shown), where that text stands, and what a picture is recognised by; a change that shows
 * elsewhere has a place, and a picture, of its own. The text of a change must not be there before it, that of the first not after the last.
 * `list` takes the changes from the page, because only it knows the ids, once `ready` is there. `by` is the label of the list that a reader opens for them.
 */
const views = [
  {
    name: 'overview',
    by: 'Metric',
    changes: [
      ['#/overview?metric=cpuPerRequest', 'CPU/req'],
      ['#/overview?metric=cpuPerRequest&cols=gc', 'GC', '.overview thead'],
      ['#/overview?metric=latencyP99&cols=gc', 'p99'],
      ['#/overview?metric=latencyP99&cols=gc&rows=all', '', '.overview:not(:has(.more))'],
      ['#/overview?metric=peakRss&rows=all', 'Peak RSS'],
      ['#/overview?metric=throughput', 'Throughput'],
    ],
    place: '.overview caption',
    whole: '.overview .spark-line',
  },
  {
    name: 'every cell',
    by: 'Metric',
    changes: [
      ['#/overview?rows=all&metric=cpuPerRequest', 'CPU/req'],
      ['#/overview?rows=all&metric=cpuPerRequest&cols=gc', 'GC', '.overview thead'],
      ['#/overview?rows=all&metric=latencyP99&cols=gc', 'p99'],
      ['#/overview?rows=all&metric=latencyP99', 'Runtime', '.overview thead'],
      ['#/overview?rows=all&metric=peakRss', 'Peak RSS'],
      ['#/overview?rows=all&metric=peakRss&scenario=hello', '“hello”', 'main .legend[role=status]'],
      ['#/overview?rows=all&metric=peakRss', '', '.overview tbody:nth-of-type(5)'],
      ['#/overview?rows=all&metric=throughput', 'Throughput'],
    ],
    place: '.overview caption',
    whole: '.overview .spark-line',
  },
  {
    name: 'trend',
    by: 'Metric',
    changes: [
      ['#/trend?metric=cpuPerRequest&last=1000', 'CPU/req'],
      ['#/trend?metric=cpuPerRequest&last=100', '', 'main option[value="100"]:checked'],
      ['#/trend?metric=cpuPerRequest&last=100&mode=value', 'CPU/req, '],
      ['#/trend?metric=latencyP99&last=100', 'p99'],
      ['#/trend?metric=latencyP99&last=100&cells=values/net8.0/server/2c,values/net9.0/server/2c', 'values/net9.0', '.chart-legend'],
      ['#/trend?metric=throughput&last=1000', 'Throughput'],
    ],
    place: '.axis-title',
    whole: '.uplot canvas',
  },
  {
    name: 'run',
    by: 'Run',
    hash: '#/run',
    list: 'runs',
    ready: 'main select option:nth-child(2)',
    place: 'main .context',
    whole: '.picture .interval-line',
  },
  {
    name: 'matrix',
    changes: [
      ['#/matrix?metric=cpuPerRequest', 'CPU/req'],
      ['#/matrix?metric=cpuPerRequest&rows=scenario', 'Scenario', 'table.heat thead'],
      ['#/matrix?metric=latencyP99&rows=scenario', 'p99'],
      ['#/matrix?metric=latencyP99&rows=scenario&cols=runtime', 'Runtime', 'table.heat thead'],
      ['#/matrix?metric=peakRss&against=runtime:net8.0', 'Peak RSS'],
      ['#/matrix?metric=throughput', 'Throughput'],
    ],
    place: 'table.heat caption',
    whole: 'table.heat td.cell',
  },
  { name: 'compare', changes: ofMetrics('#/compare?'), place: '.plot-frame .axis-title', whole: 'circle.dot' },
  {
    name: 'versions',
    changes: [
      ['#/versions?metric=cpuPerRequest', 'CPU/req'],
      [`#/versions?metric=cpuPerRequest&${ofGc}`, 'server GC', 'main h2'],
      [`#/versions?metric=latencyP99&${ofGc}`, 'p99'],
      [`#/versions?metric=latencyP99&${ofRuntime}`, '.NET 9', 'main h2'],
      [`#/versions?metric=peakRss&${ofRuntime}`, 'Peak RSS'],
      ['#/versions?metric=throughput', 'Throughput'],
    ],
    place: '.forest-plot',
    whole: 'g.forest',
  },
  {
    name: 'gc',
    changes: [
      ...scenarios.map(name => [`#/gc?scenario=${name}`, `${name}, `]),
      ['#/gc?scenario=values&place=net8.0%2C+4+cores', 'values, net8.0, 4 cores'],
    ],
    place: '[aria-label="Table gc-modes"] caption',
    whole: '[aria-label="Table gc-modes"] td',
  },
  { name: 'why', by: 'Comparison', hash: '#/why', list: 'explanations', ready: '.flame-box', place: 'main', whole: '.flame-box' },
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
    changes: articles,
    place: 'main h1',
    whole: firstTable,
  },
  {
    // From each view to another one, with the files that it needs.
    name: 'view',
    changes: [
      ['#/trend', '', '.axis-title', '.uplot canvas'],
      ['#/matrix', '', 'table.heat caption', 'table.heat td.cell'],
      ['#/compare', '', '.plot-frame .axis-title', 'circle.dot'],
      ['#/versions', '', '.forest-plot', 'g.forest'],
      ['#/gc', '', '[aria-label="Table gc-modes"] caption', '[aria-label="Table gc-modes"] td'],
      ['#/run', '', 'table.picture', '.picture .interval-line'],
      ['#/why', '', 'main', '.flame-box'],
      ['#/health', '', '[aria-label="Table verdicts"]', '[aria-label="Table verdicts"] tbody th a'],
      [...articles[0], 'main h1', firstTable],
      ['#/overview', '', '.overview caption', '.overview .spark-line'],
    ],
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

/** Runs in the page before its own code: notes when what a selector finds has been painted, and when what is drawn in turn after it has been, too. */
const watch = async selector => {
  const painted = isThere =>
    new Promise(resolve => {
      const look = () => {
        if (!isThere()) requestAnimationFrame(look);
        else requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
      };
      requestAnimationFrame(look);
    });
  const isDrawing = () => document.body.hasAttribute('data-drawing');
  const inSight = await painted(() => document.querySelector(selector) !== null);
  globalThis.pictures = { inSight, all: isDrawing() ? await painted(() => !isDrawing()) : inSight };
};

/** Time to the first pictures of a view, and what it and that of all of them are after its last data had arrived. */
async function firstPicture(hash, selector) {
  const page = await freshPage(hash, each => each.addInitScript(watch, selector));
  await page.waitForFunction(() => globalThis.pictures !== undefined);
  const times = await page.evaluate(() => {
    const { inSight, all } = globalThis.pictures;
    const data = performance.getEntriesByType('resource').filter(each => each.name.endsWith('.json') && each.responseEnd <= inSight);
    const arrived = Math.max(...data.map(each => each.responseEnd));
    return { time: inSight, drawInSight: inSight - arrived, draw: all - arrived };
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

/** From the change of the choice to what is in sight of the answer, and to all of it, painted; data that is not there yet included. */
const change = async ([hash, place, title, whole]) => {
  const frame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
  const begin = performance.now();
  const until = async isThere => {
    do {
      await frame();
      if (performance.now() - begin > 20_000)
        throw new Error(`${hash}: after 20 s no "${title}" in ${place} with ${whole}, or not all of it`);
    } while (!isThere());
    return performance.now() - begin;
  };
  const isShown = () =>
    !document.querySelector('main .loading') &&
    document.querySelector(place)?.textContent?.includes(title) &&
    document.querySelector(whole) !== null;
  // What is drawn in its turn may ask for a file of its own.
  const isDrawing = () => document.body.hasAttribute('data-drawing') || document.querySelector('main .loading') !== null;
  location.hash = hash;
  const inSight = await until(isShown);
  return { inSight, all: isDrawing() ? await until(() => !isDrawing()) : inSight };
};

/** What a reader does before a change: a list is opened, or the pointer is on a link; how long it takes from there at least. Where there is neither, 0. */
const reach = ([hash, label, timeOfList, timeOfLink]) => {
  const list = label && [...document.querySelectorAll('main label')].find(each => each.textContent === label)?.control;
  list?.focus({ preventScroll: true });
  const link = list ? null : document.querySelector(`a[href="${hash}"]`);
  link?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  return list ? timeOfList : link ? timeOfLink : 0;
};

/** Addresses of the newest items of a list, each with a text that only its page has. */
const listed = async ([list, hash]) => {
  if (list === 'runs')
    return [...document.querySelectorAll('main select option')]
      .slice(1, 8)
      .map(each => [`${hash}?run=${each.value}`, each.textContent.split(' · ')[0]]);
  if (list === 'verdicts')
    return [...document.querySelectorAll('[aria-label="Table verdicts"] tbody th a')]
      .slice(0, 7)
      .map(each => [each.getAttribute('href'), `Gate of ${each.closest('tr').cells[1].textContent}`]);
  const { items } = await (await fetch('traced/index.json')).json();
  return items.filter(each => each.kind === 'why').map(each => [`${hash}?why=${each.id}`, `${each.to} against ${each.from}`]);
};

/** A change more than are timed, six at least, each to another address than the one before, also where there are two in all. */
const inTurn = (all, timed) => Array.from({ length: timed + 1 }, (_, i) => all[(i + all.length - 1) % all.length]);

/** Times of six changes, or of all that are given; the first only warms up. */
async function changes({ changes: given, hash, list, ready, place, whole, by }) {
  const page = await freshPage(hash ?? given[0][0]);
  if (list !== undefined) await page.waitForSelector(ready, { state: 'attached' });
  const all = given ?? (await page.evaluate(listed, [list, hash]));
  const times = [];
  for (const [address, text, itsPlace = place, picture = whole] of inTurn(all, Math.max(6, given?.length ?? 0))) {
    if (!isCold) await page.waitForTimeout(await page.evaluate(reach, [address, by, choosing, following]));
    times.push(await page.evaluate(change, [address, itsPlace, text, picture]));
  }
  await page.context().close();
  return times.slice(1);
}

const result = {
  'first load': [await firstLoad()],
  'first picture': [],
  'first draw': [],
  'first draw, in sight': [],
  'first draw of every cell': [],
  'first draw of every cell, in sight': [],
  'first why': [],
};
for (const { name } of views) {
  result[`change of ${name}`] = [];
  result[`change of ${name}, in sight`] = [];
}
await firstPicture('', '.overview .spark-line'); // the server and the browser have to start, too, but not in each figure
for (let i = 0; i < repetitions; i++) {
  const first = await firstPicture('', '.overview .spark-line');
  result['first picture'].push(first.time);
  result['first draw'].push(first.draw);
  result['first draw, in sight'].push(first.drawInSight);
  const every = await firstPicture('#/overview?rows=all', '.overview .spark-line');
  result['first draw of every cell'].push(every.draw);
  result['first draw of every cell, in sight'].push(every.drawInSight);
  result['first why'].push((await firstPicture('#/why', '.flame-box')).time);
  for (const view of views) {
    const times = await changes(view);
    result[`change of ${view.name}`].push(...times.map(each => each.all));
    result[`change of ${view.name}, in sight`].push(...times.map(each => each.inSight));
  }
}
await browser.close();
process.stdout.write(`${JSON.stringify(result)}\n`);
