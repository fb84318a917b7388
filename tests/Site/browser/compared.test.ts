import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparedDocument, sampleDocument } from '../unit/samples.ts';
import { violations } from './axe.ts';
import {
  buttonOf,
  contentOf,
  fileOf,
  goTo,
  launch,
  open,
  photograph,
  saved,
  settled,
  temporaryFolder,
  unfold,
  writeReport,
} from './browser.ts';
import { cramped, expectNoOverflow, overlaps, wordy } from './faults.ts';
import { missing } from './program.ts';

describe.skipIf(missing !== null)(`report.html of a comparison${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  const folder = missing === null ? temporaryFolder() : { path: '', remove: () => {} };
  let browser: Browser;
  let report: string;

  beforeAll(async () => {
    browser = await launch();
    report = writeReport(folder.path, comparedDocument());
  });

  afterAll(async () => {
    await browser.close();
    folder.remove();
  });

  it('compares base and head of a comparison in one picture, which says what else differs, as a link and as a file do', async () => {
    const page = await open(browser, `${report}#/versions`, { viewport: { width: 380, height: 800 } });
    expect(await page.innerText('main h2')).toBe('What does head bring over base?');
    const other = 'Also different: package Dapper 2.1.35 → 2.1.66, property ReadyToRun none → True.';
    for (const note of ['From base, commit bbbbbbbb, to head, commit aaaaaaaa.', other])
      expect(await page.locator('main p.context').allInnerTexts()).toContain(note);
    expect(await page.innerText('main .words')).toMatch(/Throughput: worse in 8 of 8 cells, −20\.0 %\./);
    expect(await page.locator('[aria-label="Table environment-base-head"] tbody tr').count()).toBe(2);
    await unfold(page);
    await expectNoOverflow(page);
    expect([await violations(page), await cramped(page), await wordy(page), await overlaps(page)]).toEqual([[], [], [], []]);
    await photograph(page, 'report-versions-code');

    await page.setViewportSize({ width: 1440, height: 900 });
    await settled(page);
    expect(await page.locator('[aria-label="Table versions-base-head"] tbody tr').count()).toBe(8);
    expect(await page.locator('g.forest').count()).toBe(3 * 8);
    expect(await cramped(page)).toEqual([]);
    await photograph(page, 'report-versions-code');
    const svg = await fileOf(buttonOf(page, 'SVG of the picture'));
    expect(svg.suggestedFilename()).toBe('versions-base-head.svg');
    expect(String(await contentOf(svg))).toContain(`>${other}</text>`);

    await page.getByLabel('What changes').selectOption('runtime');
    await settled(page);
    expect(await page.innerText('main h2')).toBe('What does .NET 10 bring over .NET 8?');
    const again = await open(browser, page.url());
    // What was unfolded stays so, and is no part of a link.
    await unfold(again);
    expect(await again.innerText('main')).toBe(await page.innerText('main'));
    expect(page.problems).toEqual([]);
  });

  it('breaks long headings of the picture of versions, on a phone and in its file', async () => {
    const scenario = 'Shop.Benchmarks/ParseOrders(Length: 10, Kind: Nested, Encoding: Utf8, IsIndented: True, Depth: 16)';
    const document = comparedDocument();
    const renamed = document.variants.map(variant => ({ ...variant, cell: { ...variant.cell, scenario } }));
    const long = temporaryFolder();
    try {
      const address = `${writeReport(long.path, { ...document, variants: renamed })}#/versions`;
      const page = await open(browser, address, { viewport: { width: 380, height: 800 } });
      const heads = page.locator('svg.forest-plot text.head');
      const ends = await heads.evaluateAll(all => all.map(each => each.getBoundingClientRect().right));
      const edge = await page.locator('svg.forest-plot').evaluate(each => each.getBoundingClientRect().right);
      expect(Math.max(...ends)).toBeLessThanOrEqual(edge);
      // Once a metric, because on a phone they stand one below the other.
      expect((await heads.allTextContents()).join('').split(scenario).length - 1).toBe(3);
      expect(await overlaps(page)).toEqual([]);
      expect(String(await saved(buttonOf(page, 'SVG of the picture')))).toContain('>Shop.Benchmarks/ParseOrders(Length: 10, </text>');
      expect(page.problems).toEqual([]);
    } finally {
      long.remove();
    }
  });

  it('shows head of a comparison alone in the matrix and the GC lab, and says so', async () => {
    const page = await open(browser, `${report}#/gc`);
    const said = 'Of this comparison head is shown, of its copies the first.';
    expect(await page.innerText('main')).toContain(said);
    const heads = await page.locator('[aria-label="Table gc-modes"] thead th').allInnerTexts();
    expect(heads).toEqual(['Metric', 'workstation', 'server', 'datas']);
    const plot = page.getByRole('img', { name: /^Peak RSS, .* against Throughput, / });
    expect(await plot.locator('circle').count()).toBe(3);
    await expectNoOverflow(page);
    expect(await violations(page)).toEqual([]);
    await goTo(page, '#/matrix');
    expect(await page.innerText('main')).toContain(said);
    const links = await page.locator('table.heat a').evaluateAll(all => all.map(each => (each as HTMLAnchorElement).hash));
    expect(links.length).toBe(8);
    expect(links.filter(link => link.includes('%231'))).toEqual([]);
    await page.getByRole('link', { name: 'Head and base' }).click();
    await settled(page);
    expect(await page.innerText('main h2')).toBe('What does head bring over base?');
    expect(page.problems).toEqual([]);
  });

  it('says what A and B are in a line that a phone shows whole, on paper, too, and in every file of Compare', async () => {
    const cell = 'hello-controllers/net10.0/server/2c';
    const page = await open(browser, `${report}#/compare?a=${cell}@base&b=${cell}`, { viewport: { width: 380, height: 800 } });
    const nameOf = (side: string) => `${side} · hello-controllers · net10.0 · server · 2 cores, run ${sampleDocument().id}`;
    const said = page.locator('.sides');
    expect(await said.innerText()).toBe(`A: ${nameOf('base')}; B: ${nameOf('head')}`);
    // Of a list a phone shows the beginning.
    const listed = page.getByLabel('From (A)', { exact: true }).locator('option:checked');
    expect(await listed.textContent()).toBe('base · hello-controllers · net10.0 · server · 2 cores');
    await expectNoOverflow(page);
    await page.emulateMedia({ media: 'print' });
    expect([await said.isVisible(), await page.locator('.choices').first().isVisible()]).toEqual([true, false]);
    await page.emulateMedia({ media: 'screen' });
    await settled(page); // Folds that paper opened close again a frame later.

    await unfold(page);
    for (const table of ['compare', 'rounds-throughput', 'environment-difference']) {
      const rows = JSON.parse(String(await saved(buttonOf(page, `JSON of table ${table}`)))) as Record<string, unknown>[];
      expect(rows.length, table).toBeGreaterThan(0);
      for (const row of rows) expect([row['A is'], row['B is']], table).toEqual([nameOf('base'), nameOf('head')]);
    }
    expect(page.problems).toEqual([]);
  });
});
