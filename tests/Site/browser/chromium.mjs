// What tests and benchmark share of the browser. Plain JavaScript, because scripts/benchmark runs it with the Node that is there.
import { gzipSync } from 'node:zlib';

/** Debian's browser, silent; nothing is downloaded. */
export const chromiumOptions = {
  executablePath: process.env.PERFMATRIX_CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** What browsers count for the headers of an answer, in bytes. */
const headers = 300;

/**
 * The addresses that a page has loaded, its own first.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<string[]>}
 */
export const loaded = page =>
  page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(entry => entry.name),
  );

/**
 * Bytes of these addresses as GitHub Pages sends them: compressed, which the server of the command line leaves out.
 * @param {import('playwright-core').Page} page
 * @param {readonly string[]} addresses
 */
export async function transferred(page, addresses) {
  const texts = await page.evaluate(names => Promise.all(names.map(async name => (await fetch(name)).text())), addresses);
  return texts.reduce((sum, text) => sum + gzipSync(text).length + headers, 0);
}
