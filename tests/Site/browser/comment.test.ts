import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { marked } from 'marked';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, temporaryFolder } from './browser.ts';
import { missing, root } from './program.ts';

const approved = 'tests/PerfMatrix.Tests/GitHub/Comments/CommentBodyTests.regressed.approved.txt';
/** That of a real comparison: docs/evidence.md says how it was made. */
const real = 'tests/Site/browser/comment.txt';
const style = readFileSync(createRequire(import.meta.url).resolve('github-markdown-css/github-markdown-light.css'), 'utf8');

/** The comment as GitHub shows it: GitHub Flavored Markdown in its own style sheet. */
const shown = async (comment: string) =>
  `<!doctype html><meta charset="utf-8"><style>${style} body { margin: 16px } main { border: 1px solid #d1d9e0; border-radius: 6px; padding: 16px }</style>` +
  `<main class="markdown-body">${await marked.parse(readFileSync(join(root, comment), 'utf8'), { gfm: true })}</main>`;

describe.skipIf(missing !== null)('the comment on a pull request', () => {
  const folder = temporaryFolder();
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch();
  });

  afterAll(async () => {
    await browser?.close();
    folder.remove();
  });

  const opened = async (comment: string) => {
    const page = await browser.newPage({ viewport: { width: 960, height: 700 } });
    const file = join(folder.path, 'comment.html');
    writeFileSync(file, await shown(comment));
    await page.goto(pathToFileURL(file).href);
    return page.locator('main');
  };

  it('reads well as Markdown: a table with the worst cells, the rest folded', async () => {
    const main = await opened(approved);

    expect(await main.locator('table tbody tr').count()).toBe(2);
    expect(await main.locator('table tbody tr').first().innerText()).toContain('worse');
    expect(await main.locator('details:not([open])').count()).toBe(2);
    expect(await main.innerText()).not.toMatch(/\*\*|\|---/);
  });

  it('names the cause in its first sentence, and folds what the terminal prints of it', async () => {
    const main = await opened(real);

    const first = await main.locator('p').first().innerText();
    const name = /Cause: (.+?) \+[0-9.]+ us (?:per request )?\[/.exec(first)?.[1];
    const why = main.locator('details', { hasText: 'Why:' });
    expect(await why.locator('summary').innerText()).toBe(`Why: ${name}`);
    await why.locator('summary').click();
    expect(await why.locator('li li').first().innerText()).toContain(`${name} +`);
    expect(await main.innerText()).not.toMatch(/\*\*|\|---/);
    // PERFMATRIX_SCREENSHOT=1 scripts/test-site makes the one of the README anew.
    await main.screenshot({
      path: join(root, process.env.PERFMATRIX_SCREENSHOT ? 'reports/site/comment.png' : 'artifacts/test/comment.png'),
    });
  });
});
