import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContextOptions, chromium, type Download, type Locator, type Page } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import { program, root } from './program.ts';

/** A browser of the caller's own, as far as it can tell: a connection to the one that setup.ts has started. */
export const launch = (): Promise<Browser> => chromium.connect(inject('chromium'));

/** A page that fails the test when it runs into an error, asks for another host, or runs a planted script. */
export async function open(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Page & { problems: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...options });
  // Not only at the end of the file: what dozens of pages hold is missing elsewhere.
  onTestFinished(() => context.close());
  // Long for a busy machine, short for what never comes: a locator that finds nothing says so itself, before the test's own limit.
  context.setDefaultTimeout(20_000);
  await context.addInitScript(countAwaited);
  const page = (await context.newPage()) as Page & { problems: string[] };
  page.problems = [];
  page.on('pageerror', error => page.problems.push(`error: ${error.message}`));
  page.on('console', message => {
    if (message.type() === 'error' && !message.text().includes('404')) page.problems.push(`console: ${message.text()}`);
  });
  page.on('request', request => {
    if (new URL(request.url()).host !== new URL(address).host && !request.url().startsWith('data:') && !request.url().startsWith('blob:'))
      page.problems.push(`asked for ${request.url()}`);
  });
  page.on('dialog', dialog => {
    page.problems.push(`a script ran: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(address);
  await settled(page);
  return page;
}

interface Asking {
  /** Answers of the server that the page has asked for and not read. */
  readonly perfmatrixAwaited: number;
}

/** Runs in the page: counts the answers that it waits for. The list of runs and the links to explanations come late, and nothing says that they load. */
function countAwaited(): void {
  const { fetch } = globalThis;
  const { json } = Response.prototype;
  const page = Object.assign(globalThis, { perfmatrixAwaited: 0 });
  const counted = async <T>(answer: Promise<T>): Promise<T> => {
    page.perfmatrixAwaited += 1;
    try {
      return await answer;
    } finally {
      page.perfmatrixAwaited -= 1;
    }
  };
  Object.assign(globalThis, { fetch: (...given: Parameters<typeof fetch>) => counted(fetch(...given)) });
  Object.assign(Response.prototype, {
    json(this: Response) {
      return counted(json.call(this));
    },
  });
}

/** Runs in the page: whether it waits for nothing, nothing says that it is loading, and nothing is yet to be drawn. */
const isComplete = () =>
  !(globalThis as unknown as Asking).perfmatrixAwaited &&
  document.querySelector('main .loading') === null &&
  !document.body.hasAttribute('data-drawing');

/** Waits until the page has shown what happened so far. */
const nextFrame = (page: Page) => page.evaluate(() => new Promise<void>(next => requestAnimationFrame(() => setTimeout(next))));

/** Waits until what was just done has begun, nothing is loading any more, and all is drawn. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('main h1, main .problem');
  // A new address, an opened fold, another width or paper are told by an event: until then what was there before is complete.
  await nextFrame(page);
  do {
    await page.waitForFunction(isComplete);
    // What has just come may have to be drawn in its turn.
    await nextFrame(page);
  } while (!(await page.evaluate(isComplete)));
}

/** Goes to another view of the same page. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate(text => {
    location.hash = text;
  }, hash);
  await settled(page);
}

/** Loads a view of the same site anew, with whatever its server has by now. */
export async function reload(page: Page, hash: string): Promise<void> {
  // Unlike a new hash this shows nothing before the page is loaded.
  await page.evaluate(text => history.replaceState(null, '', text), hash);
  await page.reload();
  await settled(page);
}

/** Every width at which a page is looked at: phones, tablets, screens. */
export const widths = [360, 380, 768, 1024, 1440, 2560] as const;

/** Those that people look at in pictures, each in both schemes. */
const photographed: readonly number[] = [380, 1440];

/** Of a page of hundreds of rows a picture shows the first dozen screens: nobody looks at more, and the browser draws no picture of 50,000 px well. */
const tallestPicture = 12_000;

/** Opens everything that is folded, also what is only made then. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll('main details')) fold.setAttribute('open', '');
    for (const button of document.querySelectorAll('main button[aria-expanded="false"]')) (button as HTMLElement).click();
  });
  await page.waitForFunction(() => [...document.querySelectorAll('main details')].every(each => each.childElementCount > 1));
  await settled(page);
}

/** A picture of the page, compressed for speed and not for size, which the debugger can and Playwright does not ask for. */
async function pictureOf(page: Page, viewport: { readonly width: number; readonly height: number }): Promise<Buffer> {
  // Afterwards it gives the page the size that it was told; when it is detached it takes that away, so it stays as long as the page.
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile: false });
  const size = await page.evaluate(tallest => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return { width: scrollWidth, height: Math.min(scrollHeight, tallest) };
  }, tallestPicture);
  const options = { clip: { x: 0, y: 0, ...size, scale: 1 }, captureBeyondViewport: true, optimizeForSpeed: true };
  const { data } = await session.send('Page.captureScreenshot', options);
  return Buffer.from(data, 'base64');
}

/** Pictures of the page for people to look at; CI keeps them with the logs of the tests. */
export async function photograph(page: Page, name: string): Promise<void> {
  const viewport = page.viewportSize();
  if (viewport === null || !photographed.includes(viewport.width)) return;
  const folder = join(root, 'artifacts/test/screens');
  mkdirSync(folder, { recursive: true });
  // What is laid out only in sight would be empty space in a picture of more.
  await page.evaluate(() => {
    for (const each of document.querySelectorAll<HTMLElement>('.scroll.long, .overview td > a')) each.style.contentVisibility = 'visible';
  });
  // The light one last: that is what tests go on with.
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    const picture = await pictureOf(page, viewport);
    writeFileSync(join(folder, `${name}-${viewport.width}-${colorScheme}.png`), picture);
    // The header of a PNG begins with its width.
    expect(picture.readUInt32BE(16), `${name}: a picture of another width`).toBe(viewport.width);
    // A quick file of nothing may be large, but it says the same again and again.
    expect(gzipSync(picture, { level: 1 }).length, `${name}: a picture of nothing`).toBeGreaterThan(5_000);
  }
}

/** What a change costs. */
export interface Work {
  /** Elements that were put into the page. */
  readonly made: number;
  /** Elements that were there before and still are. */
  readonly kept: number;
  /** Paths of the files that were asked for. */
  readonly requests: readonly string[];
}

interface Watch {
  made: number;
  before: readonly Element[];
  requests: number;
  observer: MutationObserver;
}

/** Goes to an address of the same page and tells the work that it was: unlike time, the same on every machine. */
export async function workOf(page: Page, hash: string): Promise<Work> {
  // What a view asks for without showing that it loads belongs to the view before.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const watch = { made: 0, before: [...document.querySelectorAll('main *')], requests: performance.getEntriesByType('resource').length };
    const observer = new MutationObserver(changes => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node instanceof Element) watch.made += 1 + node.querySelectorAll('*').length;
    });
    observer.observe(document.body, { childList: true, subtree: true });
    Object.assign(globalThis, { perfmatrixWatch: Object.assign(watch, { observer }) });
  });
  await goTo(page, hash);
  return page.evaluate(() => {
    const { made, before, requests, observer } = (globalThis as unknown as { perfmatrixWatch: Watch }).perfmatrixWatch;
    observer.disconnect();
    const asked = performance.getEntriesByType('resource').slice(requests);
    return { made, kept: before.filter(element => element.isConnected).length, requests: asked.map(entry => new URL(entry.name).pathname) };
  });
}

/** What the Tab key is to reach, and what it did. */
interface Tour {
  readonly stops: readonly Element[];
  readonly reached: Set<EventTarget | null>;
  readonly unmarked: Set<EventTarget>;
}

/** Goes through the whole content with the Tab key alone; tells how much there was, what was not reached, and what did not show that it had the focus. */
export async function tabThrough(page: Page): Promise<{ stops: number; missed: string[]; unmarked: string[] }> {
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  const presses = await page.evaluate(() => {
    const all = document.querySelectorAll('main :is(a[href], button, input, select, summary, [tabindex="0"])');
    const tour: Tour = { stops: [...all].filter(each => each.checkVisibility()), reached: new Set(), unmarked: new Set() };
    addEventListener('focusin', ({ target }) => {
      tour.reached.add(target);
      if (!(target instanceof Element)) return;
      const { outlineStyle, outlineWidth } = getComputedStyle(target);
      if (outlineStyle === 'none' || !(Number.parseFloat(outlineWidth) > 0)) tour.unmarked.add(target);
    });
    Object.assign(globalThis, { perfmatrixTour: tour });
    return tour.stops.length;
  });
  // A press that reaches anything else, or nothing, is one too few for the last.
  for (let i = 0; i < presses; i++) await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const { stops, reached, unmarked } = (globalThis as unknown as { perfmatrixTour: Tour }).perfmatrixTour;
    const named = (of: readonly Element[]) => of.map(each => each.outerHTML.slice(0, 100));
    return {
      stops: stops.length,
      missed: named(stops.filter(each => !reached.has(each))),
      unmarked: named(stops.filter(each => unmarked.has(each))),
    };
  });
}

/** The button with a name; where several have it, the caller says which. */
export const buttonOf = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** The file that a button gives to keep. */
export async function fileOf(button: Locator): Promise<Download> {
  const [file] = await Promise.all([button.page().waitForEvent('download'), button.click()]);
  return file;
}

/** What is in a file that a page gave. */
export async function contentOf(file: Download): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** What is in the file that a button gives to keep. */
export const saved = async (button: Locator): Promise<Buffer> => contentOf(await fileOf(button));

/** A folder that the caller removes. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'perfmatrix-site-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Writes the report of a run document with the real command line. */
export function writeReport(folder: string, document: unknown): string {
  const run = join(folder, 'run.json');
  const report = join(folder, 'report.html');
  writeFileSync(run, JSON.stringify(document));
  execFileSync(program, ['report', run, '--format', 'html', '--output', report], { cwd: root });
  return pathToFileURL(report).href;
}
