import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

/** Debian's browser; nothing is downloaded. */
const executablePath = process.env.PERFMATRIX_CHROMIUM ?? '/usr/bin/chromium';
export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const program = process.env.PERFMATRIX_PROGRAM ?? join(root, 'artifacts/bin/PerfMatrix/release/PerfMatrix');

/** Why the browser tests cannot run here; null when they can. */
export const missing = !existsSync(executablePath)
  ? `no browser at ${executablePath}`
  : !existsSync(program)
    ? `the command line is not built: ${program}`
    : null;

/** The same for tests on generated histories. */
export const missingHistory = missing ?? (canGenerate() ? null : 'this build has no `history demo`');

function canGenerate(): boolean {
  return spawnSync(program, ['history', 'demo', '--help'], { cwd: root }).stdout.includes('--cells');
}

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** A page that fails the test when it runs into an error, asks for another host, or runs a planted script. */
export async function open(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Page & { problems: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...options });
  // Long for a busy machine, short for what never comes: a locator that finds nothing says so itself, before the test's own limit.
  context.setDefaultTimeout(20_000);
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

/** Waits until nothing is loading any more. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('main h1, main .problem');
  await page.waitForFunction(() => document.querySelector('main .loading') === null);
}

/** Goes to another view of the same page. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate(text => {
    location.hash = text;
  }, hash);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await settled(page);
}

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Everything axe-core finds, in a form that a failing test can show. */
export async function violations(page: Page): Promise<string[]> {
  // The page forbids foreign scripts, so axe comes in through the debugger, not through a script element.
  await page.evaluate((await import('node:fs')).readFileSync(axe, 'utf8'));
  return page.evaluate(async () => {
    const result = await (
      globalThis as unknown as {
        axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> };
      }
    ).axe.run();
    return result.violations.flatMap(violation =>
      violation.nodes.map(node => `${violation.id}: ${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 200)}`),
    );
  });
}

/** No sideways scrolling of the whole page: wide content scrolls in its own frame. */
export async function expectNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
}

/** Texts of a chart that lie over each other. */
export const overlaps = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const chart of document.querySelectorAll('svg.plot')) {
      const texts = [...chart.querySelectorAll('text')].map(text => ({ text: text.textContent, box: text.getBoundingClientRect() }));
      texts.forEach((a, i) => {
        for (const b of texts.slice(i + 1)) {
          if (a.box.left < b.box.right && b.box.left < a.box.right && a.box.top + 2 < b.box.bottom && b.box.top + 2 < a.box.bottom)
            found.push(`${a.text} / ${b.text}`);
        }
      });
    }
    return found;
  });

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
