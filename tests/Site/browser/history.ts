import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { launch, missingHistory, open, program, root, temporaryFolder } from './browser.ts';

export const views = ['trend', 'matrix', 'compare', 'upgrade', 'gc', 'run', 'health'] as const;

/** Tests on generated histories; skipped, and said so, where none can be made. */
export const describeHistory = (name: string, tests: () => void) =>
  describe.skipIf(missingHistory !== null)(`${name}${missingHistory === null ? '' : ` (skipped: ${missingHistory})`}`, tests);

/** A server of the real command line; the caller ends it. */
async function serve(history: string): Promise<{ address: string; end: () => void }> {
  const server: ChildProcess = spawn(program, ['site', 'serve', '--history', history], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: server.stdout as NodeJS.ReadableStream })) {
    const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(line)?.[0];
    if (address !== undefined) return { address, end: () => server.kill('SIGINT') };
  }
  throw new Error('site serve ended without an address');
}

/** A generated history; made again only when the program is newer, because the large one takes its time. */
export function demo(runs: number, cells: number): string {
  const folder = join(root, `artifacts/test/demo-${runs}-${cells}`);
  const truth = join(folder, 'truth.json');
  if (existsSync(truth) && statSync(truth).mtimeMs > statSync(program).mtimeMs) return folder;
  rmSync(folder, { recursive: true, force: true });
  execFileSync(program, ['history', 'demo', '--out', folder, '--runs', String(runs), '--cells', String(cells)], {
    cwd: root,
    stdio: 'ignore',
  });
  return folder;
}

export const edit = (file: string, change: (text: string) => string) => writeFileSync(file, change(readFileSync(file, 'utf8')));

/** Every JSON file below a folder of a history, by its path in the history. */
export const filesIn = (history: string, folder: string) =>
  (readdirSync(join(history, folder), { recursive: true }) as string[])
    .filter(name => name.endsWith('.json'))
    .map(name => join(folder, name));

/** The run documents of a history, the oldest first. */
export const runsOf = (history: string) => filesIn(history, 'runs').sort();

/** The site of a history of 200 cells and 1,000 runs, served for the tests of one `describe`. */
export function largeSite(): { open: (hash?: string, options?: BrowserContextOptions) => ReturnType<typeof open> } {
  let browser: Browser;
  let site: { address: string; end: () => void };

  beforeAll(async () => {
    browser = await launch();
    site = await serve(demo(1000, 200));
  });

  afterAll(async () => {
    site.end();
    await browser.close();
  });

  return { open: (hash = '', options = {}) => open(browser, site.address + hash, options) };
}

/** A small history for the tests of one `describe`. */
export interface SmallHistory {
  /** Its folder, which no test changes. */
  readonly whole: () => string;
  /** A folder for other histories. */
  readonly scratch: () => string;
  /** Serves a history and looks at it. */
  readonly served: (history: string, look: (page: Page) => Promise<void>, hash?: string) => Promise<void>;
  /** Spoils a copy of the history, serves and looks at it. */
  readonly spoiled: (
    spoil: (history: string) => void,
    look: (page: Page, history: string) => Promise<void>,
    hash?: string,
  ) => Promise<void>;
}

export function smallHistory(): SmallHistory {
  let folder: ReturnType<typeof temporaryFolder>;
  let whole: string;
  let browser: Browser;

  beforeAll(async () => {
    folder = temporaryFolder();
    // Long enough for a change point: a shorter one has none, and then the branch has no changes.json.
    whole = demo(300, 12);
    browser = await launch();
  });

  afterAll(async () => {
    await browser.close();
    folder.remove();
  });

  const served: SmallHistory['served'] = async (history, look, hash = '') => {
    const site = await serve(history);
    try {
      const page = await open(browser, site.address + hash);
      await look(page);
      expect(page.problems).toEqual([]);
    } finally {
      site.end();
    }
  };

  const spoiled: SmallHistory['spoiled'] = async (spoil, look, hash) => {
    const copy = join(folder.path, 'copy');
    cpSync(whole, copy, { recursive: true });
    try {
      spoil(copy);
      await served(copy, page => look(page, copy), hash);
    } finally {
      rmSync(copy, { recursive: true });
    }
  };

  return { whole: () => whole, scratch: () => folder.path, served, spoiled };
}
