import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from './axe.ts';
import { buttonOf, goTo, photograph, reload, saved, settled } from './browser.ts';
import { cramped, expectNoOverflow, onPaper, wordy } from './faults.ts';
import { describeHistory, edit, smallHistory } from './history.ts';

interface Named {
  readonly name: string;
  readonly path: string;
}

interface OfScenario {
  readonly scenario: string;
  readonly gc: string;
}

/** Gives each of the twelve cells a scenario of its own, named by its GC mode and place, with the series that it has. */
const spread = (history: string) =>
  edit(join(history, 'catalogue.json'), text => {
    const { cells, scenarios, ...rest } = JSON.parse(text) as { cells: readonly OfScenario[]; scenarios: readonly Named[] };
    const nameOf = ({ gc }: OfScenario, i: number) => `${gc}-${i + 1}`;
    const pathOf = ({ scenario }: OfScenario) => scenarios.find(({ name }) => name === scenario)?.path;
    return JSON.stringify({
      ...rest,
      scenarios: cells.map((cell, i) => ({ name: nameOf(cell, i), path: pathOf(cell) })),
      cells: cells.map((cell, i) => ({ ...cell, scenario: nameOf(cell, i) })),
    });
  });

const fieldOf = (page: Page) => page.getByLabel('Scenario', { exact: true });

const shownIn = async (page: Page) => (await page.locator('.overview .scenario').allTextContents()).map(name => name.trim()).sort();

describeHistory('the overview of many scenarios', () => {
  const { whole, served, spoiled } = smallHistory();

  const servers = ['server-5', 'server-6', 'server-7', 'server-8'];

  it('shows those whose names have what is typed, says how many others are hidden, and has the words in its address', () =>
    spoiled(
      spread,
      async page => {
        expect((await shownIn(page)).length).toBe(12);
        const steps = await page.evaluate(() => history.length);
        await fieldOf(page).focus();
        await page.keyboard.type('SERVE');
        await settled(page);
        expect(await shownIn(page)).toEqual(servers);
        expect(await page.innerText('main .legend[role=status]')).toBe('Scenarios with “SERVE” in their names: 4 of 12, 8 hidden.');
        expect([new URL(page.url()).hash, await fieldOf(page).inputValue()]).toEqual(['#/overview?scenario=SERVE', 'SERVE']);
        expect(await page.evaluate(() => history.length)).toBe(steps);
        const csv = (await saved(buttonOf(page, /^CSV of table overview-/))).toString('utf8');
        expect(csv.trim().split('\n').length).toBe(1 + 4);

        // Another metric keeps the words; without them all are there again.
        await page.locator('.by-metric a').last().click();
        await settled(page);
        expect(await shownIn(page)).toEqual(servers);
        await fieldOf(page).fill('');
        await settled(page);
        expect((await shownIn(page)).length).toBe(12);
        expect(page.url()).not.toContain('scenario');
      },
      '#/overview',
    ));

  it('shows the same from a link, also where no name has the words', () =>
    spoiled(spread, async page => {
      await reload(page, '#/overview?scenario=server+8&rows=all');
      expect([await shownIn(page), await fieldOf(page).inputValue()]).toEqual([['server-8'], 'server 8']);
      await goTo(page, '#/overview?scenario=gone');
      expect(await page.innerText('main .empty')).toBe('Scenarios with “gone” in their names: 0 of 12, 12 hidden.');
      expect(await page.locator('.overview').count()).toBe(0);
    }));

  it('says how many there are where nothing was said before, so that a screen reader tells it', () =>
    spoiled(
      spread,
      async page => {
        const said = await page.locator('main p[role=status]').elementHandle();
        for (const [words, text] of [
          ['server', 'Scenarios with “server” in their names: 4 of 12, 8 hidden.'],
          ['gone', 'Scenarios with “gone” in their names: 0 of 12, 12 hidden.'],
          ['', ''],
        ] as const) {
          await fieldOf(page).fill(words);
          await settled(page);
          expect(await said?.evaluate(each => [each.isConnected, each.textContent])).toEqual([true, text]);
        }
      },
      '#/overview',
    ));

  it('counts nothing of hidden scenarios, or says that it does', () =>
    spoiled(
      history => {
        spread(history);
        edit(join(history, 'catalogue.json'), text => {
          const { cells, ...rest } = JSON.parse(text);
          return JSON.stringify({ ...rest, cells: cells.map((cell: object, i: number) => (i === 0 ? { ...cell, last: 100 } : cell)) });
        });
      },
      async page => {
        const said = async () => [
          (await page.innerText('.by-metric')).split(':')[0],
          await page.getByLabel('Rows', { exact: true }).locator('option').last().textContent(),
          (await page.innerText('main')).includes('no longer measured: see Trend'),
        ];
        expect(await said()).toEqual(['Changes of all scenarios in these runs', 'all rows', false]);
        await fieldOf(page).fill('');
        await settled(page);
        expect(await said()).toEqual(['Changes in these runs', 'all 11 cells', true]);
      },
      '#/overview?scenario=server',
    ));

  it('fits a phone and a screen, has nothing that axe finds, and says on paper that others are hidden', () =>
    spoiled(
      spread,
      async page => {
        for (const width of [380, 1440]) {
          await page.setViewportSize({ width, height: 800 });
          await settled(page);
          await expectNoOverflow(page);
          expect(await cramped(page)).toEqual([]);
          expect(await wordy(page)).toEqual([]);
          expect(await violations(page)).toEqual([]);
          await photograph(page, 'site-overview-filter');
        }
        expect(await onPaper(page)).toEqual([]);
        await page.emulateMedia({ media: 'print' });
        expect(await page.locator('main .legend[role=status]').isVisible()).toBe(true);
        expect([await page.locator('.by-metric').isVisible(), await fieldOf(page).isVisible()]).toEqual([true, false]);
      },
      '#/overview?scenario=server',
    ));

  it('offers no field where the few scenarios are found by eye, unless an address has words', () =>
    served(
      whole(),
      async page => {
        expect(await fieldOf(page).count()).toBe(0);
        await goTo(page, '#/overview?scenario=hello');
        expect([await shownIn(page), await fieldOf(page).inputValue()]).toEqual([['hello-minimal'], 'hello']);
      },
      '#/overview',
    ));
});
