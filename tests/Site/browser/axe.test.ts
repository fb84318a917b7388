import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cramped, expectNoOverflow, goTo, looks, unfold, violations } from './browser.ts';
import { describeHistory, smallHistory, views } from './history.ts';

// A file of its own, because it takes as long as all other tests of a small history, and files run beside each other.
describeHistory('a small history, looked at by axe', () => {
  const { whole, served } = smallHistory();

  it.each(looks)('has no violation that axe finds in any view, all of it unfolded, %s, %i px', (colorScheme, width) =>
    served(whole(), async page => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      const verdict = JSON.parse(readFileSync(join(whole(), 'verdicts/index.json'), 'utf8')).items[0].id;
      for (const view of [...views.map(each => (each === 'trend' ? 'trend?last=100' : each)), `health?verdict=${verdict}`]) {
        await goTo(page, `#/${view}`);
        await unfold(page);
        expect(await violations(page, colorScheme), view).toEqual([]);
        await expectNoOverflow(page);
        if (width <= 380) expect(await cramped(page), view).toEqual([]);
      }
    }),
  );
});
