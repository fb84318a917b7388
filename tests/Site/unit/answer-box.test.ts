import { describe, expect, it, vi } from 'vitest';
import { h } from '../../../reports/site/node_modules/preact';
import renderToString from '../../../reports/site/node_modules/preact-render-to-string';
import { AppContext, StoreContext } from '../../../reports/site/src/app/context.ts';
import { parseRoute } from '../../../reports/site/src/app/route.ts';
import type { ChangeGroup } from '../../../reports/site/src/data/history-files.ts';
import { Store } from '../../../reports/site/src/data/store.ts';
import { AnswerBox } from '../../../reports/site/src/views/AnswerBox.tsx';
import type { Asked } from '../../../reports/site/src/views/answer.ts';
import type { Summary } from '../../../reports/site/src/views/summary.ts';
import { askedOf, change, member, times } from './asked.ts';

vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));

/** What the box says, and the links in it: texts and addresses. */
function shown(asked: Asked) {
  const store = new Store({ mode: 'history', base: '' });
  const app = { store, route: parseRoute('#/overview'), prepare: async () => undefined };
  const box = h(AnswerBox, { summary: asked as unknown as Summary });
  const html = renderToString(h(StoreContext.Provider, { value: store, children: h(AppContext.Provider, { value: app, children: box }) }));
  const links = [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)/g)].map(([, address, text]) => [text, address]);
  return { text: html.replaceAll(/<[^>]*>/g, ''), links };
}

describe('the box of the answer', () => {
  it('leads to the workflow runs where nothing was measured for long, on the page of a repository that has one', () => {
    const of = (repository: string | null, changes: readonly ChangeGroup[] = []) => {
      const { index, now } = askedOf(times(30, 0));
      return shown(askedOf(times(30, 0), { index: { ...index, repository }, changes, now: now + 33 * 86_400_000 }));
    };
    const address = 'https://example.com/owner/repository';
    const ways = [['Workflow runs', `${address}/actions`]];
    const no = of(address);
    expect(no.text).toMatch(/^\? Not known yet: nothing was measured for 34 days; until then no change /);
    expect(no.links).toEqual(ways);
    const yes = of(address, [change(20)]);
    expect(yes.text).toMatch(/^✗ Yes: .*Nothing was measured for 34 days\. Workflow runs Sure: /);
    expect(yes.links.slice(0, 1)).toEqual(ways);
    expect(of('generated/repository').links).toEqual([]);
  });

  it('leads to all changes where older ones stand, as far back as the oldest', () => {
    const of = (runs: number) => shown(askedOf(times(runs, 0), { changes: [change(20), change(runs - 10, [member(1)])] }));
    expect(of(600).text).toContain('1 change for the worse before the newest 100 runs still stands, since 2026-11-20. All changes');
    expect([of(600), of(200)].map(({ links }) => links.find(([text]) => text === 'All changes')?.[1])).toEqual([
      '#/trend?last=1000&amp;show=changes',
      '#/trend?show=changes',
    ]);
  });

  it('says where to look right behind what it says of a step, and what else may be the cause, also of an older one', () => {
    const events = [{ sequence: 20, kind: 'cpu', subject: null, from: 'a', to: 'b' }];
    const step = { ...change(20), cause: 'cpu', events: [0], shaBefore: '89abcdef01234567' };
    const of = (runs: number) => shown(askedOf(times(runs, 0), { changes: [step], events })).text;
    const where = 'Suspects: CPU model a → b, or the commit. Commits from the last good to the first bad run: 89abcdef..01234567';
    expect(of(50)).toContain(`noise from run to run. ${where}`);
    expect(of(150)).toMatch(/^✓ No: .*A change before them still stands: /);
    expect(of(150)).toContain(`, commit 01234567. ${where}`);
  });
});
