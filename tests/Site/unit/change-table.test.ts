import { expect, it, vi } from 'vitest';
import { h } from '../../../reports/site/node_modules/preact';
import renderToString from '../../../reports/site/node_modules/preact-render-to-string';
import { AppContext, StoreContext } from '../../../reports/site/src/app/context.ts';
import { parseRoute } from '../../../reports/site/src/app/route.ts';
import type { ChangeGroup, ChangeMember } from '../../../reports/site/src/data/history-files.ts';
import { Store } from '../../../reports/site/src/data/store.ts';
import { ChangeTable } from '../../../reports/site/src/views/ChangeTable.tsx';
import type { Summary } from '../../../reports/site/src/views/summary.ts';
import { askedOf, change, member, times } from './asked.ts';

vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal('addEventListener', () => undefined);

/** What a table of one change shows in the column whose title begins so. */
function fieldOf(title: string, members: readonly ChangeMember[], more: Partial<ChangeGroup> = {}) {
  const shown = { ...change(40, members), id: 'a', shaBefore: null, repository: null, events: [], ...more };
  const summary = { ...askedOf(times(50, 0), { changes: [shown] }), rule: '', problems: [] } as unknown as Summary;
  const store = new Store({ mode: 'history', base: '' });
  const app = { store, route: parseRoute('#/trend'), prepare: async () => undefined };
  const view = h(ChangeTable, { summary });
  const html = renderToString(h(StoreContext.Provider, { value: store, children: h(AppContext.Provider, { value: app, children: view }) }));
  const field = new RegExp(`<td data-title="${title}[^>]*>(.*?)</td>`).exec(html)?.[1] ?? '';
  return { text: field.replaceAll(/<[^>]*>/g, ''), links: field.split('<a ').length - 1, isFolded: field.includes('<details') };
}

it('lists the series of a change that has two, and of one with more says how many each metric has, with the list in a fold', () => {
  const two = fieldOf('Series', [member(0), member(3, -4)]);
  expect(two).toEqual({
    text: 'hello/net8.0/server/2c, Throughput −5.2 % (6.3 σ)hello/net10.0/server/2c, Throughput −4.0 % (6.3 σ)',
    links: 2,
    isFolded: false,
  });
  const more = fieldOf('Series', [member(0), member(3, -4), member(3, 8, 'peakRss')]);
  expect(more).toEqual({ text: 'Throughput 2, Peak RSS 1', links: 0, isFolded: true });
});

it('says of a size without an interval that it came in steps, where it is a drift', () => {
  const said = (until: number | null) => fieldOf('95 % interval', [member(0)], { until }).text;
  expect([said(null), said(45)]).toEqual(['not known', 'not known: it came in steps']);
  expect(fieldOf('95 % interval', [{ ...member(0), lowPercent: -6, highPercent: -4 }]).text).toBe('−6.0 to −4.0 %');
});
