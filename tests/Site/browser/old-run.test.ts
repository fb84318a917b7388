import { basename } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from './axe.ts';
import { goTo, photograph, settled } from './browser.ts';
import { cramped, expectNoOverflow, wordy } from './faults.ts';
import { describeHistory, largeSite, runsOf, smallHistory } from './history.ts';

const said = 'Single rounds are kept of newer runs only. This one has medians, and ratios to the pinned reference where one was measured.';

/** Words that are not true of rounds that were there once. */
const wrong = /too few|not side by side|fair comparison|no pair of rounds|anchor was not measured|no raw files|no timeline of these cells/;

describeHistory('a run whose single rounds were removed', () => {
  const { whole, served } = smallHistory();
  const large = largeSite();
  const interval = /[−+]\d+\.\d to [−+]\d+\.\d %/;

  it.each([380, 1440])('says so in every view of it, shows what is kept, and is photographed, at %i px', width => {
    const look = async (page: Page) => {
      for (const [view, where, kept] of [
        ['run', '.picture', interval],
        ['compare', '[aria-label="Table compare"]', interval],
        ['versions', '[aria-label^="Table versions-"]', interval],
        ['matrix', 'table.heat', /[✓✗] [−+]\d|~ no difference found/],
        ['gc', '[aria-label="Table gc-modes"]', /\d/],
      ] as const) {
        await goTo(page, `#/${view}?run=${basename(runsOf(whole())[100] ?? '', '.json')}`);
        expect(await page.innerText('main'), view).toContain(said);
        expect(await page.innerText('main'), view).not.toMatch(wrong);
        expect(await page.locator(where).first().innerText(), view).toMatch(kept);
        await expectNoOverflow(page);
        expect(await cramped(page), view).toEqual([]);
        expect(await wordy(page), view).toEqual([]);
        expect(await violations(page), view).toEqual([]);
        await photograph(page, `old-run-${view}`);
      }
    };
    return served(whole(), look, '', { viewport: { width, height: 900 } });
  });

  it('has each of two variants against the reference, and nothing else, in the comparison, the matrix and an upgrade', () =>
    served(whole(), async page => {
      const id = basename(runsOf(whole())[100] ?? '', '.json');
      await goTo(page, `#/compare?run=${id}`);
      expect(await page.innerText('.relation')).toContain('the single rounds are no longer there');
      const field = /^[−+]\d+\.\d % \([−+]\d+\.\d to [−+]\d+\.\d %\)$/;
      for (const side of ['A', 'B']) {
        const fields = page.locator(`[aria-label="Table compare"] td[data-title="${side} against its reference"]`);
        expect(await fields.first().innerText()).toMatch(field);
      }
      await goTo(page, `#/matrix?run=${id}`);
      expect(await page.getByLabel('Change against').locator('option').allInnerTexts()).toEqual(['the pinned reference']);
      await goTo(page, `#/versions?run=${id}`);
      expect(await page.locator('g.forest').count()).toBe(0);
      expect(await page.locator('[aria-label^="Table versions-"] tbody td').first().innerText()).toMatch(field);
      await page.locator('[aria-label^="Table versions-"] tbody th a').first().click();
      await settled(page);
      expect(await page.innerText('h1')).toBe('Compare');
    }));

  it('is where the first link of the first screen leads, and says so', async () => {
    const page = await large.open();
    await page.locator('.answer.big a', { hasText: 'the first bad run' }).click();
    await settled(page);
    expect(await page.innerText('main')).toContain(said);
    expect(await page.innerText('main')).not.toMatch(wrong);
    expect(await page.locator('.picture .interval-text').first().innerText()).toMatch(interval);
    expect(page.problems).toEqual([]);
  });

  it('is not a newer one, which has its rounds', () =>
    served(whole(), async page => {
      await goTo(page, '#/run');
      expect(await page.innerText('main')).not.toContain('Single rounds are kept');
    }));
});
