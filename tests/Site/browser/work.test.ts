import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goTo, settled, workOf } from './browser.ts';
import { loaded, transferred } from './chromium.mjs';
import { describeHistory, largeSite, views } from './history.ts';

/** What browser.ts counts in the page. */
interface Asking {
  readonly perfmatrixAwaited: number;
}

/** How many files of a folder of the history a page has. */
const got = async (page: Page, folder: string) => (await loaded(page)).filter(name => new URL(name).pathname.startsWith(folder)).length;

/** Charts that were made, and the most in one go. */
interface Watched {
  readonly perfmatrixCharts: { readonly all: number; readonly most: number };
}

describeHistory('what the site of a long history loads and draws', () => {
  const site = largeSite();

  it('transfers at most 0.5 MB at first, also when the newest hundred runs lie in two chunks, and asks no other host', async () => {
    const page = await site.open();
    const files = await loaded(page);
    const series = files.filter(name => new URL(name).pathname.startsWith('/series/'));
    expect(series.length).toBe(5);
    // A thousand runs fill ten chunks; with one run more the first screen would ask for the chunk before, too.
    const before = series.map(name => name.replace(/9\.json$/, '8.json'));
    const bytes = await transferred(page, [...files, ...before]);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThanOrEqual(500_000);
    expect(page.problems).toEqual([]);
  });

  it('asks for one file a scenario when the overview shows another metric, for none when it was seen before, and keeps its table', async () => {
    const page = await site.open('#/overview?rows=all&metric=throughput');
    const work = await workOf(page, '#/overview?rows=all&metric=peakRss');
    expect(await page.innerText('.overview caption')).toContain('RSS');
    expect(work.requests.length).toBe(5);
    expect(work.requests.filter(path => !path.startsWith('/series/peakRss/'))).toEqual([]);
    // At most the text and the marks of each of the 200 cells are made anew.
    expect(work.made).toBeLessThanOrEqual(200 * 12);
    expect(work.kept).toBeGreaterThan(200 * 5);
    expect((await workOf(page, '#/overview?rows=all&metric=throughput')).requests).toEqual([]);
  });

  it('asks for what a list shows once it has the focus, so that a choice asks for nothing', async () => {
    const page = await site.open('#/overview?rows=all&metric=throughput');
    await page.getByLabel('Metric', { exact: true }).focus();
    // Six metrics of five scenarios.
    await expect.poll(() => got(page, '/series/'), { timeout: 20_000 }).toBe(30);
    await settled(page);
    const work = await workOf(page, '#/overview?rows=all&metric=peakRss');
    expect(await page.innerText('.overview caption')).toContain('RSS');
    expect(work.requests).toEqual([]);
  });

  it('asks for what a link shows while the pointer is on it, so that the view behind it asks for nothing', async () => {
    const page = await site.open();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Matrix' }).hover();
    await expect.poll(() => got(page, '/runs/'), { timeout: 20_000 }).toBe(1);
    await settled(page);
    expect((await workOf(page, '#/matrix')).requests).toEqual([]);
    expect(await page.locator('table.heat td.cell').count()).toBeGreaterThan(0);
  });

  it('asks for nothing that is not chosen on a phone, nor for somebody who saves data', async () => {
    /** Files that are asked for when the list of metrics gets the focus. */
    const asked = (page: Page, saveData: boolean) =>
      page.evaluate(async isSaving => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: isSaving }, configurable: true });
        document.querySelector<HTMLElement>('main select')?.focus();
        await new Promise(resolve => setTimeout(resolve));
        return (globalThis as unknown as Asking).perfmatrixAwaited;
      }, saveData);
    const phone = { viewport: { width: 380, height: 800 }, hasTouch: true, isMobile: true };
    expect(await asked(await site.open('#/overview?metric=throughput', phone), false)).toBe(0);
    expect(await asked(await site.open('#/overview?metric=throughput'), true)).toBe(0);
    expect(await asked(await site.open('#/overview?metric=throughput'), false)).toBeGreaterThan(0);
  });

  it('puts another metric into the rows that the overview has, whatever their order, and other columns into the cells in sight', async () => {
    const page = await site.open('#/overview?rows=all&metric=throughput');
    const [rows, name] = [page.locator('.overview tbody'), page.locator('.overview tbody th').first()];
    const [first, before] = [await rows.first().elementHandle(), await name.innerText()];
    await goTo(page, '#/overview?rows=all&metric=latencyP99');
    expect((await name.innerText()).split(/\s/)[0]).not.toBe(before.split(/\s/)[0]);
    expect(await first?.evaluate(body => body === document.querySelector('.overview tbody'))).toBe(true);

    const picture = await page.locator('.overview td svg').first().elementHandle();
    const work = await workOf(page, '#/overview?rows=all&metric=latencyP99&cols=gc');
    expect(await rows.first().locator('tr').first().locator('td').count()).toBe(5);
    expect(await picture?.evaluate(svg => svg === document.querySelector('.overview td svg'))).toBe(true);
    // Those out of sight, too, take the values of other columns: 40 rows have four of their five pictures.
    expect(work.kept).toBeGreaterThan(40 * 4 * 8);
    expect(await page.locator('.overview td').count()).toBe(200);
    expect(await page.locator('.overview tr.stale').count()).toBe(0);
  });

  it('makes fewer elements for words in the field of scenarios than for another metric, and without them those of what they hid', async () => {
    const page = await site.open('#/overview?rows=all&metric=peakRss');
    const metric = await workOf(page, '#/overview?rows=all&metric=throughput');
    const words = await workOf(page, '#/overview?rows=all&metric=throughput&scenario=hello');
    // Two of the five scenarios, each of 40 cells, are hidden.
    expect(await page.locator('.overview td').count()).toBe(120);
    expect([words.requests, words.made < metric.made]).toEqual([[], true]);
    const none = await workOf(page, '#/overview?rows=all&metric=throughput');
    expect(await page.locator('.overview td').count()).toBe(200);
    expect(none.requests).toEqual([]);
    expect(none.made).toBeLessThanOrEqual(80 * 20);
  });

  it('draws 200 cells from few elements each, and first those that a screen shows', async () => {
    const page = await site.open('#/overview?rows=all&metric=throughput');
    // A cell has 10, with a change 17; rows, choices and the answer share what is left.
    expect(await page.locator('main *').count()).toBeLessThanOrEqual(200 * 20);
    await goTo(page, '#/trend');
    const [pictures = Number.NaN, elements = Number.NaN] = await page.evaluate(async () => {
      const painted = new Promise(resolve => {
        addEventListener('hashchange', () => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      });
      location.hash = '#/overview?rows=all&metric=throughput';
      await painted;
      return ['.overview td svg.spark', 'main *'].map(each => document.querySelectorAll(each).length);
    });
    expect(pictures).toBeGreaterThan(0);
    // Twelve rows of four, and nothing beyond them before they are painted.
    expect(pictures).toBeLessThanOrEqual(48);
    expect(elements).toBeLessThanOrEqual(48 * 20 + 500);
  });

  it.each(views)('makes at most some thousand elements when the view %s is chosen', async view => {
    const page = await site.open(view === 'overview' ? '#/trend' : '#/overview');
    const work = await workOf(page, `#/${view}`);
    expect(work.made).toBeGreaterThan(50);
    // The largest, a run of 200 cells: a picture of the first scenario, and tables of all variants and of all raw files.
    expect(work.made).toBeLessThanOrEqual(view === 'run' ? 15_000 : 8_000);
  });

  it('loads no run document before one is shown', async () => {
    const page = await site.open();
    const names = await page.evaluate(() => performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname));
    expect(names.filter(name => name.startsWith('/runs/'))).toEqual([]);
  });

  it('asks for one file a chunk when another series is chosen, and for none when it was seen before', async () => {
    const page = await site.open('#/trend?last=300&metric=throughput');
    const work = await workOf(page, '#/trend?last=300&metric=latencyP50');
    expect(await page.locator('.axis-title').first().innerText()).toContain('p50');
    // 300 runs of chunks of 100 lie in four chunks at most.
    expect(work.requests.length).toBeGreaterThan(0);
    expect(work.requests.length).toBeLessThanOrEqual(4);
    expect(work.requests.filter(path => !path.startsWith('/series/latencyP50/'))).toEqual([]);
    // The chart takes the new values; the choices, the change points and the events of hundreds of elements stay.
    expect(work.made).toBeLessThanOrEqual(20);
    expect(work.kept).toBeGreaterThan(300);

    const back = await workOf(page, '#/trend?last=300&metric=throughput');
    expect(back.requests).toEqual([]);
    expect(back.made).toBeLessThanOrEqual(60);
  });

  it('shows a trend of files that the overview has loaded before the next paint', async () => {
    const page = await site.open('#/overview?metric=throughput');
    const shown = await page.evaluate(async () => {
      const changed = new Promise(resolve => addEventListener('hashchange', () => setTimeout(resolve)));
      location.hash = '#/trend?metric=throughput&last=100';
      await changed;
      return document.querySelector('main .loading') === null && document.querySelector('.uplot canvas') !== null;
    });
    expect(shown).toBe(true);
  });

  it('asks for nothing when the matrix shows another metric, and keeps its cells', async () => {
    const page = await site.open('#/matrix');
    const cells = await page.locator('table.heat td.cell').count();
    const work = await workOf(page, '#/matrix?metric=peakRss');
    expect(await page.innerText('table.heat caption')).toContain('RSS');
    expect(work.requests).toEqual([]);
    // Where a change has become significant, or is it no more, a cell gets other marks; the table, its rows and the choices stay.
    expect(work.made).toBeLessThanOrEqual(2 * cells);
    expect(work.kept).toBeGreaterThan(3 * cells);
  });

  it('asks for the document of another verdict alone, and puts it into the table of the one before', async () => {
    const page = await site.open('#/health');
    const links = page.locator('[aria-label="Table verdicts"] tbody th a');
    const [newest = '', before = ''] = await links.evaluateAll(all => all.map(each => each.getAttribute('href') ?? ''));
    await goTo(page, newest);
    const work = await workOf(page, before);
    expect(await page.innerText('[aria-label^="Table verdict-"] caption')).toContain('Gate of generated-change-2');
    expect(work.requests.length).toBe(1);
    // Links to what traced rounds showed, which the newest verdict alone has, come and go.
    expect(work.made).toBeLessThanOrEqual(20);
    expect(work.kept).toBeGreaterThan(200);
  });

  it('shows a view with the chosen one of a long list, and makes the others a moment later', async () => {
    const page = await site.open('#/matrix');
    await goTo(page, '#/overview');
    const shown = await page.evaluate(async () => {
      const changed = new Promise(resolve => addEventListener('hashchange', () => setTimeout(resolve)));
      location.hash = '#/matrix';
      await changed;
      return [...document.querySelectorAll('main .choice:first-child option')].map(option => option.textContent);
    });
    expect(shown).toEqual(['newest']);
    await settled(page);
    const list = page.getByLabel('Run', { exact: true });
    expect([await list.locator('option').count(), await list.inputValue()]).toEqual([201, '']);
  });

  it.each([
    // Of ten scenarios a screen shows the sentence of the first, two of its blocks, and what all of its metrics are folded in.
    ['run', ['.headline', 'table.picture', 'main details'], [1, 2, 1]],
    ['gc', ['[aria-label="Table gc-modes"]', 'section[aria-label^="GC mode "]'], [1, 0]],
    ['versions', ['.forest-plot', '[aria-label^="Table versions-"]'], [1, 0]],
    ['trend', ['.uplot canvas', '[aria-label="Table change-points"]'], [1, 0]],
  ])('shows of the view %s what a screen shows, and makes what stands below it a moment later', async (view, selectors, first) => {
    const page = await site.open(`#/${view}`);
    await goTo(page, '#/overview');
    const shown = await page.evaluate(
      async ({ hash, all }) => {
        const changed = new Promise(resolve => addEventListener('hashchange', () => setTimeout(resolve)));
        location.hash = hash;
        await changed;
        return all.map(each => document.querySelectorAll(each).length);
      },
      { hash: `#/${view}`, all: selectors },
    );
    expect(shown).toEqual(first);
    await settled(page);
    // The last of them is what waits.
    expect(await page.locator(selectors.at(-1) ?? '').count()).toBeGreaterThan(first.at(-1) ?? Number.NaN);
  });

  it('draws the charts of a view one at a time, so that what is chosen meanwhile does not wait for all', async () => {
    const page = await site.open('#/gc');
    await goTo(page, '#/run');
    await page.evaluate(() => {
      const charts = { all: 0, most: 0 };
      // It is told at the end of a task what that has put into the page.
      const observer = new MutationObserver(changes => {
        const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
        const made = added.filter(node => node instanceof Element && node.matches('.uplot')).length;
        charts.all += made;
        charts.most = Math.max(charts.most, made);
      });
      observer.observe(document.body, { childList: true, subtree: true });
      Object.assign(globalThis, { perfmatrixCharts: charts });
    });
    await goTo(page, '#/gc');
    const drawn = await page.evaluate(() => (globalThis as unknown as Watched).perfmatrixCharts);
    expect(drawn.all).toBeGreaterThan(10);
    // Those that a screen shows may come together.
    expect(drawn.most).toBeLessThan(5);
  });

  it('asks for nothing when another metric is compared, and makes a few ticks anew', async () => {
    const page = await site.open('#/compare');
    const work = await workOf(page, '#/compare?metric=peakRss');
    expect(await page.textContent('.plot-frame .axis-title')).toContain('RSS');
    expect(work.requests).toEqual([]);
    // Ticks are two elements and a group each, and there are at most twelve.
    expect(work.made).toBeLessThanOrEqual(36);
    expect(work.kept).toBeGreaterThan(300);
  });
});
