import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import { launch, open, temporaryFolder } from './browser.ts';
import { demo, serve } from './program.ts';

export const views = ['overview', 'trend', 'matrix', 'compare', 'versions', 'gc', 'why', 'run', 'health'] as const;

const missingHistory = inject('missingHistory');

/** Tests on generated histories; skipped, and said so, where none can be made. */
export const describeHistory = (name: string, tests: () => void) =>
  describe.skipIf(missingHistory !== null)(`${name}${missingHistory === null ? '' : ` (skipped: ${missingHistory})`}`, tests);

export const edit = (file: string, change: (text: string) => string) => writeFileSync(file, change(readFileSync(file, 'utf8')));

/** Every JSON file below a folder of a history, by its path in the history. */
export const filesIn = (history: string, folder: string) =>
  (readdirSync(join(history, folder), { recursive: true }) as string[])
    .filter(name => name.endsWith('.json'))
    .map(name => join(folder, name));

/** The run documents of a history, the oldest first. */
export const runsOf = (history: string) => filesIn(history, 'runs').sort();

/** The site of a history of 200 cells and 1,000 runs, in a browser for the tests of one `describe`. */
export function largeSite(): { open: (hash?: string, options?: BrowserContextOptions) => ReturnType<typeof open> } {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch();
  });

  afterAll(() => browser.close());

  return { open: (hash = '', options = {}) => open(browser, inject('largeSite') + hash, options) };
}

/** A small history for the tests of one `describe`. */
export interface SmallHistory {
  /** Its folder, which no test changes. */
  readonly whole: () => string;
  /** A folder for other histories. */
  readonly scratch: () => string;
  /** Serves a history and looks at it. */
  readonly served: (history: string, look: (page: Page) => Promise<void>, hash?: string, options?: BrowserContextOptions) => Promise<void>;
  /** Spoils a copy of the history, serves and looks at it. */
  readonly spoiled: (
    spoil: (history: string) => void,
    look: (page: Page, history: string) => Promise<void>,
    hash?: string,
  ) => Promise<void>;
}

export function smallHistory(): SmallHistory {
  const whole = demo(300, 12);
  let folder: ReturnType<typeof temporaryFolder>;
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serve>>;
  // One server for all: what it serves is whatever this points at.
  const pointer = () => join(folder.path, 'served');
  const pointAt = (history: string) => {
    rmSync(pointer(), { force: true });
    symlinkSync(history, pointer());
  };

  beforeAll(async () => {
    folder = temporaryFolder();
    pointAt(whole);
    site = await serve(pointer());
    browser = await launch();
  });

  afterAll(async () => {
    await browser.close();
    site.end();
    folder.remove();
  });

  const served: SmallHistory['served'] = async (history, look, hash = '', options = {}) => {
    pointAt(history);
    const page = await open(browser, site.address + hash, options);
    await look(page);
    expect(page.problems).toEqual([]);
    await page.context().close();
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
