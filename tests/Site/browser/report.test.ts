import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleDocument } from '../unit/samples.ts';
import { expectAccessible, halfOf, narrowest } from './axe.ts';
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
  tabThrough,
  temporaryFolder,
  unfold,
  widths,
  writeReport,
} from './browser.ts';
import { cramped, expectNoOverflow, onPaper, overlaps, wordy } from './faults.ts';
import { missing, root } from './program.ts';

const views = ['run', 'matrix', 'compare', 'versions', 'gc'] as const;

describe.skipIf(missing !== null)(`report.html${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  const folder = missing === null ? temporaryFolder() : { path: '', remove: () => {} };
  let browser: Browser;
  let report: string;

  beforeAll(async () => {
    browser = await launch();
    report = writeReport(folder.path, sampleDocument());
  });

  afterAll(async () => {
    await browser.close();
    folder.remove();
  });

  // Of a history in every look: axe.test.ts.
  const halves = views.map((view, i) => [view, halfOf(i)] as const);

  it.each(halves)('has no violation that axe finds, no overlapping labels, in the view %s, all of it unfolded', async (view, half) => {
    const page = await open(browser, `${report}#/${view}`, narrowest);
    await unfold(page);
    await expectAccessible(page, view, async seen => expect(await overlaps(page), seen).toEqual([]), half);
    expect(page.problems).toEqual([]);
  });

  it.each(widths)('fits %i px in every view, without labels over each other, and is photographed', async width => {
    const page = await open(browser, report, { viewport: { width, height: 800 } });
    for (const view of views) {
      await goTo(page, `#/${view}`);
      await expectNoOverflow(page);
      if (width <= 380 || width === 1440) expect(await cramped(page), view).toEqual([]);
      expect(await wordy(page), view).toEqual([]);
      expect(await overlaps(page), view).toEqual([]);
      await photograph(page, `report-${view}`);
    }
    expect(page.problems).toEqual([]);
  });

  it('prints every view on light paper, all of its tables, and without what can only be clicked', async () => {
    const page = await open(browser, report);
    for (const view of views) {
      await goTo(page, `#/${view}`);
      expect(await onPaper(page), view).toEqual([]);
    }
    expect(page.problems).toEqual([]);
  });

  it.each(views)('has nothing in the view %s that the Tab key does not reach, or that does not show the focus', async view => {
    const page = await open(browser, `${report}#/${view}`);
    const { stops, missed, unmarked } = await tabThrough(page);
    expect(stops).toBeGreaterThan(1);
    expect([missed, unmarked]).toEqual([[], []]);
  });

  it('links the run document that it lies beside, with the hash of that very file', async () => {
    const page = await open(browser, `${report}#/run`);
    const table = page.locator('[aria-label^="Table documents-"]');
    const file = fileURLToPath(await table.locator('a').evaluate(link => (link as HTMLAnchorElement).href));
    const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
    expect(await table.locator('code').getAttribute('title')).toBe(hash);
  });

  it('states in the view of versions what could not be compared, and why', async () => {
    const page = await open(browser, `${report}#/versions?from=net8.0&to=net9.0`);
    expect(await page.innerText('[aria-label="Table gaps-net8.0-net9.0"]')).toMatch(
      /datas · 2 cores\s+net9\.0 failed: all 6 rounds failed/,
    );
    expect(await page.innerText('main')).toMatch(/All \d+ comparisons of this view are judged together/);
  });

  it('says in the view of versions of what never runs side by side that it has no picture, and what to run for the rest', async () => {
    const page = await open(browser, `${report}#/versions?axis=cores`);
    expect(await page.innerText('main .empty')).toContain('No cell was measured with 1 core and 2 cores side by side');
    await page.getByText('What else could be compared, and how to measure it').click();
    const commands = page.locator('details .words li');
    // What is in a fold is made when it is open.
    await commands.nth(2).waitFor();
    expect(await commands.allInnerTexts()).toEqual([
      'Code, packages, build: perfmatrix compare main',
      'Memory limit: perfmatrix run --memory none,512MiB',
      'CPU limit: perfmatrix run --cpu-limit none,500m',
    ]);
    await page.getByRole('link', { name: 'Values in the matrix' }).click();
    await settled(page);
    expect(page.url()).toContain('#/matrix?rows=scenario&cols=cores');
    expect(page.problems).toEqual([]);
  });

  it('says of a run with one value on every axis which commands measure two', async () => {
    const document = sampleDocument();
    const variants = document.variants.slice(0, 1);
    const of = (id: string) => variants.some(variant => variant.id === id);
    const alone = temporaryFolder();
    try {
      const single = {
        ...document,
        variants,
        blocks: document.blocks.map(block => ({ ...block, variants: block.variants.filter(of) })),
        samples: document.samples.filter(sample => of(sample.variant)),
        pairs: [],
      };
      const page = await open(browser, `${writeReport(alone.path, single)}#/versions`);
      expect(await page.innerText('main .empty')).toContain('one value on every axis');
      expect(await page.innerText('main .words')).toContain('Runtime: perfmatrix run --runtime net8.0,net10.0');
      expect(await page.locator('main .words li').count()).toBe(5);
      expect(page.problems).toEqual([]);
    } finally {
      alone.remove();
    }
  });

  it('begins with the run as a picture: the sentences of the terminal, every variant against the anchor, the best first', async () => {
    const page = await open(browser, report);
    expect(await page.innerText('h1')).toBe('Run');
    expect(await page.innerText('main .answer')).toBe('⚠ Incomplete, 1 variant failed, 1 warning: see below the pictures.');
    const group = page.getByRole('region', { name: 'hello-controllers, 2 cores', exact: true });
    expect(await group.locator('.headline').innerText()).toMatch(/^Fastest: net10\.0 \S+.*; smallest memory: /);
    expect(await group.locator('thead th').allInnerTexts()).toEqual([
      'Variant',
      'Throughput, requests/s (higher is better)',
      expect.stringMatching(/^p99.*\(lower is better\)$/i),
      'Peak RSS, MiB (lower is better)',
    ]);
    const rows = group.locator('tbody tr');
    expect(await rows.count()).toBe(8);
    expect(await rows.locator('svg line.anchor').count()).toBe(24);
    // Seven are compared with the anchor; one of them has too few rounds for an interval.
    expect(await rows.locator('td:nth-of-type(1) svg line.interval').count()).toBe(6);
    const few = await group.locator('td:has(circle.open) .numbers').first().innerText();
    expect(few).toMatch(/^[\d.,]+\s+\?\s+too few rounds \(5, needs 6\)$/);
    const changes = (await rows.locator('td:nth-of-type(1)').allInnerTexts()).map(text =>
      Number(/[✓✗] ([+−][\d.]+) %/.exec(text)?.[1]?.replace('−', '-') ?? Number.NaN),
    );
    const known = changes.filter(Number.isFinite);
    expect(known.length).toBeGreaterThan(2);
    expect(known).toEqual([...known].sort((a, b) => b - a));
    expect(await group.innerText()).toContain('failed net9.0 datas: all 6 rounds failed');
    await rows.locator('a').first().click();
    await settled(page);
    expect(page.url()).toContain('#/compare?b=hello-controllers/');
  });

  it('shows the GC modes of the newest runtime, throughput against memory, and the same as a table', async () => {
    const page = await open(browser, report);
    const group = page.getByRole('region', { name: 'hello-controllers, 2 cores', exact: true });
    expect(await group.locator('h3').innerText()).toBe('Throughput against memory: the GC modes of net10.0');
    const plot = group.getByRole('img', { name: /^Peak RSS, .* against Throughput, .*; the table below has every number$/ });
    expect(await plot.locator('circle').count()).toBe(3);
    const legend = await group.locator('p.answer:not(.headline) ~ .legend').first().innerText();
    expect(legend).toBe('Better and same as the gate judges them, by these two metrics only. What to choose');
    await group.getByText('The picture as a table').click();
    const rows = group.locator('[aria-label="Table pareto"] tbody tr');
    await rows.nth(2).waitFor();
    expect((await rows.allInnerTexts()).map(text => text.split('\t')[0])).toEqual(['workstation', 'server', 'datas']);
    expect(await rows.nth(1).innerText()).toMatch(/[+−][\d.]+ %\s+[+−][\d.]+ to [+−][\d.]+ %/);
  });

  it('has every metric of a group with its interval in a table that is made when it is opened, on paper, too', async () => {
    const page = await open(browser, report);
    const table = page.locator('[aria-label="Table metrics-hello-controllers-2-cores"]');
    expect(await table.count()).toBe(0);
    await page.getByText('All metrics of hello-controllers, 2 cores').click();
    await table.locator('tbody tr').first().waitFor();
    await settled(page);
    const heads = ['Metric', 'Variant', 'Median', 'Unit', 'Change, %', '95 % interval', 'Against', 'Rounds'];
    expect(await table.locator('thead th').allInnerTexts()).toEqual(heads);
    const rows = await table.locator('tbody tr').allTextContents();
    for (const metric of ['Throughput', 'CPU/req', 'p50', 'Alloc/req', 'GC pause', 'Peak RSS', 'Start-up'])
      expect(rows.filter(row => row.startsWith(`${metric} (`)).length, metric).toBe(8);
    const best = await table.locator('tbody tr:has-text("CPU/req")').first().innerText();
    expect(best).toMatch(
      /^CPU\/req \(lower is better\)\s+net\S+ \w+\s+[\d.,]+\s+µs\s+✓ −[\d.]+ %.*−[\d.]+ to −[\d.]+ %\s+net8\.0 workstation\s+\d+$/s,
    );
    const csv = await fileOf(buttonOf(page, /^CSV of table metrics-/));
    expect(csv.suggestedFilename()).toBe('metrics-hello-controllers-2-cores.csv');
    expect(page.problems).toEqual([]);
  });

  it('shows the matrix with unit and direction', async () => {
    const page = await open(browser, `${report}#/matrix`);
    expect(await page.textContent('table.heat caption')).toBe(
      'Throughput, requests/s (higher is better); hello-controllers, 2 cores; change against: the anchor of its block, net8.0 workstation',
    );
    const text = await page.innerText('table.heat');
    expect(text).toContain('failed');
    expect(text).toMatch(/✓ \+12\.0 %/);
    expect(text).toMatch(/\? too few rounds/);
    expect(await page.locator('.scroll:has(table.heat) ~ .legend').first().innerText()).toContain('; ? too few rounds; σ: noise');
    // For whoever has no pointer to hold over a cell, too.
    expect(await page.locator('table.heat .interval-text').count()).toBe(6);
    expect(await page.textContent('table.heat')).toMatch(/✓ \+12\.0 %, better [\d.]+ σ95 % interval \+\d+\.\d to \+\d+\.\d %/);
    expect(await page.innerText('main details')).toContain('exited with code 134');
  });

  it('says on paper what the lists of the matrix chose', async () => {
    const page = await open(browser, `${report}#/matrix?rows=scenario&cols=runtime&gc=server&against=runtime:net8.0`);
    await page.emulateMedia({ media: 'print' });
    await settled(page);
    expect(await page.locator('main .choices').first().isVisible()).toBe(false);
    expect(await page.innerText('table.heat caption')).toMatch(/; server, 2 cores; change against: same cell, net8\.0$/);
  });

  it('has its state in the address: a link shows the same, Back goes back', async () => {
    const page = await open(browser, `${report}#/matrix`);
    await page.getByLabel('Metric', { exact: true }).selectOption('peakRss');
    await page.getByLabel('Change against').selectOption('gc:workstation');
    await settled(page);
    const shown = await page.innerText('main');
    expect(shown).toContain('Peak RSS, MiB (lower is better)');

    const again = await open(browser, page.url());
    expect(await again.innerText('main')).toBe(shown);

    await page.goBack();
    await page.goBack();
    await settled(page);
    expect(await page.textContent('table.heat caption')).toContain('Throughput');
  });

  it('can be used with the keyboard alone', async () => {
    const page = await open(browser, report);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.keyboard.press('/');
    await page.waitForSelector('[role=combobox]:focus');
    await page.keyboard.type('net10 datas');
    await page.waitForSelector('[role=option][aria-selected=true]:has-text("hello-controllers/net10.0/datas/2c")');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForSelector('h1:text-is("Compare")');
    await settled(page);
    expect(page.url()).toContain('#/compare?b=hello-controllers/net10.0/datas/2c');
    expect(await page.innerText('main .answer')).toMatch(/B is better by 12\.1 % \(95 % interval of the change \+/);
  });

  it('compares side by side: same machine, interval, verdict, a dot a round, and the same as a table', async () => {
    const page = await open(
      browser,
      `${report}#/compare?a=hello-controllers/net8.0/workstation/2c&b=hello-controllers/net10.0/workstation/2c`,
    );
    expect(await page.innerText('.relation')).toContain('Same machine');
    expect(await page.locator('circle.dot').count()).toBe(6);
    expect(await page.locator('figure details tbody tr').count()).toBe(6);
    expect(await page.textContent('.plot-frame .axis-title')).toBe('Change of Throughput from A to B, % (higher is better)');
    expect(await page.textContent('tr:has(th:text("Throughput"))')).toMatch(/✓ \+[\d.]+ %, better/);
    // What a mark or a letter stands for is said where it is, and only there.
    expect(await page.innerText('figcaption')).toContain('Band: 95 % interval; thick line: the change; thin line: no change.');
    const table = page.locator('[aria-label="Table compare"]');
    expect(await table.innerText()).toMatch(/\d σ/);
    // The verdict stands beside the change, and in the files in a column of its own.
    expect(await table.locator('thead th').allInnerTexts()).toEqual(['Metric', 'Unit', 'A', 'B', 'Change', '95 % interval', 'Rounds']);
    const rows = JSON.parse(String(await saved(buttonOf(page, 'JSON of table compare'))));
    expect(rows).toContainEqual(expect.objectContaining({ Metric: 'Throughput', Verdict: 'better' }));
    expect(await table.locator('caption').innerText()).toBe('Every metric, change of B against A; σ: noise of a pair of rounds');
    await goTo(page, '#/compare?a=hello-controllers/net8.0/server/2c&b=hello-controllers/net10.0/server/2c');
    expect(await page.innerText('figcaption')).toBe('One dot a round (5 rounds). Line: no change.');
    expect(await table.locator('caption').innerText()).toBe('Every metric, change of B against A');
    expect(await table.innerText()).toContain('? too few rounds');
  });

  it('shows in the GC lab the traced cell of the chosen runtime, or another one that was chosen, until something else is', async () => {
    const gc = JSON.parse(readFileSync(join(root, 'src/PerfMatrix.Evidence/Demo/gc.json'), 'utf8'));
    const cellOf = (runtime: string) => `hello-controllers/${runtime}/server..datas/2c`;
    const cells = ['net8.0', 'net10.0'].map(runtime => ({ ...gc.cells[0], cell: cellOf(runtime) }));
    const beside = temporaryFolder();
    try {
      writeFileSync(join(beside.path, 'gc.json'), JSON.stringify({ ...gc, cells }));
      const page = await open(browser, `${writeReport(beside.path, sampleDocument())}#/gc`);
      const traced = page.locator('[aria-labelledby="gc-traced"]');
      const shown = async () => ({
        title: await traced.locator('h2').innerText(),
        said: await traced.locator('.empty').allInnerTexts(),
      });
      const title = (runtime: string) => `datas against server in hello-controllers/${runtime}/2c, according to traced rounds`;
      const choose = async (list: string, value: string) => {
        await page.getByLabel(list, { exact: true }).selectOption(value);
        await settled(page);
      };
      expect(await shown()).toEqual({ title: title('net10.0'), said: [] });
      await choose('Runtime and cores', 'net8.0, 2 cores');
      expect(await shown()).toEqual({ title: title('net8.0'), said: [] });
      await choose('Traced cell', cellOf('net10.0'));
      expect(await shown()).toEqual({ title: title('net10.0'), said: [] });
      await choose('Runtime and cores', 'net9.0, 2 cores');
      const untraced = 'hello-controllers/net9.0/2c: not traced, so hello-controllers/net8.0/2c is shown.';
      expect(await shown()).toEqual({ title: title('net8.0'), said: [untraced] });
      expect(page.problems).toEqual([]);
    } finally {
      beside.remove();
    }
  });

  it('gives a table as CSV and JSON', async () => {
    const page = await open(browser, `${report}#/gc`);
    const csv = await fileOf(buttonOf(page, 'CSV of table gc-modes'));
    expect(csv.suggestedFilename()).toBe('gc-modes.csv');
    expect(String(await contentOf(csv))).toMatch(/^\uFEFFMetric,workstation,server,datas\r\nThroughput,/);
  });

  it('follows the chosen colours and keeps them', async () => {
    const page = await open(browser, report, { colorScheme: 'light' });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.getByRole('button', { name: /Colours/ }).click();
    await page.getByRole('button', { name: /Colours/ }).click();
    expect(await background()).not.toBe(light);
    await page.reload();
    expect(await background()).not.toBe(light);
  });

  it('says beside the brand, in the tab and on paper of which project it is', async () => {
    const page = await open(browser, report);
    const project = page.locator('header .project');
    const address = sampleDocument().source.repository;
    expect([await project.innerText(), await project.getAttribute('href')]).toEqual(['owner/repository', address]);
    expect(await page.title()).toBe('Run · owner/repository');
    await page.emulateMedia({ media: 'print' });
    expect([await project.isVisible(), await page.locator('header nav').isVisible()]).toEqual([true, false]);
    expect(page.problems).toEqual([]);
  });

  it('shows hostile names and messages as text', async () => {
    const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(2)>'"{{script}}`;
    const document = sampleDocument();
    const poisoned = {
      ...document,
      warnings: [hostile],
      source: { ...document.source, ref: hostile, repository: 'javascript:alert(3)' },
      machine: { ...document.machine, cpuModel: hostile },
      settings: { [hostile]: hostile },
      blocks: document.blocks.map(block => ({
        ...block,
        rounds: block.rounds.map(round => ({ ...round, raw: { ...round.raw, path: 'javascript:alert(4)' } })),
      })),
      variants: document.variants.map(variant => ({
        ...variant,
        reason: hostile,
        cell: { ...variant.cell, gc: `${variant.cell.gc}${hostile}` },
      })),
    };
    const evil = temporaryFolder();
    try {
      const page = await open(browser, writeReport(evil.path, poisoned));
      for (const view of views) {
        await goTo(page, `#/${view}`);
        expect(await page.locator('main').innerText(), view).toContain('<script>alert(1)</script>');
        expect(await page.locator('a[href^="javascript:"], main img, main script').count(), view).toBe(0);
      }
      expect(page.problems).toEqual([]);
    } finally {
      evil.remove();
    }
  });

  it('shows a run in which everything failed, with the reasons', async () => {
    const document = sampleDocument();
    const failed = {
      ...document,
      samples: [],
      pairs: [],
      variants: document.variants.map(variant => ({ ...variant, status: 'failed', reason: 'it fell over', proof: null })),
    };
    const broken = temporaryFolder();
    try {
      const page = await open(browser, writeReport(broken.path, failed));
      for (const view of views) {
        await goTo(page, `#/${view}`);
        expect((await page.innerText('main')).length, view).toBeGreaterThan(60);
      }
      await goTo(page, '#/matrix');
      expect(await page.innerText('main')).toContain('it fell over');
      expect(page.problems).toEqual([]);
    } finally {
      broken.remove();
    }
  });

  it('says of an unknown view that there is none', async () => {
    const page = await open(browser, `${report}#/nowhere`);
    expect(await page.innerText('main')).toContain('there is no such view');
  });
});
