import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectNoOverflow,
  goTo,
  launch,
  missingHistory,
  open,
  overlaps,
  photograph,
  program,
  root,
  settled,
  tabThrough,
  temporaryFolder,
  violations,
  workOf,
} from './browser.ts';

const views = ['trend', 'matrix', 'compare', 'upgrade', 'gc', 'run', 'health'] as const;

/** A server of the real command line; the caller ends it. */
async function serve(history: string): Promise<{ address: string; end: () => void }> {
  const server: ChildProcess = spawn(program, ['site', 'serve', '--history', history], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: server.stdout as NodeJS.ReadableStream })) {
    const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(line)?.[0];
    if (address !== undefined) return { address, end: () => server.kill('SIGINT') };
  }
  throw new Error('site serve ended without an address');
}

/** A generated history; made again only when the program is newer, because the large one takes its time. */
function demo(runs: number, cells: number): string {
  const folder = join(root, `artifacts/test/demo-${runs}-${cells}`);
  const truth = join(folder, 'truth.json');
  if (existsSync(truth) && statSync(truth).mtimeMs > statSync(program).mtimeMs) return folder;
  rmSync(folder, { recursive: true, force: true });
  execFileSync(program, ['history', 'demo', '--out', folder, '--runs', String(runs), '--cells', String(cells)], {
    cwd: root,
    stdio: 'ignore',
  });
  return folder;
}

const edit = (file: string, change: (text: string) => string) => writeFileSync(file, change(readFileSync(file, 'utf8')));

