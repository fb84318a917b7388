import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { expectAccessible, narrowest } from './axe.ts';
import { unfold } from './browser.ts';
import { cramped, expectNoOverflow } from './faults.ts';
import { describeHistory, smallHistory, views } from './history.ts';

// A file of its own, because it takes as long as all other tests of a small history, and files run beside each other.
describeHistory('a small history, looked at by axe', () => {
  const { whole, served } = smallHistory();

  it.each([...views, 'verdict'] as const)('has no violation that axe finds in the view %s, all of it unfolded, in any look', view =>
    served(
      whole(),
      async page => {
        await unfold(page);
        await expectAccessible(page, view, async (seen, width) => {
          await expectNoOverflow(page);
          if (width <= 380) expect(await cramped(page), seen).toEqual([]);
        });
      },
      `#/${addressOf(view, whole())}`,
      narrowest,
    ),
  );
});

/** Where a view is: the trend of as many runs as its tables take, and the newest verdict in the gate health. */
function addressOf(view: (typeof views)[number] | 'verdict', history: string): string {
  if (view === 'trend') return 'trend?last=100';
  if (view !== 'verdict') return view;
  return `health?verdict=${JSON.parse(readFileSync(join(history, 'verdicts/index.json'), 'utf8')).items[0].id}`;
}
