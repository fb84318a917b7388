import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleDocument, sampleWhy } from '../unit/samples.ts';
import { expectAccessible, narrowest } from './axe.ts';
import {
  buttonOf,
  fileOf,
  launch,
  open,
  photograph,
  settled,
  tabThrough,
  temporaryFolder,
  unfold,
  widths,
  writeReport,
} from './browser.ts';
import { cramped, expectNoOverflow, onPaper, wordy } from './faults.ts';
import { missing } from './program.ts';

describe.skipIf(missing !== null)(`Why it changed, in report.html${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  const folder = missing === null ? temporaryFolder() : { path: '', remove: () => {} };
  let browser: Browser;
  let view: string;

  beforeAll(async () => {
    browser = await launch();
    view = reportWith(folder.path, sampleWhy());
  });

  afterAll(async () => {
    await browser.close();
    folder.remove();
  });

  it('has no violation that axe finds, all of it unfolded, in any look', async () => {
    const page = await open(browser, view, narrowest);
    await unfold(page);
    await expectAccessible(page, 'why');
    expect(page.problems).toEqual([]);
  });

  it.each(widths)('fits %i px and is photographed', async width => {
    const page = await open(browser, view, { viewport: { width, height: 800 } });
    await expectNoOverflow(page);
    if (width <= 380 || width === 1440) expect(await cramped(page)).toEqual([]);
    expect(await wordy(page)).toEqual([]);
    await photograph(page, 'report-why');
  });

  it('prints on light paper, all of its tables, and without what can only be clicked', async () =>
    expect(await onPaper(await open(browser, view))).toEqual([]));

  it('tells more from less on paper without colours: by the frame of a box', async () => {
    const page = await open(browser, view);
    const boxes = page.locator('.flame-box');
    await boxes.last().evaluate(box => box.classList.add('better-1'));
    const frameOf = (box: Locator) =>
      box.evaluate(each => {
        const { borderTopStyle, borderTopColor, color } = getComputedStyle(each);
        return [borderTopStyle, borderTopColor === color];
      });
    const frames = async () => Promise.all([page.locator('.flame-box[class*="worse-"]').first(), boxes.last()].map(frameOf));
    expect(await frames()).toEqual([
      ['solid', false],
      ['solid', false],
    ]);
    await page.emulateMedia({ media: 'print' });
    expect(await frames()).toEqual([
      ['solid', true],
      ['dashed', true],
    ]);
    expect(await page.innerText('main figcaption:has-text("Callers")')).toContain('Orange (on paper framed): more time in head');
  });

  it('has nothing that the Tab key does not reach, or that does not show the focus', async () => {
    const { missed, unmarked } = await tabThrough(await open(browser, view));
    expect([missed, unmarked]).toEqual([[], []]);
  });

  it('says what changed, by how much at least, and where', async () => {
    const page = await open(browser, view);
    expect(await page.innerText('[aria-labelledby="why"] .answer')).toContain(
      '+2.10 µs (95 % interval +1.90 to +2.30) of 12.20 µs in base',
    );
    expect(await page.innerText('[aria-labelledby="why"]')).toContain(
      'Samples cover 34 % of the CPU time; a traced request of base took 2.1 % more CPU time than a measured one.',
    );
    expect(await page.innerText('[aria-label^="Table methods-"]')).toMatch(
      /At least, µs a request\s+95 % interval, µs a request[\s\S]*Orders\.Total\s+\+2\.00\s+\+1\.80 to \+2\.20\s+src\/Orders\.cs:42/,
    );
    expect(await page.innerText('[aria-label^="Table types-"]')).toMatch(
      /95 % interval, bytes a request[\s\S]*string\s+\+48\s+\+40 to \+56\s+Orders\.Format/,
    );
    expect(await page.innerText('[aria-label^="Table events-"]')).toMatch(
      /95 % interval[\s\S]*exception\s+FormatException\s+Orders\.Parse\s+\+125\.00\s+\+120\.00 to \+130\.00\s+in 1,000 requests/,
    );
    await page.getByLabel('Explained cell').selectOption('hello-controllers/net10.0/server/2c');
    await settled(page);
    expect(await page.innerText('[aria-labelledby="why"]')).toContain('is not explained: no events.');
  });

  it('is that of the cell of B, also after another one was explained, and says where B was not traced', async () => {
    const page = await open(browser, view);
    const why = page.locator('[aria-labelledby="why"]');
    const untraced = (runtime: string) => `hello-controllers/${runtime}/server/2c: not traced, so something else is shown.`;
    expect(await why.locator('.empty').allInnerTexts()).toEqual([untraced('net8.0')]);
    const choose = async (list: string, value: string) => {
      await page.getByLabel(list, { exact: true }).selectOption(value);
      await settled(page);
    };
    await choose('To (B)', 'hello-controllers/net10.0/server/2c');
    expect(await why.locator('.empty').allInnerTexts()).toEqual(['hello-controllers/net10.0/server/2c is not explained: no events.']);
    await choose('Explained cell', 'hello-minimal/net10.0/server/2c');
    expect(await why.locator('.empty').count()).toBe(0);
    expect(await why.locator('.answer').innerText()).toContain('CPU time of a request of hello-minimal/net10.0/server/2c');
    await choose('To (B)', 'hello-controllers/net9.0/server/2c');
    expect(await why.locator('.empty').allInnerTexts()).toEqual([untraced('net9.0')]);
    expect(page.problems).toEqual([]);
  });

  it('opens the stack of a type with the keyboard, on a phone too, and has none where there is no stack', async () => {
    const page = await open(browser, view, { viewport: { width: 360, height: 800 } });
    const types = page.locator('[aria-label^="Table types-"]');
    await types.getByText('3 methods').focus();
    await page.keyboard.press('Enter');
    await types.getByText('Program.Main').waitFor();
    expect(await types.locator('li').allInnerTexts()).toEqual(sampleWhy().cells[0]?.allocations[0]?.stack);
    await expectNoOverflow(page);
    expect(await cramped(page)).toEqual([]);
    expect(await page.locator('[aria-label^="Table events-"] summary').count()).toBe(0);
  });

  it('opens a box of the picture with the keyboard alone, and shows all again', async () => {
    const page = await open(browser, view);
    const boxes = page.getByRole('treeitem');
    expect(await boxes.count()).toBe(5);
    await boxes.first().focus();
    for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Orders.Total +2.00 µs a request: base 1.00 µs, head 3.00 µs',
    );
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await settled(page);
    expect(await boxes.count()).toBe(3);
    await page.keyboard.press('Escape');
    await settled(page);
    expect(await boxes.count()).toBe(5);
  });

  it('opens a box with a click, finds methods, and has the same as a table', async () => {
    const page = await open(browser, view);
    await page.getByRole('treeitem', { name: /^Json\.Write/ }).click();
    await settled(page);
    expect(await page.getByRole('treeitem').count()).toBe(3);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByLabel('Search methods of the picture').fill('orders');
    await page.locator('.flame-box.hit').nth(1).waitFor();
    expect(await page.locator('.flame-box.hit').count()).toBe(2);
    expect(await page.innerText('[aria-labelledby="why"] [role=status]')).toContain('2 boxes with “orders”');
    const file = await fileOf(buttonOf(page, 'File for speedscope'));
    expect(file.suggestedFilename()).toMatch(/^stacks-.*\.speedscope\.json$/);
    await page.getByText('All methods as a table').click();
    expect(await page.innerText('[aria-label^="Table stacks-"]')).toMatch(
      /Orders\.Total\s+1\.000\s+3\.000\s+\+2\.000\s+1\.000\s+3\.000\s+\+2\.000/,
    );
  });

  it('says that the rest of a difference that may be none is not known', async () => {
    const why = sampleWhy();
    const chance = { ...why, cells: [{ ...why.cells[0], cpuDifference: { perRequest: 2.1, low: -3.1, high: 7.3 } }] };
    const other = temporaryFolder();
    try {
      const answer = await (await open(browser, reportWith(other.path, chance))).innerText('[aria-labelledby="why"] .answer');
      expect(answer).toContain('to +7.30) of 12.20 µs in base');
      expect(answer).toMatch(/; what of it is not attributed to a method is unknown, because .* \(methods \+2\.00 µs\)\./);
    } finally {
      other.remove();
    }
  });

  it('calls no size a lower bound where threads that waited were counted as running', async () => {
    const why = sampleWhy();
    const waiting = { ...why, cells: [{ ...why.cells[0], sampledPercent: 130 }] };
    const other = temporaryFolder();
    try {
      const page = await open(browser, reportWith(other.path, waiting));
      expect(await page.innerText('[aria-labelledby="why"] .answer')).not.toContain('lower bounds');
      expect(await page.innerText('[aria-label^="Table methods-"]')).toMatch(/Change, µs a request\s+95 % interval/);
    } finally {
      other.remove();
    }
  });

  it('shows hostile names as text', async () => {
    const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(2)>'"{{script}}`;
    const why = sampleWhy();
    const [cell] = why.cells;
    const poisoned = {
      ...why,
      cells: [
        {
          ...cell,
          cell: hostile,
          notes: [hostile],
          cpu: cell?.cpu.map(each => ({ ...each, method: hostile, file: hostile })),
          allocations: cell?.allocations.map(each => ({ ...each, type: hostile, from: hostile, stack: [hostile] })),
          events: cell?.events.map(each => ({ ...each, name: hostile, from: hostile, stack: [hostile] })),
          flame: { names: [hostile, hostile, hostile, hostile], nodes: cell?.flame?.nodes },
        },
      ],
    };
    const evil = temporaryFolder();
    try {
      const page = await open(browser, reportWith(evil.path, poisoned));
      await unfold(page);
      expect(await page.locator('[aria-labelledby="why"]').innerText()).toContain('<script>alert(1)</script>');
      expect(await page.locator('main img, main script').count()).toBe(0);
      expect(page.problems).toEqual([]);
    } finally {
      evil.remove();
    }
  });
});

/** The Compare view of a report whose run has an explanation beside it. */
function reportWith(folder: string, why: unknown): string {
  writeFileSync(join(folder, 'why.json'), JSON.stringify(why));
  return `${writeReport(folder, sampleDocument())}#/compare`;
}