describe.skipIf(missingHistory !== null)(`the site of a history${missingHistory === null ? '' : ` (skipped: ${missingHistory})`}`, () => {
  let browser: Browser;
  let site: { address: string; end: () => void };

  beforeAll(async () => {
    browser = await launch();
    site = await serve(demo(1000, 200));
  });

  afterAll(async () => {
    site.end();
    await browser.close();
  });

  it.each(['light', 'dark'] as const)('has no violation that axe finds, no overlapping labels, in any view, %s', async colorScheme => {
    const page = await open(browser, site.address, { colorScheme });
    for (const view of views) {
      await goTo(page, `#/${view}`);
      expect(await violations(page), view).toEqual([]);
      expect(await overlaps(page), view).toEqual([]);
    }
    expect(page.problems).toEqual([]);
  });

  it.each([360, 1440])('fits %i px in every view, without labels over each other, and is photographed', async width => {
    const page = await open(browser, site.address, { viewport: { width, height: 800 } });
    for (const view of views) {
      await goTo(page, `#/${view}`);
      await expectNoOverflow(page);
      expect(await overlaps(page), view).toEqual([]);
      await photograph(page, `site-${view}`);
    }
    expect(page.problems).toEqual([]);
  });

  it('answers on the first screen whether it is getting slower, with unit and direction on the chart', async () => {
    const page = await open(browser, site.address);
    expect(await page.innerText('.answer.big')).toMatch(/^(✗ Yes|✓ No): /);
    expect(await page.innerText('.axis-title')).toMatch(/%.*\((higher|lower) is better\)/);
    expect(await page.locator('.uplot canvas').count()).toBe(1);
    const box = await page.locator('.uplot').boundingBox();
    expect((box?.y ?? 900) + (box?.height ?? 900)).toBeLessThan(900);
    // PERFMATRIX_SCREENSHOT=1 scripts/test-site makes the one of the README anew.
    const path = process.env.PERFMATRIX_SCREENSHOT ? 'reports/site/screenshot.png' : 'artifacts/test/site-trend.png';
    await page.screenshot({ path: join(root, path) });
  });

  it('transfers at most 1 MB at first, and asks no other host', async () => {
    const page = await open(browser, site.address);
    const bytes = await page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce(
        (sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize,
        0,
      ),
    );
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(1_000_000);
    expect(page.problems).toEqual([]);
  });

  it('links the feed and the badges, and all of them are there', async () => {
    const page = await open(browser, site.address);
    const links = await page.locator('footer a').evaluateAll(all => all.map(each => (each as HTMLAnchorElement).href));
    expect(links.map(link => new URL(link).pathname)).toEqual(['/changes.atom', '/badges/gate.svg', '/badges/aa.svg']);
    for (const link of links) expect((await page.request.get(link)).status(), link).toBe(200);
    expect(await page.locator('footer img').evaluateAll(all => all.every(each => (each as HTMLImageElement).naturalWidth > 50))).toBe(true);
  });

  it('shows in every view of the demo what the view is for', async () => {
    const page = await open(browser, site.address);
    const shown = {
      matrix: 'table.heat td.cell',
      compare: 'circle.dot',
      upgrade: 'g.forest',
      gc: '[aria-label="Table gc-modes"] td',
      run: 'table',
      health: 'svg.power',
    };
    for (const [view, what] of Object.entries(shown)) {
      await goTo(page, `#/${view}`);
      expect(await page.locator(what).count(), view).toBeGreaterThan(0);
    }
  });

  it('loads no run document before one is shown', async () => {
    const page = await open(browser, site.address);
    const names = await page.evaluate(() => performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname));
    expect(names.filter(name => name.startsWith('/runs/'))).toEqual([]);
  });

  it('shows the same from a link, and Back goes through what was shown', async () => {
    const page = await open(browser, site.address);
    const first = await page.innerText('main');
    await page.getByLabel('Runs', { exact: true }).selectOption('100');
    await settled(page);
    await page.getByLabel('Add a cell').selectOption({ index: 5 });
    await settled(page);
    const second = await page.innerText('main');
    expect(second).not.toBe(first);
    const again = await open(browser, page.url());
    expect(await again.innerText('main')).toBe(second);
    await page.goBack();
    await page.goBack();
    await settled(page);
    expect(await page.innerText('main')).toBe(first);
  });

  it('moves through the chart with the arrow keys, reads the point out, and opens its run', async () => {
    const page = await open(browser, site.address);
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

  it('has the chart as a table with a row a run', async () => {
    const page = await open(browser, `${site.address}#/trend?last=100`);
    await page.getByText('The chart as a table').click();
    // The table is made when it is opened.
    await page.waitForSelector('[aria-label^="Table trend-"] tbody tr');
    expect(await page.locator('[aria-label^="Table trend-"] tbody tr').count()).toBe(100);
  });

  it('copies a link that names the run, so that it still shows it after the next one', async () => {
    const page = await open(browser, `${site.address}#/matrix`, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/#\/matrix\?run=\w+/);
  });

  it('finds a run by its commit', async () => {
    const page = await open(browser, site.address);
    const commit = (await page.locator('[aria-label="Table change-points"] td:nth-of-type(2)').first().innerText()).split('..')[1] ?? '';
    await page.getByRole('combobox', { name: /Search/ }).fill(commit);
    await page.waitForSelector('[role=option]');
    expect(await page.innerText('[role=option]')).toContain(commit);
  });

  it('asks for one file a chunk when another series is chosen, and for none when it was seen before', async () => {
    const page = await open(browser, `${site.address}#/trend?last=300&metric=throughput`);
    const work = await workOf(page, '#/trend?last=300&metric=latencyP50');
    expect(await page.locator('.axis-title').first().innerText()).toContain('p50');
    // 300 runs of chunks of 100 lie in four chunks at most.
    expect(work.requests.length).toBeGreaterThan(0);
    expect(work.requests.length).toBeLessThanOrEqual(4);
    expect(work.requests.filter(path => !path.startsWith('/series/latencyP50/'))).toEqual([]);
    // The chart is drawn anew; the choices, the change points and the events of hundreds of elements stay.
    expect(work.made).toBeLessThanOrEqual(60);
    expect(work.kept).toBeGreaterThan(300);

    const back = await workOf(page, '#/trend?last=300&metric=throughput');
    expect(back.requests).toEqual([]);
    expect(back.made).toBeLessThanOrEqual(60);
  });

  it('asks for nothing when the matrix shows another metric, and keeps its cells', async () => {
    const page = await open(browser, `${site.address}#/matrix`);
    const cells = await page.locator('table.heat td.cell').count();
    const work = await workOf(page, '#/matrix?metric=peakRss');
    expect(await page.innerText('table.heat caption')).toContain('RSS');
    expect(work.requests).toEqual([]);
    // Where a change has become significant, or is it no more, a cell gets other marks; the table, its rows and the choices stay.
    expect(work.made).toBeLessThanOrEqual(2 * cells);
    expect(work.kept).toBeGreaterThan(3 * cells);
  });

  it('asks for nothing when another metric is compared, and makes a few ticks anew', async () => {
    const page = await open(browser, `${site.address}#/compare`);
    const work = await workOf(page, '#/compare?metric=peakRss');
    expect(await page.textContent('svg.plot .title')).toContain('RSS');
    expect(work.requests).toEqual([]);
    // Ticks are two elements and a group each, and there are at most twelve.
    expect(work.made).toBeLessThanOrEqual(36);
    expect(work.kept).toBeGreaterThan(300);
  });

  it('shows memory, heaps and pauses over time of a chosen run, loaded only then, each with units and a table', async () => {
    const page = await open(browser, `${site.address}#/matrix`);
    const loaded = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(entry => new URL(entry.name).pathname)
          .filter(path => path.startsWith('/timelines/')),
      );
    expect(await loaded()).toEqual([]);
    await goTo(page, '#/gc');
    expect((await loaded()).length).toBe(1);
    const modes = page.locator('section[aria-label^="GC mode "]');
    expect(await modes.count()).toBe(5);
    expect(await modes.locator('.uplot canvas').count()).toBe(15);
    const first = modes.first();
    expect(await first.locator('.axis-title:not(.x)').allInnerTexts()).toEqual([
      'Memory, MiB (lower is better)',
      'Heaps in use',
      'Pause of each collection, ms (lower is better)',
    ]);
    await first.getByText('Memory as a table').click();
    await first.getByText('Heaps and pauses as a table').click();
    const table = (name: string) => first.locator(`[aria-label^="Table ${name}"] tbody tr`);
    await table('memory').first().waitFor();
    await table('collections').first().waitFor();
    for (const name of ['memory', 'collections']) {
      expect(await table(name).count(), name).toBeGreaterThan(50);
      expect(await table(name).count(), name).toBeLessThanOrEqual(240);
    }
    expect(await first.innerText()).toMatch(/Thinned for the site: \d+ of 601 moments/);

    const chart = first.getByRole('application', { name: /^Pause/ });
    await chart.focus();
    await page.keyboard.press('End');
    expect(await first.locator('.point').last().innerText()).toMatch(/s: generation \d.*, \d heaps?, pause [\d.]+ ms/);

    await page.getByLabel('Run', { exact: true }).selectOption({ index: 2 });
    await settled(page);
    expect((await loaded()).length).toBe(2);
    expect(await modes.count()).toBe(5);
    await page.getByLabel('Run', { exact: true }).selectOption({ index: 3 });
    await settled(page);
    expect((await loaded()).length).toBe(2);
    expect(await page.innerText('main')).toContain('No memory over time');
    expect(page.problems).toEqual([]);
  });

  it('links the documents of a run, and they are there; the one that was measured with its hash', async () => {
    const page = await open(browser, `${site.address}#/run`);
    const table = page.locator('[aria-label^="Table documents-"]');
    const links = await table.locator('a').evaluateAll(all => all.map(each => (each as HTMLAnchorElement).href));
    expect(links.map(link => new URL(link).pathname.split('/')[1])).toEqual(['runs', 'timelines']);
    for (const link of links) expect((await page.request.get(link)).status(), link).toBe(200);
    expect(await table.locator('tr', { hasText: 'as measured' }).locator('code').getAttribute('title')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('says in the upgrade view that all comparisons are judged together, how many, and that nothing is missing', async () => {
    const page = await open(browser, `${site.address}#/upgrade`);
    const text = await page.innerText('main');
    const cells = await page.locator('[aria-label^="Table upgrade-"] tbody tr').count();
    // Five metrics are tested, allocations are judged by a rule of their own.
    expect(text).toContain(`All ${5 * cells} comparisons of this view are judged together`);
    expect(text).toContain('Benjamini-Hochberg');
    expect(text).toContain('Nothing is missing');
  });

  it('says same by the bound of the gate, 5 %', async () => {
    const page = await open(browser, `${site.address}#/matrix`);
    expect(await page.innerText('main')).toContain('= same: effects beyond 5 % are excluded');
  });
});

describe.skipIf(missingHistory !== null)(`a history with faults${missingHistory === null ? '' : ` (skipped: ${missingHistory})`}`, () => {
  const folder = missingHistory === null ? temporaryFolder() : { path: '', remove: () => {} };
  let whole: string;
  let browser: Browser;

  beforeAll(async () => {
    // Long enough for a change point: a shorter one has none, and then the branch has no changes.json.
    whole = demo(300, 12);
    browser = await launch();
  });

  afterAll(async () => {
    await browser.close();
    folder.remove();
  });

  /** Spoils a copy of the history and looks at it. */
  async function spoiled(
    spoil: (history: string) => void,
    look: (page: Page & { problems: string[] }, history: string) => Promise<void>,
    view = '',
  ): Promise<void> {
    const copy = join(folder.path, 'copy');
    cpSync(whole, copy, { recursive: true });
    spoil(copy);
    const site = await serve(copy);
    try {
      const page = await open(browser, site.address + view);
      await look(page, copy);
      expect(page.problems).toEqual([]);
    } finally {
      site.end();
      rmSync(copy, { recursive: true });
    }
  }

  it('names a missing shard, shows the rest, and a retry brings it', () =>
    spoiled(
      history => rmSync(join(history, 'series'), { recursive: true }),
      async (page, history) => {
        expect(await page.textContent('main')).toMatch(/series\/.*not found on the server/);
        expect(await page.innerText('main')).toContain('Change points');
        cpSync(join(whole, 'series'), join(history, 'series'), { recursive: true });
        await page.getByText('data files of this range do not exist').click();
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.waitForSelector('.uplot canvas');
      },
    ));

  it.each([
    ['changes.json', '{"schemaVersion":1,', 'not valid JSON'],
    ['changes.json', '{"schemaVersion":9,"changes":[]}', 'schemaVersion is 9'],
    ['events.json', '[]', 'no schemaVersion'],
  ])('names a damaged %s (%s) and shows the chart all the same', (file, content, expected) =>
    spoiled(
      history => writeFileSync(join(history, file), content),
      async page => {
        expect(await page.innerText('.problem')).toContain(file);
        expect(await page.innerText('.problem')).toContain(expected);
        expect(await page.locator('.uplot canvas').count()).toBe(1);
      },
    ),
  );

  const kinds = [
    ['damaged', '{"schemaVersion":1,', 'not valid JSON'],
    ['newer', '{"schemaVersion":9}', 'schemaVersion is 9'],
    ['emptied', '{"schemaVersion":1}', 'missing'],
  ] as const;

  /** The last part of the name of every file below a folder of a history. */
  const filesIn = (history: string, folder: string) =>
    (readdirSync(join(history, folder), { recursive: true }) as string[])
      .filter(name => name.endsWith('.json'))
      .map(name => join(folder, name));

  const runsOf = (history: string) => filesIn(history, 'runs').sort();

  it.each(kinds)('names a %s shard in the trend, and draws what the others hold', (_, content, expected) =>
    spoiled(
      history => {
        for (const file of filesIn(history, 'series').filter(name => name.endsWith('/2.json'))) writeFileSync(join(history, file), content);
      },
      async page => {
        expect(await page.innerText('.problem')).toMatch(/series\/.*\/2\.json/);
        expect(await page.innerText('.problem')).toContain(expected);
        expect(await page.locator('.uplot canvas').count()).toBe(1);
        expect(await page.innerText('main')).toContain('Change points');
        await goTo(page, '#/matrix');
        expect(await page.locator('table.heat td.cell').count()).toBeGreaterThan(0);
        expect(await page.locator('.problem').count()).toBe(0);
      },
    ),
  );

  it.each(kinds)('names a %s run document in the views of that run, the others work, and a retry brings it', (_, content, expected) =>
    spoiled(
      history => writeFileSync(join(history, runsOf(history).at(-1) ?? ''), content),
      async (page, history) => {
        const [older, newest] = runsOf(history).slice(-2) as [string, string];
        for (const view of ['matrix', 'compare', 'upgrade', 'gc', 'run']) {
          await goTo(page, `#/${view}`);
          expect(await page.innerText('.problem'), view).toContain(newest);
          expect(await page.innerText('.problem'), view).toContain(expected);
        }
        await goTo(page, `#/matrix?run=${basename(older, '.json')}`);
        expect(await page.locator('table.heat td.cell').count()).toBeGreaterThan(0);
        await goTo(page, '#/trend');
        expect(await page.locator('.uplot canvas').count()).toBe(1);
        expect(await page.locator('.problem').count()).toBe(0);

        cpSync(join(whole, newest), join(history, newest));
        await goTo(page, '#/run');
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByRole('heading', { name: 'Environment' }).waitFor();
        expect(await page.locator('.problem').count()).toBe(0);
      },
    ),
  );

  it.each(kinds)('names a %s catalogue; the answer, the change points and every run are shown without it', (_, content, expected) =>
    spoiled(
      history => writeFileSync(join(history, 'catalogue.json'), content),
      async page => {
        await goTo(page, '#/trend');
        expect(await page.innerText('.problem')).toContain('catalogue.json');
        expect(await page.innerText('.problem')).toContain(expected);
        expect(await page.innerText('.answer.big')).toMatch(/^(✗ Yes|✓ No): /);
        expect(await page.locator('[aria-label="Table change-points"] tbody tr').count()).toBeGreaterThan(0);
        const shown = { matrix: 'table.heat td.cell', compare: 'circle.dot', upgrade: 'g.forest', gc: '.uplot canvas', run: 'table' };
        for (const [view, what] of Object.entries(shown)) {
          await goTo(page, `#/${view}`);
          expect(await page.innerText('.problem'), view).toContain('catalogue.json');
          expect(await page.locator(what).count(), view).toBeGreaterThan(0);
        }
        await goTo(page, '#/health');
        expect(await page.locator('.problem').count()).toBe(0);
      },
    ),
  );

  it.each(kinds)('names a %s file of timelines in the GC lab, and shows its table', (_, content, expected) =>
    spoiled(
      history => {
        for (const file of filesIn(history, 'timelines')) writeFileSync(join(history, file), content);
      },
      async page => {
        await goTo(page, '#/gc');
        expect(await page.innerText('.problem')).toContain('timelines/');
        expect(await page.innerText('.problem')).toContain(expected);
        expect(await page.locator('[aria-label="Table gc-modes"] td').count()).toBeGreaterThan(0);
      },
    ),
  );

  it.each(kinds)('names a %s table that runs share', (_, content, expected) =>
    spoiled(
      history => {
        for (const file of filesIn(history, 'tables')) writeFileSync(join(history, file), content);
      },
      async page => {
        await goTo(page, '#/matrix');
        expect(await page.innerText('.problem')).toContain('tables/');
        expect(await page.innerText('.problem')).toContain(expected);
      },
    ),
  );

  it('can be used with the keyboard alone in every view: all of it is reached, shows the focus, and does something', () =>
    served(whole, async page => {
      for (const view of views) {
        await page.goto(`${new URL(page.url()).origin}/#/${view}`);
        await page.reload();
        await settled(page);
        const { stops, missed, unmarked } = await tabThrough(page);
        expect(stops, view).toBeGreaterThan(1);
        expect(missed, view).toEqual([]);
        expect(unmarked, view).toEqual([]);
        const before = page.url();
        // A list of choices where the view has one, else a link inside the view.
        const choice = page.locator('main select:has(option:nth-child(2))').first();
        const isList = (await choice.count()) > 0;
        await (isList ? choice : page.locator('main a[href^="#/"]').first()).focus();
        const isLast =
          isList && (await choice.evaluate(list => (list as HTMLSelectElement).selectedIndex === (list as HTMLSelectElement).length - 1));
        await page.keyboard.press(isLast ? 'ArrowUp' : isList ? 'ArrowDown' : 'Enter');
        await settled(page);
        expect(page.url(), view).not.toBe(before);
        expect(await page.locator('.problem').count(), view).toBe(0);
      }
    }));

  it('says of a history that it cannot read why, instead of a blank page', () =>
    spoiled(
      history => edit(join(history, 'index.json'), text => text.replace('"schemaVersion":1', '"schemaVersion":9')),
      async page => expect(await page.innerText('.problem')).toMatch(/index\.json.*schemaVersion is 9/s),
    ));

  it('says of a run that is gone that it is gone', () =>
    spoiled(
      () => {},
      async page => expect(await page.innerText('.problem')).toMatch(/runs\/2020\/.*404/s),
      '#/run?run=20200101T000000000Z-0000',
    ));

  it('runs no script from names and messages', () =>
    spoiled(
      history => {
        const hostile = '<img src=x onerror=alert(1)></script><script>alert(2)</script>';
        const poison = (text: string) =>
          text.replaceAll('hello-minimal/', `${hostile.replaceAll('"', '')}/`).replaceAll('https://', 'javascript:alert(3)//');
        for (const file of [
          'catalogue.json',
          'changes.json',
          'index.json',
          ...readdirSync(join(history, 'tables')).map(name => `tables/${name}`),
        ])
          edit(join(history, file), poison);
      },
      async page => {
        for (const view of views) {
          await goTo(page, `#/${view}`);
          expect(await page.locator('a[href^="javascript:"], main img, main script').count(), view).toBe(0);
        }
        await goTo(page, '#/trend');
        expect(await page.innerText('main')).toContain('<img src=x');
      },
    ));

  it('shows every view of a history of one run', () => {
    return served(demo(1, 12), async page => {
      for (const view of views) {
        await goTo(page, `#/${view}`);
        expect((await page.innerText('main')).length, view).toBeGreaterThan(20);
      }
      await goTo(page, '#/trend');
      expect(await page.innerText('.answer.big')).toContain('one run is too few');
    });
  });

  it('does not know whether it is getting slower where no run measured a reference, and says how to pin one', () =>
    spoiled(
      history => {
        for (const name of readdirSync(join(history, 'index')))
          edit(join(history, 'index', name), text => text.replaceAll(/"reference":\d+/g, '"reference":null'));
        edit(join(history, 'index.json'), text => text.replace(/"marks":\d+/, '"marks":0'));
      },
      async page => {
        await goTo(page, '#/trend');
        const said = await page.innerText('.answer.big');
        expect(said).toMatch(/^\? Not known yet: no reference was measured/);
        expect(said).toContain('crank/reference.yml');
      },
    ));

  it('says in every view of an empty history that it is empty', () => {
    const empty = join(folder.path, 'empty');
    mkdirSync(empty);
    writeFileSync(
      join(empty, 'index.json'),
      JSON.stringify({
        schemaVersion: 1,
        runs: 0,
        chunk: 100,
        chunks: 0,
        newest: null,
        repository: null,
        verdict: null,
        selftest: null,
        marks: 0,
        problems: [],
      }),
    );
    return served(empty, async page => {
      for (const view of views) {
        await goTo(page, `#/${view}`);
        expect(await page.innerText('main'), view).toMatch(/empty|nothing has been published|not measured yet/i);
      }
    });
  });

  async function served(history: string, look: (page: Page) => Promise<void>): Promise<void> {
    const site = await serve(history);
    try {
      const page = await open(browser, site.address);
      await look(page);
      expect(page.problems).toEqual([]);
    } finally {
      site.end();
    }
  }
});
