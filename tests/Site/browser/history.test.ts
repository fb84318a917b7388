import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { colourRules, violations } from './axe.ts';
import { goTo, photograph, settled, widths } from './browser.ts';
import { cramped, expectNoOverflow, onPaper, overlaps, shades, unaligned, wordy } from './faults.ts';
import { describeHistory, largeSite, views } from './history.ts';

/** The names that the cells of a row of a table show on a phone: '' where one shows none. None of the cells is cut. */
async function namesOnPhone(row: Locator) {
  const cells = row.locator('td');
  for (const cell of await cells.all()) {
    const box = await cell.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(380);
  }
  return cells.evaluateAll(all =>
    all.map(cell => (getComputedStyle(cell, '::before').content === 'none' ? '' : (cell as HTMLElement).dataset.title)),
  );
}

describeHistory('the site of a history', () => {
  const site = largeSite();

  // Axe looks at many cells where they are wide, once in each scheme, and at a few, unfolded, in axe.test.ts.
  it.each(widths)('fits %i px in every view, without labels over each other, and is photographed', async width => {
    const page = await site.open('', { colorScheme: width > 1440 ? 'dark' : 'light', viewport: { width, height: 800 } });
    for (const view of views) {
      await goTo(page, `#/${view}`);
      expect(await page.innerText('.generated'), view).toMatch(/^Generated data\. None of this was measured: /);
      await expectNoOverflow(page);
      if (width <= 380 || width === 1440) expect(await cramped(page), view).toEqual([]);
      if (width === 1440) expect(await unaligned(page), view).toEqual([]);
      expect(await page.locator('main a[href^="https://"][href*="/docs/"]').count(), view).toBeGreaterThan(0);
      expect(await wordy(page), view).toEqual([]);
      expect(await overlaps(page), view).toEqual([]);
      if (width >= 1440) expect(await violations(page, width > 1440 ? colourRules : undefined), view).toEqual([]);
      await photograph(page, `site-${view}`);
    }
    expect(page.problems).toEqual([]);
  });

  it('shows every column of the heat map on a phone: each cell with the name of its column, none cut', async () => {
    const page = await site.open('#/matrix', { viewport: { width: 380, height: 800 } });
    const names = await namesOnPhone(page.locator('table.heat tbody tr').first());
    expect(names).toEqual(['workstation', 'server', 'datas', 'workstation-nonconcurrent', 'server-conserve']);
  });

  it.each(['overview', 'run'])('keeps the names of the columns in sight while the page scrolls, %s', async view => {
    const page = await site.open(`#/${view}`, { viewport: { width: 1440, height: 420 } });
    const table = page.locator('.scroll.whole table').first();
    await table.locator('tbody tr').nth(3).scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollBy(0, 200));
    await settled(page);
    expect(
      await table
        .locator('thead th')
        .nth(1)
        .evaluate(head => head.getBoundingClientRect().top),
    ).toBeCloseTo(0, 0);
  });

  it('shows every column of the change table on a phone, as cards, and one line of method with a link to the rest', async () => {
    const page = await site.open('#/trend', { viewport: { width: 380, height: 800 } });
    const table = page.locator('[aria-label="Table change-points"]');
    expect(await table.evaluate(frame => frame.scrollWidth <= frame.clientWidth)).toBe(true);
    expect(await namesOnPhone(table.locator('tbody tr').first())).toEqual([
      'First run after',
      'Commits',
      'Verdict',
      'What',
      'Size, % (typical cell)',
      '95 % interval of the size, %',
      'Cause',
      'Series (95 % interval, noise units)',
      'Id',
    ]);
    const intervals = await table.locator('td[data-title^="95 % interval"]').allInnerTexts();
    expect(intervals.filter(text => /^[+−]\d+\.\d to [+−]\d+\.\d %$/.test(text)).length).toBeGreaterThan(0);
    expect(intervals.filter(text => text === '')).toEqual([]);
    expect(await page.innerText('main')).toMatch(/Events: \d+ changes of reference, runtime, SDK, OS, image, machine or perfmatrix/);
    const series = table.locator('td[data-title^="Series"]').first();
    expect(await series.innerText()).toBe('Throughput 40, CPU/req 40');
    expect(await series.locator('a').count()).toBe(0);
    await series.locator('summary').focus();
    await page.keyboard.press('Enter');
    await series.locator('a').nth(79).waitFor();
    expect(await series.innerText()).toMatch(/[+−]\d+\.\d % \([+−]\d+\.\d to [+−]\d+\.\d %, \d+\.\d σ\)/);
    expect(await cramped(page)).toEqual([]);
    const method = page.locator('h2:text("Change points") + .legend');
    expect((await method.innerText()).length).toBeLessThan(160);
    expect(await method.locator('a').getAttribute('href')).toMatch(/^https:.*\/docs\/how-it-measures\.md#the-marks-of-the-trend$/);
  });

  it('breaks neither a date of the change table nor the time of day behind it', async () => {
    const page = await site.open('#/trend');
    const parts = page.locator('[aria-label="Table change-points"] td[data-title="First run after"] .unbroken');
    expect((await parts.allInnerTexts()).slice(0, 2)).toEqual([
      expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      expect.stringMatching(/^\d\d:\d\d UTC$/),
    ]);
    expect(await parts.evaluateAll(all => all.filter(part => part.getClientRects().length !== 1).length)).toBe(0);
  });

  it('prints on light paper, all of a table, and without what can only be clicked', async () => {
    const page = await site.open('#/trend', { colorScheme: 'light' });
    for (let clicks = 0; clicks < 2; clicks++) await page.getByRole('button', { name: /Colours/ }).click();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    expect((await shades(page)).map(each => each.darkest > 60)).toEqual([true]);
    expect(await onPaper(page)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    const folded = page.locator('[aria-label="Table events"] tbody tr');
    await folded.first().waitFor();
    expect(await folded.count()).toBeGreaterThan(0);
  });

  it('has a picture for the tab and words for a link that is shared, and asks nobody for them', async () => {
    const page = await site.open();
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toMatch(/^data:image\/svg\+xml,/);
    const content = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');
    expect(await content('og:image:alt')).toBe('perfmatrix asks: is it getting slower?');
    expect([await content('og:title'), await content('og:description'), await content('og:image')]).toEqual([
      // The repository of a demo is made up.
      'Performance, measured side by side',
      expect.stringContaining('with intervals'),
      expect.stringMatching(/^https:\/\/.*\/reports\/site\/card\.png$/),
    ]);
    expect(page.problems).toEqual([]);
  });

  it('says to a browser without JavaScript which file has its numbers, and that file is there', async () => {
    const page = await site.open();
    const html = await (await page.request.get(new URL('./', page.url()).href)).text();
    expect(/<noscript>(.*)<\/noscript>/.exec(html)?.[1]).toContain('index.json of a site');
    expect((await page.request.get(new URL('index.json', page.url()).href)).status()).toBe(200);
  });

  it('links the feed and the badges, and all of them are there', async () => {
    const page = await site.open();
    const links = await page.locator('footer a').evaluateAll(all => all.map(each => (each as HTMLAnchorElement).href));
    expect(links.map(link => new URL(link).pathname)).toEqual(['/changes.atom', '/badges/gate.svg', '/badges/aa.svg']);
    expect(await page.locator('head link[type="application/atom+xml"]').getAttribute('href')).toBe('changes.atom');
    for (const link of links) expect((await page.request.get(link)).status(), link).toBe(200);
    expect(await page.locator('footer img').evaluateAll(all => all.every(each => (each as HTMLImageElement).naturalWidth > 50))).toBe(true);
  });

  it('shows in every view of the demo what the view is for', async () => {
    const page = await site.open();
    const shown = {
      matrix: 'table.heat td.cell',
      compare: 'circle.dot',
      versions: 'g.forest',
      gc: '[aria-label="Table gc-modes"] td',
      run: '.picture svg line.interval',
      health: 'svg.power',
    };
    for (const [view, what] of Object.entries(shown)) {
      await goTo(page, `#/${view}`);
      expect(await page.locator(what).count(), view).toBeGreaterThan(0);
    }
  });

  it('shows the same from a link, and Back goes through what was shown', async () => {
    const page = await site.open('#/trend');
    const first = await page.innerText('main');
    await page.getByLabel('Runs', { exact: true }).selectOption('100');
    await settled(page);
    await page.getByLabel('Add a cell').selectOption({ index: 5 });
    await settled(page);
    const second = await page.innerText('main');
    expect(second).not.toBe(first);
    const again = await site.open(new URL(page.url()).hash);
    expect(await again.innerText('main')).toBe(second);
    await page.goBack();
    await page.goBack();
    await settled(page);
    expect(await page.innerText('main')).toBe(first);
  });

  it('moves through the chart with the arrow keys, reads the point out, and opens its run', async () => {
    const page = await site.open('#/trend');
    expect(await page.innerText('.axis-title')).toMatch(/%.*\((higher|lower) is better\)/);
    await page.locator('.canvas').focus();
    await page.keyboard.press('End');
    const last = await page.innerText('.point');
    await page.keyboard.press('ArrowLeft');
    expect(await page.innerText('.point')).toMatch(/UTC, [0-9a-f]{8}: /);
    expect(await page.innerText('.point')).not.toBe(last);
    await page.keyboard.press('Enter');
    await settled(page);
    expect(page.url()).toContain('#/run?run=');
    expect(await page.innerText('h1')).toBe('Run');
  });

  it('reads the point of a tap, on a phone, and opens its run by the link behind the words only', async () => {
    const page = await site.open('#/trend', { viewport: { width: 380, height: 800 }, hasTouch: true });
    const point = page.locator('.chart .point');
    const read = async (x: number) => {
      await page.locator('.canvas').tap({ position: { x, y: 100 } });
      await settled(page);
      return point.innerText();
    };
    const first = await read(120);
    expect(first).toMatch(/UTC, [0-9a-f]{8}: .* open this run$/s);
    expect(await read(300)).not.toBe(first);
    expect(page.url()).toContain('#/trend');
    const run = await point.locator('a').getAttribute('href');
    await point.locator('a').tap();
    await settled(page);
    expect([new URL(page.url()).hash, await page.innerText('h1')]).toEqual([run, 'Run']);
    expect(page.problems).toEqual([]);
  });

  it('comes back to the clicked point when the mouse leaves for its link, which the Tab key reaches', async () => {
    const page = await site.open('#/trend');
    const [canvas, point] = [page.locator('.canvas'), page.locator('.chart .point')];
    await canvas.click({ position: { x: 400, y: 100 } });
    const clicked = await point.innerText();
    await canvas.hover({ position: { x: 700, y: 100 } });
    expect(await point.innerText()).not.toBe(clicked);
    await page.locator('h1').hover();
    expect(await point.innerText()).toBe(clicked);

    // Among other runs it is no point to come back to.
    await goTo(page, '#/trend?last=100');
    await canvas.hover({ position: { x: 700, y: 100 } });
    const hovered = await point.innerText();
    await page.locator('h1').hover();
    expect(await point.innerText()).toBe(hovered);

    await canvas.click({ position: { x: 400, y: 100 } });
    const run = await point.locator('a').getAttribute('href');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await settled(page);
    expect(new URL(page.url()).hash).toBe(run);
    expect(page.problems).toEqual([]);
  });

  // Text and lines are no paler than 240 in any scheme; what is white is an empty dot.
  it.each(['light', 'dark'] as const)('fills the dots of its charts with the colour of their line, %s', async colorScheme => {
    const page = await site.open('#/gc', { colorScheme });
    const charts = await shades(page);
    expect(charts.length).toBeGreaterThanOrEqual(15);
    expect(charts.filter(each => each.palest > 240)).toEqual([]);
  });

  it('has the chart as a table with a row a run', async () => {
    const page = await site.open('#/trend?last=100');
    await page.getByText('The chart as a table').click();
    // The table is made when it is opened.
    await page.waitForSelector('[aria-label^="Table trend-"] tbody tr');
    await settled(page);
    expect(await page.locator('[aria-label^="Table trend-"] tbody tr').count()).toBe(100);
  });

  it('copies a link that names the run, so that it still shows it after the next one', async () => {
    const page = await site.open('#/matrix', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/#\/matrix\?run=\w+/);
  });

  it('says which cells of an address are too many for a chart', async () => {
    const page = await site.open('#/trend');
    const cells = await page.getByLabel('Cell', { exact: true }).locator('option').allInnerTexts();
    const listed = (count: number) => `#/trend?cells=${cells.slice(0, count).join(',')}`;
    await goTo(page, listed(7));
    const said = `The chart shows at most 5 cells, so not ${cells[5]}; ${cells[6]}.`;
    expect(await page.locator('main .empty').allInnerTexts()).toEqual([said]);
    expect(await page.locator('.chart-legend svg').count()).toBe(5);
    await goTo(page, listed(5));
    expect(await page.locator('main .empty').count()).toBe(0);
    expect(page.problems).toEqual([]);
  });

  it('leaves a link that it may not copy where it can be copied by hand, until something else is shown', async () => {
    const page = await site.open('#/matrix');
    await page.evaluate(() => {
      const refused = { writeText: () => Promise.reject(new Error('refused')) };
      Object.defineProperty(navigator, 'clipboard', { value: refused, configurable: true });
    });
    await page.getByRole('button', { name: 'Copy link' }).click();
    const said = page.locator('.said');
    await said.filter({ hasText: /#\/matrix\?run=\w+/ }).waitFor();
    // Longer than the word of a link that was copied.
    await page.waitForTimeout(4500);
    // Nor does it go when something is loaded again.
    await page.evaluate(() => dispatchEvent(new HashChangeEvent('hashchange')));
    await settled(page);
    expect(await said.innerText()).toMatch(/#\/matrix\?run=\w+/);
    await goTo(page, '#/run');
    expect(await said.textContent()).toBe('');
  });

  it('copies a link that names the explanation, so that it still shows it after the next one', async () => {
    const page = await site.open('#/why', { permissions: ['clipboard-read', 'clipboard-write'] });
    const shown = await page.getByLabel('Comparison', { exact: true }).inputValue();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    expect(link.hash).toBe(`#/why?why=${shown}`);
    const again = await site.open(link.hash);
    expect(await again.getByLabel('Comparison', { exact: true }).inputValue()).toBe(shown);
  });

  it('finds a run by its commit', async () => {
    const page = await site.open('#/trend');
    const commit = (await page.locator('[aria-label="Table change-points"] td:nth-of-type(2)').first().innerText()).split('..')[1] ?? '';
    await page.getByRole('combobox', { name: /Search/ }).fill(commit);
    await page.waitForSelector('[role=option]');
    expect(await page.innerText('[role=option]')).toContain(commit);
  });
});
