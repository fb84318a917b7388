import { expect, it } from 'vitest';
import { permalink, type Shows } from '../../../reports/site/src/app/permalink.ts';
import { parseRoute } from '../../../reports/site/src/app/route.ts';
import type { ChangeGroup } from '../../../reports/site/src/data/history-files.ts';
import type { Store } from '../../../reports/site/src/data/store.ts';
import { askedOf, cells, change, member, times } from './asked.ts';
import { metrics } from './samples.ts';

/** A history of 50 runs with a change. */
function storeOf(changes: readonly ChangeGroup[], hasHistory = true): Store {
  const { index, newest, latest } = askedOf(times(50, 0));
  return {
    hasHistory,
    index: async () => ({ ...index, marks: changes.length, newest: newest.at(-1) }),
    catalogue: async () => ({ cells: cells.map(cell => ({ ...cell, status: 'measured', first: 0, last: 49 })), metrics, machines: [] }),
    changes: async () => ({ rule: '', changes }),
    events: async () => ({ events: [] }),
    latest: async () => latest,
    runList: async () => ({ runs: newest, problems: [] }),
    traced: async () => [
      { kind: 'gc', id: 'other' },
      { kind: 'why', id: 'told' },
    ],
  } as unknown as Store;
}

const links = (hash: string, shows: Shows, store = storeOf([])) => permalink(store, parseRoute(hash), shows);

it('names the series that a view of the history chose, which another change would choose anew', async () => {
  const before = storeOf([change(20, [member(1)])]);
  const after = storeOf([change(20, [member(1)]), change(40, [member(2)])]);
  const first = '#/trend?cells=values/net8.0/server/2c&metric=throughput';
  expect(await links('#/trend', 'trend', before)).toBe(first);
  expect(await links('#/trend', 'trend', after)).toBe('#/trend?cells=post/net8.0/server/2c&metric=throughput');
  expect(await links(first, 'trend', after)).toBe(first);
  expect(await links('#/trend?cells=a&last=100', 'trend', before)).toBe('#/trend?cells=a&last=100&metric=throughput');
  expect(await links('#/?rows=all', 'overview', before)).toBe('#/?rows=all&metric=throughput');
});

it('names the newest run or explanation, and nothing where the address does or there is none', async () => {
  expect(await links('#/matrix?metric=peakRss', 'run')).toBe('#/matrix?metric=peakRss&run=run-49');
  expect(await links('#/matrix?run=run-7', 'run')).toBe('#/matrix?run=run-7');
  expect(await links('#/why', 'why')).toBe('#/why?why=told');
  expect(await links('#/health?verdict=red', null)).toBe('#/health?verdict=red');
  expect(await links('#/matrix', 'run', storeOf([], false))).toBe('#/matrix');
});
