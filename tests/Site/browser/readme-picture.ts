import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { settled } from './browser.ts';
import { withPalette } from './palette-png.ts';
import { root } from './program.ts';

/** Width of both pictures of the README. */
const width = 1280;

/**
 * A picture of a page for the README, and beside it the words on it. PERFMATRIX_SCREENSHOT=1 scripts/test-site makes both anew; without it the words
 * must still be those of the page, which a history of a fixed seed makes the same every time.
 */
export async function readmePicture(page: Page, name: string, height: number, selector: string): Promise<void> {
  await page.setViewportSize({ width, height });
  await settled(page);
  const picture = withPalette(await page.screenshot());
  const words = (await page.locator(`main :is(${selector})`).allTextContents()).map(each => each.replaceAll(/\s+/g, ' ').trim());
  const kept = join(root, `reports/site/${name}`);
  const text = `${words.join('\n')}\n`;
  if (process.env.PERFMATRIX_SCREENSHOT) {
    writeFileSync(`${kept}.png`, picture);
    writeFileSync(`${kept}.txt`, text);
    return;
  }
  writeFileSync(join(root, `artifacts/test/site-${name}.png`), picture);
  expect(text, `${name}.png is of another day: PERFMATRIX_SCREENSHOT=1 scripts/test-site`).toBe(readFileSync(`${kept}.txt`, 'utf8'));
}
