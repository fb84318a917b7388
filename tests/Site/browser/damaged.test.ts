import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goTo, reload, settled } from './browser.ts';
import { describeHistory, edit, filesIn, runsOf, smallHistory, views } from './history.ts';

describeHistory('a history with damaged files', () => {
  const { whole, spoiled } = smallHistory();

  it('names a missing shard, shows the rest, and a retry brings it', () =>
    spoiled(
      history => rmSync(join(history, 'series'), { recursive: true }),
      async (page, history) => {
        expect(await page.textContent('main')).toMatch(/series\/.*not found on the server/);
        expect(await page.innerText('main')).toContain('Change points');
        cpSync(join(whole(), 'series'), join(history, 'series'), { recursive: true });
        await page.getByText('data files of this range do not exist').click();
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.waitForSelector('.uplot canvas');
      },
      '#/trend',
    ));

  it('says of every cell whose shards are missing that it was not measured, and never that it has no step', () =>
    spoiled(
      history => rmSync(join(history, 'series'), { recursive: true }),
      async page => {
        const texts = await page.locator('.overview .spark-text').allInnerTexts();
        expect(new Set(texts.map(text => text.replaceAll(/\s+/g, ' ')))).toEqual(new Set(['– ? not measured']));
        expect(await page.innerText('main')).toMatch(/\d+ of the data files of this range do not exist/);
      },
    ));

  it('names a damaged file that the answer needs, does not say no, and shows the chart all the same', () =>
    spoiled(
      () => {},
      async (page, history) => {
        for (const [file, content, expected] of [
          ['changes.json', '{"schemaVersion":1,', 'not valid JSON'],
          ['changes.json', '{"schemaVersion":9,"changes":[]}', 'schemaVersion is 9'],
          ['events.json', '[]', 'no schemaVersion'],
          ['latest.json', '{"schemaVersion":1,"metrics":{"throughput":{}}}', 'lists of it are missing'],
        ] as const) {
          writeFileSync(join(history, file), content);
          await reload(page, '#/overview');
          const name = `${file}: ${content}`;
          const unknown = `? Not known yet: ${file} could not be read, so a change may be unseen.`;
          expect(await page.innerText('.problem'), name).toContain(file);
          expect(await page.innerText('.problem'), name).toContain(expected);
          await goTo(page, '#/overview?rows=all');
          expect(await page.innerText('.answer.big'), name).toContain(unknown);
          expect(await page.locator('.overview .spark').count(), name).toBe(12);
          const pictures = page.locator('.overview .spark-text', { hasText: file === 'events.json' ? 'not read' : 'no change' });
          expect(await pictures.count(), name).toBe(0);
          await goTo(page, '#/trend');
          expect(await page.innerText('.answer.big'), name).toContain(unknown);
          expect(await page.locator('.answer:is(.yes, .no)').count(), name).toBe(0);
          expect(await page.innerText('.problem'), name).toContain(file);
          expect(await page.locator('.uplot canvas').count(), name).toBe(1);
          cpSync(join(whole(), file), join(history, file));
        }
      },
    ));

  it('does not say no while the list of the newest runs is missing, names it, and a retry brings the answer', () =>
    spoiled(
      history => rmSync(join(history, 'index/2.json')),
      async (page, history) => {
        expect(await page.innerText('.answer.big')).toContain('? Not known yet: index/2.json could not be read, so ');
        expect(await page.innerText('.problem')).toContain('index/2.json');
        cpSync(join(whole(), 'index/2.json'), join(history, 'index/2.json'));
        await page.getByRole('button', { name: 'Try again' }).first().click();
        await page.locator('.answer.no').waitFor();
        await settled(page);
        expect(await page.locator('.problem').count()).toBe(0);
      },
    ));

  const kinds = [
    ['damaged', '{"schemaVersion":1,', 'not valid JSON'],
    ['newer', '{"schemaVersion":9}', 'schemaVersion is 9'],
    ['emptied', '{"schemaVersion":1}', 'missing'],
  ] as const;

  /** Spoils files in each of these ways, one after the other, and looks at the same view of each. */
  const inEachKind = (
    files: (history: string) => readonly string[],
    hash: string,
    look: (page: Page, kind: string, expected: string, history: string) => Promise<void>,
  ) => {
    const write = (history: string, content: string) => {
      for (const file of files(history)) writeFileSync(join(history, file), content);
    };
    return spoiled(
      history => write(history, kinds[0][1]),
      async (page, history) => {
        for (const [kind, content, expected] of kinds) {
          // The first is there when the page is opened.
          if (kind !== kinds[0][0]) {
            write(history, content);
            await reload(page, hash);
          }
          await look(page, kind, expected, history);
        }
      },
      hash,
    );
  };

  it('names a shard in the trend that is damaged, newer or emptied, and draws what the others hold', () =>
    inEachKind(
      history => filesIn(history, 'series').filter(name => name.endsWith('/2.json')),
      '#/trend',
      async (page, kind, expected) => {
        expect(await page.innerText('.problem'), kind).toMatch(/series\/.*\/2\.json/);
        expect(await page.innerText('.problem'), kind).toContain(expected);
        expect(await page.locator('.uplot canvas').count(), kind).toBe(1);
        expect(await page.innerText('main'), kind).toContain('Change points');
        await goTo(page, '#/overview?rows=all');
        expect(await page.innerText('.problem'), kind).toMatch(/series\/.*\/2\.json/);
        expect(await page.locator('.overview .spark').count(), kind).toBe(12);
        await goTo(page, '#/matrix');
        expect(await page.locator('table.heat td.cell').count(), kind).toBeGreaterThan(0);
        expect(await page.locator('.problem').count(), kind).toBe(0);
      },
    ));

  it('names a run document that is damaged, newer or emptied in the views of that run, the others work, and a retry brings it', () =>
    inEachKind(
      history => runsOf(history).slice(-1),
      '#/overview',
      async (page, kind, expected, history) => {
        const [older, newest] = runsOf(history).slice(-2) as [string, string];
        for (const view of ['matrix', 'compare', 'versions', 'gc', 'run']) {
          await goTo(page, `#/${view}`);
          expect(await page.innerText('.problem'), `${kind}, ${view}`).toContain(newest);
          expect(await page.innerText('.problem'), `${kind}, ${view}`).toContain(expected);
        }
        await goTo(page, `#/matrix?run=${basename(older, '.json')}`);
        expect(await page.locator('table.heat td.cell').count(), kind).toBeGreaterThan(0);
        await goTo(page, '#/trend');
        expect(await page.locator('.uplot canvas').count(), kind).toBe(1);
        expect(await page.locator('.problem').count(), kind).toBe(0);

        cpSync(join(whole(), newest), join(history, newest));
        await goTo(page, '#/run');
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByRole('heading', { name: 'Environment' }).waitFor();
        await settled(page);
        expect(await page.locator('.problem').count(), kind).toBe(0);
      },
    ));

  it('names a list of what was traced that is damaged, newer or emptied in the view of it; elsewhere only its links are missing', () =>
    inEachKind(
      () => ['traced/index.json'],
      '#/why',
      async (page, kind, expected) => {
        expect(await page.innerText('.problem'), kind).toContain('traced/index.json');
        expect(await page.innerText('.problem'), kind).toContain(expected);
        for (const view of ['trend', 'health', 'run']) {
          await goTo(page, `#/${view}`);
          expect(await page.locator('.problem').count(), `${kind}, ${view}`).toBe(0);
          expect(await page.locator('main a[href*="#/why"]').count(), `${kind}, ${view}`).toBe(0);
        }
      },
    ));

  it('names an explanation that is damaged, newer or emptied', () =>
    inEachKind(
      history => filesIn(history, 'traced').filter(name => name.endsWith('.why.json')),
      '#/why',
      async (page, kind) => expect(await page.innerText('.problem'), kind).toMatch(/traced\/.*\.why\.json/),
    ));

  it('names a catalogue that is damaged, newer or emptied; without it no answer is no, the change points and every run are shown', () =>
    inEachKind(
      () => ['catalogue.json'],
      '#/trend',
      async (page, kind, expected) => {
        expect(await page.innerText('.problem'), kind).toContain('catalogue.json');
        expect(await page.innerText('.problem'), kind).toContain(expected);
        expect(await page.innerText('.answer.big'), kind).toMatch(/^\? Not known yet: catalogue\.json could not be read, so /);
        expect(await page.locator('[aria-label="Table change-points"] tbody tr').count(), kind).toBeGreaterThan(0);
        const shown = { matrix: 'table.heat td.cell', compare: 'circle.dot', versions: 'g.forest', gc: '.uplot canvas', run: 'table' };
        for (const [view, what] of Object.entries(shown)) {
          await goTo(page, `#/${view}`);
          expect(await page.innerText('.problem'), `${kind}, ${view}`).toContain('catalogue.json');
          expect(await page.locator(what).count(), `${kind}, ${view}`).toBeGreaterThan(0);
        }
        await goTo(page, '#/health');
        expect(await page.locator('.problem').count(), kind).toBe(0);
      },
    ));

  it('names a file of timelines in the GC lab that is damaged, newer or emptied, and shows its table', () =>
    inEachKind(
      history => filesIn(history, 'timelines'),
      '#/gc',
      async (page, kind, expected) => {
        expect(await page.innerText('.problem'), kind).toContain('timelines/');
        expect(await page.innerText('.problem'), kind).toContain(expected);
        expect(await page.locator('[aria-label="Table gc-modes"] td').count(), kind).toBeGreaterThan(0);
      },
    ));

  it('names a table that runs share and that is damaged, newer or emptied', () =>
    inEachKind(
      history => filesIn(history, 'tables'),
      '#/matrix',
      async (page, kind, expected) => {
        expect(await page.innerText('.problem'), kind).toContain('tables/');
        expect(await page.innerText('.problem'), kind).toContain(expected);
      },
    ));

  it('says of a history that it cannot read why, instead of a blank page', () =>
    spoiled(
      history => edit(join(history, 'index.json'), text => text.replace('"schemaVersion":1', '"schemaVersion":9')),
      async page => expect(await page.innerText('.problem')).toMatch(/index\.json.*schemaVersion is 9/s),
    ));

  it('says of a run that is gone that it is gone', () =>
    spoiled(
      () => {},
      async page => expect(await page.innerText('.problem')).toMatch(/runs\/2020\/.*404.*Choose another run\./s),
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
});
