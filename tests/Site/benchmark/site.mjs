// Times of the trend site in a real browser: node site.mjs ADDRESS. Prints one JSON line {name: [milliseconds or bytes, one a repetition]}.
// Plain JavaScript, because scripts/benchmark runs it with the Node that is there.
import { chromium } from 'playwright-core';

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
const scenarios = ['hello-minimal', 'hello-controllers', 'values', 'datas-call', 'hello-minimal-post', 'hello-minimal'];

const ofMetrics = hash => metrics.map(([name, title]) => [`${hash}metric=${name}`, title]);

/**
 * Views, each with the changes that are timed (address, text that tells it is shown), where that text stands, and what the whole is recognised by. The
 * first change of each only warms up. `list` takes the changes from the options of a list, because only the page knows the ids.
 */
const views = [
  { name: 'overview', changes: ofMetrics('#/overview?'), place: '.overview caption', whole: '.overview .spark-line' },
  { name: 'every cell', changes: ofMetrics('#/overview?rows=all&'), place: '.overview caption', whole: '.overview .spark-line' },
  { name: 'trend', changes: ofMetrics('#/trend?last=1000&'), place: '.axis-title', whole: '.uplot canvas' },
  { name: 'run', hash: '#/run', list: 'run', place: '[aria-label^="Table environment-"]', whole: '.picture .interval-line' },
  { name: 'matrix', changes: ofMetrics('#/matrix?'), place: 'table.heat caption', whole: 'table.heat td.cell' },
  { name: 'compare', changes: ofMetrics('#/compare?'), place: '.plot-frame .axis-title', whole: 'circle.dot' },
  { name: 'versions', changes: ofMetrics('#/versions?'), place: '.forest-plot', whole: 'g.forest' },
  {
    name: 'gc',
    changes: scenarios.map(name => [`#/gc?scenario=${name}`, `${name}, `]),
    place: '[aria-label="Table gc-modes"] caption',
    whole: '[aria-label="Table gc-modes"] td',
  },
  { name: 'health', hash: '#/health', list: 'verdict', place: 'main', whole: '[aria-label^="Table verdict-"] td' },
];

const browser = await chromium.launch({
  executablePath: process.env.PERFMATRIX_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'],
});

/** A page without anything in its cache, as somebody sees it who comes for the first time. */
async function freshPage(hash, prepare = async () => {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await prepare(page);
  await page.goto(address + hash);
  return page;
}

/** Runs in the page before its own code: notes when the chart has been painted. */
const watchFirstChart = () => {
  const look = () => {
    if (document.querySelector('.overview .spark-line') === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => setTimeout(() => (globalThis.firstChart = performance.now())));
  };
  requestAnimationFrame(look);
};

async function firstLoad() {
  const page = await freshPage('', each => each.addInitScript(watchFirstChart));
  await page.waitForFunction(() => globalThis.firstChart !== undefined);
  const bytes = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce(
      (sum, each) => sum + each.transferSize,
      0,
    ),
  );
  const time = await page.evaluate(() => globalThis.firstChart);
  const arrived = await page.evaluate(() => Math.max(...performance.getEntriesByType('resource').map(each => each.responseEnd)));
  await page.context().close();
  return { bytes, time, draw: time - arrived };
}

/** From the change of the choice to the painted answer, data that is not there yet included. */
const change = async ([hash, place, title, whole]) => {
  const frame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
  const begin = performance.now();
  location.hash = hash;
  do await frame();
  while (
    document.querySelector('main .loading') ||
    !document.querySelector(place)?.textContent?.includes(title) ||
    !document.querySelector(whole)
  );
  return performance.now() - begin;
};

/** Addresses of the newest items of a list, each with a text that only its page has. */
const listed = ([list, hash]) =>
  list === 'run'
    ? [...document.querySelectorAll('main select option')].slice(1, 8).map(each => [`${hash}?run=${each.value}`, each.value])
    : [...document.querySelectorAll('[aria-label="Table verdicts"] tbody th a')]
        .slice(0, 7)
        .map(each => [each.getAttribute('href'), `Gate of ${each.closest('tr').cells[1].textContent}`]);

async function changes({ changes: given, hash, list, place, whole }) {
  const page = await freshPage(hash ?? given[0][0]);
  if (list !== undefined)
    await page.waitForSelector(list === 'run' ? 'main select option:nth-child(2)' : '[aria-label="Table verdicts"] tbody th a', {
      state: 'attached',
    });
  const all = list === undefined ? given : await page.evaluate(listed, [list, hash]);
  const times = [];
  for (const [address, text] of [all.at(-1), ...all]) times.push(await page.evaluate(change, [address, place, text, whole]));
  await page.context().close();
  return times.slice(1);
}

const result = { 'first load': [], 'first chart': [], 'first draw': [] };
for (const { name } of views) result[name] = [];
await firstLoad(); // the server and the browser have to start, too, but not in each figure
for (let i = 0; i < repetitions; i++) {
  const { bytes, time, draw } = await firstLoad();
  result['first load'].push(bytes);
  result['first chart'].push(time);
  result['first draw'].push(draw);
  for (const view of views) result[view.name].push(...(await changes(view)));
}
await browser.close();
process.stdout.write(`${JSON.stringify(result)}\n`);
