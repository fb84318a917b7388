import { expect, it } from 'vitest';
import { photograph, settled } from './browser.ts';
import { cramped, expectNoOverflow } from './faults.ts';
import { describeHistory, largeSite } from './history.ts';
import { readmePicture } from './readme-picture.ts';

const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);

describeHistory('the overview of a history', () => {
  const site = largeSite();

  it('says on the first screen what got slower, since when and how sure, and shows it in the first picture', async () => {
    const page = await site.open();
    expect(await page.innerText('h1')).toBe('Is it getting slower?');
    expect(await page.innerText('.answer.big')).toMatch(
      /^✗ Yes: Throughput typically −5\.\d %, from −\d\.\d to −\d\.\d %, in all 40 cells of hello-controllers since the run of 20\d\d-\d\d-\d\d\.\s+Very sure: found in 40 cells at once; −5\.\d % is their median \(95 % interval of a typical cell −\d\.\d to −\d\.\d %\), about \d times the noise from run to run\. .* Commits from the last good to the first bad run: [0-9a-f]{8}\.\.[0-9a-f]{8}\. (Why it changed\. )?7 changes for the worse before the newest 100 runs still stand, the oldest since 20\d\d-\d\d-\d\d\. All changes/,
    );
    const firstBad = page.locator('.answer.big a', { hasText: 'the first bad run' });
    expect(await firstBad.getAttribute('href')).toMatch(/^#\/run\?run=20\d{6}T\d{9}Z-[0-9a-f]{4}$/);
    expect(await page.innerText('.overview caption')).toMatch(
      /^Throughput, requests\/s \(higher is better\), newest 100 runs, 20\d\d-\d\d-\d\d to 20\d\d-\d\d-\d\d\. Each picture is a cell [^■]*■\s*worse from here on, ✗ by how much\s*95 % interval of each run\s*a change of \d+ %/,
    );
    const first = page.locator('.overview tbody tr').first();
    expect(await first.locator('th').innerText()).toMatch(/^hello-controllers/);
    expect(await first.locator('td').first().innerText()).toMatch(/[\d,]+\s+✗ −\d\.\d %\s*, worse,\s*20\d\d-/);
    // All scenarios are on the first screen: what changed with its size, the quiet ones as one row each.
    expect(await page.locator('.overview tbody').count()).toBe(5);
    const box = await page.locator('.overview').boundingBox();
    expect((box?.y ?? 900) + (box?.height ?? 900)).toBeLessThan(900);
    expect(await page.locator('.overview .more').allInnerTexts()).toEqual([
      expect.stringMatching(/^hello-controllers:\s+\+ 36 more cells: from −\d\.\d to −\d\.\d %$/),
      ...times(4, expect.stringMatching(/:\s+\+ 36 more cells: no change$/)),
    ]);
    await readmePicture(page, 'screenshot', 790, 'h1, .answer, caption, th, td');
  });

  it('draws every cell of the history in small, with its newest value, and leads to the trend of one', async () => {
    const page = await site.open('#/overview?rows=all');
    expect(await page.locator('.overview td').count()).toBe(200);
    expect(await page.locator('.overview td .spark-line').count()).toBeGreaterThanOrEqual(200);
    // What is out of sight is not laid out, and has no inner text then.
    for (const text of await page.locator('.overview td .spark-text').allTextContents())
      expect(text).toMatch(/^[\d,.]+\s*(no change|[✗✓] [−+]\d)/);
    // Colour only where something is known.
    const coloured = page.locator('.overview td:has(.spark-line.worse, .spark-line.better)');
    expect(await coloured.count()).toBe(await page.locator('.overview td:has(.verdict)').count());

    const link = page.locator('.overview td a').first();
    const cell = (await link.getByRole('img').getAttribute('aria-label'))?.replace(/:$/, '');
    await link.focus();
    await page.keyboard.press('Enter');
    await settled(page);
    expect(page.url()).toContain(`#/trend?cells=${cell}&metric=throughput`);
    expect(await page.innerText('.chart-legend')).toContain(cell);
    expect(page.problems).toEqual([]);
  });

  it.each([380, 1440])('fits %i px with all of its rows, and is photographed', async width => {
    const page = await site.open('#/overview?rows=all', { viewport: { width, height: 800 } });
    await expectNoOverflow(page);
    expect(await cramped(page)).toEqual([]);
    await photograph(page, 'site-overview-all');
    expect(page.problems).toEqual([]);
  });

  it('opens the rows that tell the same on demand', async () => {
    const page = await site.open();
    const [first, button] = [page.locator('.overview tbody').first(), page.locator('.overview .more button').first()];
    expect(await first.locator('th').count()).toBe(1);
    await button.click();
    await first.locator('th').nth(9).waitFor();
    expect([await first.locator('th').count(), await button.getAttribute('aria-expanded')]).toEqual([10, 'true']);
    await button.click();
    await settled(page);
    expect(await first.locator('th').count()).toBe(1);
  });

  it('leads from the older changes that still stand to their table, and below it a chart that reaches back to the oldest', async () => {
    const page = await site.open();
    await page.locator('.answer.big a', { hasText: 'All changes' }).click();
    await settled(page);
    expect(page.url()).toContain('#/trend?last=1000&show=changes');
    const [table, chart] = await Promise.all(
      ['[aria-label="Table change-points"]', '.uplot'].map(each => page.locator(each).first().boundingBox()),
    );
    expect(table?.y).toBeLessThan(900);
    expect(chart?.y).toBeGreaterThan(table?.y ?? Number.NaN);
    const rows = await page.locator('[aria-label="Table change-points"] tbody tr').all();
    expect(rows.length).toBeGreaterThan(7);
    for (const row of rows) {
      for (const fold of await row.locator('summary').all()) await fold.click();
      const [metric] = (await row.locator('td[data-title="What"]').innerText()).split(' in ');
      expect(await row.locator('.members a').first().innerText()).toContain(`, ${metric}`);
    }
    expect(page.problems).toEqual([]);
  });

  it('says in sight how many changes each metric has, and leads to its pictures', async () => {
    const page = await site.open('#/overview?cols=gc');
    const line = page.locator('.by-metric');
    expect(await line.innerText()).toBe('Changes in these runs: Throughput 1, CPU/req 1; none of p50, p99, Alloc/req, Peak RSS');
    expect(await line.locator('[aria-current]').allInnerTexts()).toEqual(['Throughput 1']);
    await line.getByText('Peak RSS').click();
    await settled(page);
    expect(await page.innerText('.overview caption')).toMatch(/^Peak RSS/);
    expect(page.url()).toMatch(/#\/overview\?cols=gc&metric=peakRss$/);
    expect(await line.locator('[aria-current]').allInnerTexts()).toEqual(['Peak RSS']);
    expect(page.problems).toEqual([]);
  });

  it('has GC modes as columns when they are chosen', async () => {
    const page = await site.open('#/overview?cols=gc');
    expect(await page.locator('.overview thead th').allInnerTexts()).toEqual([
      'Scenario \\ GC',
      ...['workstation', 'server', 'datas', 'workstation-nonconcurrent', 'server-conserve'],
    ]);
    expect(await page.locator('.overview tbody th').first().innerText()).toMatch(/^hello-controllers\s+net/);
  });

  it('keeps its pictures as they are, columns and all, until those of another metric are there', async () => {
    const page = await site.open('#/overview?metric=throughput');
    let answer = () => {};
    const asked = new Promise<void>(resolve => {
      answer = resolve;
    });
    await page.route('**/series/peakRss/**', async route => {
      await asked;
      await route.continue();
    });
    await page.evaluate(() => {
      location.hash = '#/overview?metric=peakRss&cols=gc';
    });
    await page.locator('main .loading').waitFor({ state: 'attached' });
    const corner = page.locator('.overview thead th').first();
    expect([await corner.innerText(), await page.innerText('.overview caption')]).toEqual([
      'Scenario \\ Runtime',
      expect.stringMatching(/^Throughput/),
    ]);
    answer();
    await settled(page);
    expect([await corner.innerText(), await page.innerText('.overview caption')]).toEqual([
      'Scenario \\ GC',
      expect.stringMatching(/^Peak RSS/),
    ]);
    expect(page.problems).toEqual([]);
  });

  it('stacks the pictures on a phone, each with the name of its column', async () => {
    const page = await site.open('', { viewport: { width: 380, height: 800 } });
    expect(await page.evaluate(() => document.documentElement.scrollHeight), 'the height of the whole page').toBeLessThan(3500);
    const [first, second] = await Promise.all(
      [0, 1].map(i => page.locator('.overview tbody tr').first().locator('td').nth(i).boundingBox()),
    );
    expect(second?.y).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0) - 1);
    expect(first?.width).toBeGreaterThan(300);
    const name = page.locator('.overview td').first();
    expect(await name.evaluate(cell => [getComputedStyle(cell, '::before').content === 'none', cell.dataset.title])).toEqual([
      false,
      'net8.0',
    ]);
  });
});
