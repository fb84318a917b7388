import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { goTo, settled } from './browser.ts';
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

  it.each([
    ['changes.json', '{"schemaVersion":1,', 'not valid JSON'],
    ['changes.json', '{"schemaVersion":9,"changes":[]}', 'schemaVersion is 9'],
    ['events.json', '[]', 'no schemaVersion'],
    ['latest.json', '{"schemaVersion":1,"metrics":{"throughput":{}}}', 'lists of it are missing'],
  ])('names a damaged %s (%s), does not say no, and shows the chart all the same', (file, content, expected) =>
    spoiled(
      history => writeFileSync(join(history, file), content),
      async page => {
        const unknown = `? Not known yet: ${file} could not be read, so a change may be unseen.`;
        expect(await page.innerText('.problem')).toContain(file);
        expect(await page.innerText('.problem')).toContain(expected);
        await goTo(page, '#/overview?rows=all');
        expect(await page.innerText('.answer.big')).toContain(unknown);
        expect(await page.locator('.overview .spark').count()).toBe(12);
        const pictures = page.locator('.overview .spark-text', { hasText: file === 'events.json' ? 'not read' : 'no change' });
        expect(await pictures.count()).toBe(0);
        await goTo(page, '#/trend');
        expect(await page.innerText('.answer.big')).toContain(unknown);
        expect(await page.locator('.answer:is(.yes, .no)').count()).toBe(0);
        expect(await page.innerText('.problem')).toContain(file);
        expect(await page.locator('.uplot canvas').count()).toBe(1);
      },
    ),
  );

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
        await goTo(page, '#/overview?rows=all');
        expect(await page.innerText('.problem')).toMatch(/series\/.*\/2\.json/);
        expect(await page.locator('.overview .spark').count()).toBe(12);
        await goTo(page, '#/matrix');
        expect(await page.locator('table.heat td.cell').count()).toBeGreaterThan(0);
        expect(await page.locator('.problem').count()).toBe(0);
      },
      '#/trend',
    ),
  );

  it.each(kinds)('names a %s run document in the views of that run, the others work, and a retry brings it', (_, content, expected) =>
    spoiled(
      history => writeFileSync(join(history, runsOf(history).at(-1) ?? ''), content),
      async (page, history) => {
        const [older, newest] = runsOf(history).slice(-2) as [string, string];
        for (const view of ['matrix', 'compare', 'versions', 'gc', 'run']) {
          await goTo(page, `#/${view}`);
          expect(await page.innerText('.problem'), view).toContain(newest);
          expect(await page.innerText('.problem'), view).toContain(expected);
        }
        await goTo(page, `#/matrix?run=${basename(older, '.json')}`);
        expect(await page.locator('table.heat td.cell').count()).toBeGreaterThan(0);
        await goTo(page, '#/trend');
        expect(await page.locator('.uplot canvas').count()).toBe(1);
        expect(await page.locator('.problem').count()).toBe(0);

        cpSync(join(whole(), newest), join(history, newest));
        await goTo(page, '#/run');
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByRole('heading', { name: 'Environment' }).waitFor();
        await settled(page);
        expect(await page.locator('.problem').count()).toBe(0);
      },
    ),
  );

  it.each(kinds)('names a %s list of what was traced in the view of it, and elsewhere only its links are missing', (_, content, expected) =>
    spoiled(
      history => writeFileSync(join(history, 'traced/index.json'), content),
      async page => {
        await goTo(page, '#/why');
        expect(await page.innerText('.problem')).toContain('traced/index.json');
        expect(await page.innerText('.problem')).toContain(expected);
        for (const view of ['trend', 'health', 'run']) {
          await goTo(page, `#/${view}`);
          expect(await page.locator('.problem').count(), view).toBe(0);
          expect(await page.locator('main a[href*="#/why"]').count(), view).toBe(0);
        }
      },
    ),
  );

  it.each(kinds)('names a %s explanation', (_, content) =>
    spoiled(
      history => {
        for (const file of filesIn(history, 'traced').filter(name => name.endsWith('.why.json')))
          writeFileSync(join(history, file), content);
      },
      async page => expect(await page.innerText('.problem')).toMatch(/traced\/.*\.why\.json/),
      '#/why',
    ),
  );

  it.each(kinds)('names a %s catalogue, without which no answer is no; the change points and every run are shown', (_, content, expected) =>
    spoiled(
      history => writeFileSync(join(history, 'catalogue.json'), content),
      async page => {
        await goTo(page, '#/trend');
        expect(await page.innerText('.problem')).toContain('catalogue.json');
        expect(await page.innerText('.problem')).toContain(expected);
        expect(await page.innerText('.answer.big')).toMatch(/^\? Not known yet: catalogue\.json could not be read, so /);
        expect(await page.locator('[aria-label="Table change-points"] tbody tr').count()).toBeGreaterThan(0);
        const shown = { matrix: 'table.heat td.cell', compare: 'circle.dot', versions: 'g.forest', gc: '.uplot canvas', run: 'table' };
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
