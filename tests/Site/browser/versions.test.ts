import { expect, it } from 'vitest';
import { buttonOf, saved, settled } from './browser.ts';
import { describeHistory, largeSite } from './history.ts';
import { readmePicture } from './readme-picture.ts';

describeHistory('the view of versions of a history', () => {
  const site = largeSite();

  it('says in the view of versions that all comparisons are judged together, how many, and that nothing is missing', async () => {
    const page = await site.open('#/versions');
    const text = await page.innerText('main');
    const cells = await page.locator('[aria-label^="Table versions-"] tbody tr').count();
    // Five metrics are tested, allocations are judged by a rule of their own.
    expect(text).toContain(`All ${5 * cells} comparisons of this view are judged together`);
    const rule = page.getByRole('link', { name: 'The rule' });
    expect(await rule.getAttribute('href')).toMatch(/\/docs\/how-it-measures\.md#how-an-upgrade-is-judged$/);
    expect(text).toContain('Nothing is missing');
    expect(text).toMatch(/\d σ/);
    expect(await page.innerText('[aria-label^="Table versions-"] caption')).toContain('; σ: noise of a pair of rounds');
  });

  it('answers what a version brings in one picture: all scenarios in groups, three metrics, and the rows of the table', async () => {
    const page = await site.open('#/versions?from=net8.0&to=net10.0');
    expect(await page.innerText('main h2')).toBe('What does .NET 10 bring over .NET 8?');
    const picture = page.getByRole('img', {
      name: /^What does \.NET 10 bring over \.NET 8\?: intervals of \d+ cells; the table below has every number$/,
    });
    expect(await picture.locator('text.head').allTextContents()).toEqual([
      ...['hello-minimal', 'hello-controllers', 'values', 'datas-call', 'hello-minimal-post'],
      ...['Throughput, %', 'p99, %', 'Peak RSS, %'],
    ]);
    const rows = await page.locator('[aria-label^="Table versions-"] tbody tr').count();
    expect(await picture.locator('g.forest').count()).toBe(3 * rows);
    // Each panel has its numbers above and below, and one of them is the 0 of the line that marks no change.
    expect((await picture.locator('text').allTextContents()).filter(text => text === '0').length).toBe(2 * 3);
    expect(await picture.locator('line.zero').count()).toBe(3);
    expect(await page.innerText('figcaption')).toContain('◆ better, ■ worse, ● no difference found');
    expect(await page.innerText('figcaption')).toMatch(/0: the same as with \.NET 8\.$/);
    await readmePicture(page, 'versions', 1000, 'h1, h2, .words li, figcaption, .head');
    await page.getByLabel('Metrics shown').selectOption('cpuPerRequest');
    await settled(page);
    expect(await page.locator('figure g.forest').count()).toBe(rows);
    expect(page.url()).toContain('metric=cpuPerRequest');
    expect(page.problems).toEqual([]);
  });

  it('asks in the words of what is exchanged', async () => {
    const page = await site.open('#/versions?axis=gc&from=server&to=datas');
    expect(await page.innerText('main h2')).toBe('What does DATAS bring over server GC?');
    expect(await page.getByLabel('What changes').locator('option').allInnerTexts()).toEqual(['Runtime', 'GC', 'Cores']);
  });

  it.each(['light', 'dark'] as const)('keeps the picture with title, machine and date in it, as SVG and as PNG, %s', async colorScheme => {
    const page = await site.open('#/versions?from=net8.0&to=net10.0', { colorScheme });
    const svg = (await saved(buttonOf(page, 'SVG of the picture').first())).toString('utf8');
    for (const text of ['What does .NET 10 bring over .NET 8?', 'Generated data: none of this was measured.', 'hello-controllers'])
      expect(svg).toContain(`>${text}</text>`);
    expect(svg.replaceAll(/<[^>]+>/g, ' ')).toMatch(/CPUs,.*20\d\d-\d\d-\d\d \d\d:\d\d UTC/s);
    // A name's ground is below its letters, as in the page.
    expect(svg).toMatch(/<text[^>]*paint-order="stroke/);
    expect(svg, 'colours of its own').not.toMatch(/var\(|class=/);
    expect(svg).toMatch(colorScheme === 'light' ? /<rect[^>]*fill="rgb\(255, 255, 255\)"/ : /<rect[^>]*fill="rgb\(15, 20, 25\)"/);
    const png = await saved(buttonOf(page, 'PNG of the picture').first());
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16) > 2000, png.length > 20_000]).toEqual(['PNG', true, true]);
    expect(page.problems).toEqual([]);
  });

  it('has the intervals of the picture of versions below the changes in its table, and beside them in its files', async () => {
    const page = await site.open('#/versions?from=net8.0&to=net10.0');
    const table = page.locator('[aria-label^="Table versions-"]');
    expect((await table.locator('thead th').allInnerTexts()).filter(title => title.includes('interval'))).toEqual([]);
    const interval = /[+−]\d+\.\d to [+−]\d+\.\d %/;
    expect(await table.locator('tbody td').first().innerText()).toMatch(interval);
    const [heads = '', first] = (await saved(buttonOf(page, /^CSV of table versions-/).first())).toString('utf8').split('\n');
    for (const metric of ['Throughput', 'p99', 'Peak RSS']) expect(heads).toContain(`${metric}, 95 % interval`);
    expect(first).toMatch(interval);
  });
});
