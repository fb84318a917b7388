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

/** Views, where each shows the title of its metric, and what the whole of it is recognised by. */
const views = [
  ['overview', '#/overview?', '.overview caption', '.overview .spark-line'],
  ['matrix', '#/matrix?', 'table.heat caption', 'table.heat td.cell'],
  ['trend', '#/trend?last=1000&', '.axis-title', '.uplot canvas'],
  ['compare', '#/compare?', 'svg.plot .title', 'circle.dot'],
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
  await page.context().close();
  return { bytes, time };
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

async function changes([, hash, place, whole]) {
  const page = await freshPage(hash);
  await page.waitForSelector(whole);
  await page.evaluate(change, [`${hash}metric=throughput`, place, 'Throughput', whole]);
  const times = [];
  for (const [name, title] of metrics) times.push(await page.evaluate(change, [`${hash}metric=${name}`, place, title, whole]));
  await page.context().close();
  return times;
}

const result = { 'first load': [], 'first chart': [], overview: [], matrix: [], trend: [], compare: [] };
await firstLoad(); // the server and the browser have to start, too, but not in each figure
for (let i = 0; i < repetitions; i++) {
  const { bytes, time } = await firstLoad();
  result['first load'].push(bytes);
  result['first chart'].push(time);
  for (const view of views) result[view[0]].push(...(await changes(view)));
}
await browser.close();
process.stdout.write(`${JSON.stringify(result)}\n`);
