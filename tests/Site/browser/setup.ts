import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { chromiumOptions } from './chromium.mjs';
import { canGenerate, demo, generate, missing, serve } from './program.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the browser; empty where there is none. */
    chromium: string;
    /** Address of the site of a history of 200 cells and 1,000 runs. */
    largeSite: string;
    /** Why tests on generated histories cannot run here; null when they can. */
    missingHistory: string | null;
  }
}

/** What all files share, because it takes long to make: one browser, the generated histories, and the site of the largest. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const missingHistory = missing ?? (canGenerate() ? null : 'this build has no `history demo`');
  const browser = missing === null ? await chromium.launchServer(chromiumOptions) : null;
  // The middle one is long enough for a change point: a shorter one has none, and then the branch has no changes.json.
  if (missingHistory === null) await Promise.all([generate(1000, 200), generate(300, 12), generate(1, 12)]);
  const site = missingHistory === null ? await serve(demo(1000, 200)) : null;
  provide('chromium', browser?.wsEndpoint() ?? '');
  provide('largeSite', site?.address ?? '');
  provide('missingHistory', missingHistory);
  return async () => {
    site?.end();
    await browser?.close();
  };
}
