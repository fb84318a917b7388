import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aheadOf } from '../../../reports/site/src/app/ahead.ts';
import { parseRoute } from '../../../reports/site/src/app/route.ts';
import type { ChangeGroup, HistoryCell, HistoryIndex, RunEntry } from '../../../reports/site/src/data/history-files.ts';
import { MissingFile, type Store } from '../../../reports/site/src/data/store.ts';
import { goneCells } from '../../../reports/site/src/views/gone-cells.ts';
import {
  chunksOf,
  columnsIn,
  cutsIn,
  defaultSeries,
  eventText,
  isAbsolute,
  largestOf,
  loadTrend,
  machineOf,
  rangeWith,
  type TrendData,
} from '../../../reports/site/src/views/trend-model.ts';
import { askedOf, cells, change, member, times } from './asked.ts';
import { metrics } from './samples.ts';

it('begins with the series that the answer is about, not with a newer step that was taken back', () => {
  const measured = cells.map(cell => ({ ...cell, status: 'measured' }));
  const of = (changes: readonly ChangeGroup[]) =>
    defaultSeries(askedOf(times(100, 0), { catalogue: { cells: measured as readonly HistoryCell[], metrics }, changes }));
  const memory = [change(50, [member(2, 12, 'peakRss')]), change(60, [member(2, -11, 'peakRss')])];
  expect(of([change(20, [member(1)]), ...memory])).toEqual({ cell: 'values/net8.0/server/2c', metric: 'throughput' });
  expect(of(memory)).toEqual({ cell: 'post/net8.0/server/2c', metric: 'peakRss' });
  expect(of([])).toEqual({ cell: 'hello/net8.0/server/2c', metric: 'throughput' });
  // Where the answer is about none: an open one before a newer one that is no news.
  const better = change(40, [member(1, 5)]);
  const noise = { ...change(60, [member(2)]), label: 'noise' } as ChangeGroup;
  expect(of([better, noise])).toEqual({ cell: 'values/net8.0/server/2c', metric: 'throughput' });
  expect(of([noise])).toEqual({ cell: 'post/net8.0/server/2c', metric: 'throughput' });
});

it('begins with no cell that is no longer measured, or failed, where another one is measured', () => {
  const of = (gone: readonly number[], changes: readonly ChangeGroup[] = [], status = 'measured') => {
    const all = cells.map((cell, i) => ({ ...cell, ...(gone.includes(i) ? { last: 10, status: 'measured' } : { last: 99, status }) }));
    return defaultSeries(askedOf(times(100, 0), { catalogue: { cells: all as readonly HistoryCell[], metrics }, changes }))?.cell;
  };
  expect([of([]), of([0]), of([0, 1])]).toEqual(['hello/net8.0/server/2c', 'values/net8.0/server/2c', 'post/net8.0/server/2c']);
  // Not with a change that it alone has, nor with it where others have the same.
  const changes = [change(40, [member(1, 5)]), change(60, [member(2, 5), member(3, 5)])];
  expect([of([], changes), of([2], changes), of([2, 3], changes)]).toEqual([
    'post/net8.0/server/2c',
    'hello/net10.0/server/2c',
    'values/net8.0/server/2c',
  ]);
  // Rather with one that failed last time than with one of the past.
  expect([of([0], [], 'failed'), of([0, 1, 2, 3, 4, 5])]).toEqual(['values/net8.0/server/2c', 'hello/net8.0/server/2c']);
});

it('names an event with what it is of', () => {
  const said = (kind: string, subject: string, from: string, to: string) => eventText({ sequence: 7, kind, subject, from, to });
  expect(said('cores', 'One CPU', '4', '8')).toBe('cores of One CPU 4 → 8');
  expect(said('driver', '', 'local', 'crank')).toBe('measuring driver local → crank');
  expect(said('runtime', 'net10.0', '10.0.13', '10.0.14')).toBe('runtime net10.0 10.0.13 → 10.0.14');
});

it('has a word in the legend of the chart for each kind of event, and one of its own in the list', () => {
  const textOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const source = textOf('src/PerfMatrix/History/EventFinder.cs');
  const kinds = [...source.matchAll(/public const string \w+ = "(\w+)";/g)].map(match => match[1] as string);
  const legend = textOf('reports/site/src/views/TrendChart.tsx').split('dotted:')[1]?.split('\n')[0] ?? '';
  expect(kinds).toContain('driver');
  for (const kind of kinds) {
    expect(legend.toLowerCase().split(/\W+/), kind).toContain(kind);
    expect(eventText({ sequence: 7, kind, subject: '', from: 'a', to: 'b' }), kind).not.toMatch(new RegExp(`^${kind} a`));
  }
});

it('shows the values of the machine that the address names, and those of the newest run where there is no such machine', () => {
  type Choice = Parameters<typeof machineOf>[1];
  const summary = {
    catalogue: { machines: ['a', 'b', 'c', 'b'].map(fingerprint => ({ fingerprint })) },
    index: { newest: { machine: 3 } },
  } as unknown as Choice;
  const shown = (machine: string) => machineOf(parseRoute(`#/trend?machine=${machine}`).query, summary);
  expect(['2', '0', '3', 'abc', '4', '-1', '1.0', ''].map(shown)).toEqual([2, 0, 1, 1, 1, 1, 1, 1]);
});

it('shows absolute values where nobody chose and the range has values but no ratio, and does not know before it is loaded', () => {
  const shown = (percent: readonly (number | null)[], value: readonly (number | null)[], mode = '') =>
    isAbsolute(parseRoute(`#/trend?mode=${mode}`).query, {
      series: [
        { percent: [null], value: [null] },
        { percent, value },
      ],
    } as unknown as TrendData);
  const [none, some] = [
    [null, null],
    [null, 5],
  ];
  expect([shown(none, some), shown(none, some, 'ratio'), shown(none, some, 'other')]).toEqual([true, false, true]);
  expect([shown(some, some), shown(some, some, 'value'), shown(none, none)]).toEqual([false, true, false]);
  const before = (hash: string) => isAbsolute(parseRoute(hash).query, null);
  expect([before('#/trend'), before('#/trend?mode=value')]).toEqual([false, true]);
});

it('asks for as many runs as show a change and some before it, and for none where the usual ones do', () => {
  const asked = (sequence: number) => rangeWith({ sequence }, 2000);
  expect([1999, 1711, 1710, 1011, 1010, 0].map(asked)).toEqual([null, null, '1000', '1000', '100000', '100000']);
});

it('finds the largest of more values than a call takes arguments', () => {
  const value = Array.from({ length: 400_000 }, (_, i) => (i === 7 ? 42 : null));
  expect(largestOf({ runs: [], series: [{ value }, { value: [3] }], problems: [], missing: [] } as unknown as TrendData)).toBe(42);
});

it('reads a series of shards into the runs of the range, also one of which a part lies before it', async () => {
  const column = (cell: number, of: readonly (number | null)[]) => ({
    cell,
    value: of,
    ratio: of,
    low: of.map(each => each && -each),
    high: of,
  });
  const shards = [
    { first: 0, count: 3, cells: [column(0, [1, 2, 3]), column(1, [7, 8, 9])] },
    { first: 3, count: 3, cells: [column(1, [null, 100, 200])] },
  ];
  const store = {
    index: async () => ({ runs: 6, chunk: 3, chunks: 2 }),
    catalogue: async () => ({
      metrics: [{ ...metrics[0], path: 'throughput' }],
      scenarios: [{ name: 'hello', path: 'hello' }],
      cells: ['a', 'b'].map(id => ({ id, scenario: 'hello' })),
    }),
    runList: async () => ({ runs: Array.from({ length: 6 }, (_, sequence) => ({ sequence })), problems: [] }),
    shard: async (_metric: string, _scenario: string, chunk: number) => shards[chunk],
  } as unknown as Store;
  const { runs, series } = await loadTrend(store, { cells: ['b', 'a'], metric: 'throughput', last: 4 });
  expect(runs.map(run => run.sequence)).toEqual([2, 3, 4, 5]);
  expect(series.map(({ cell, index, value }) => [cell.id, index, value])).toEqual([
    ['b', 1, [9, null, 100, 200]],
    ['a', 0, [3, null, null, null]],
  ]);
  const [b] = series;
  const rounded = (values: readonly (number | null)[] | undefined) => values?.map(each => each && Number(each.toFixed(3)));
  expect(rounded(b?.percent)).toEqual([0.09, null, 1.005, 2.02]);
  expect([rounded(b?.low), rounded(b?.high)]).toEqual([[-0.09, null, -0.995, -1.98], rounded(b?.percent)]);
  expect(b?.low).toBe(b?.low);
});

describe('a line of a trend', () => {
  const runsOf = (ids: readonly string[], failed: readonly number[] = []) =>
    ids.map((id, i) => {
      const counts = { measured: failed.includes(i) ? 1 : 2, failed: failed.includes(i) ? 1 : 0, unavailable: 0, notApplicable: 0 };
      return { sequence: i, id, machine: 0, ...counts };
    }) as unknown as readonly RunEntry[];
  /** The places at which the line ends of a series with these values, and these ratios. */
  const cut = (runs: readonly RunEntry[], value: readonly (number | null)[], percent = value, absolute = false) =>
    cutsIn({ runs }, { references: [] })({ value: [...value], percent: [...percent] }, absolute).flatMap((isCut, i) => (isCut ? [i] : []));

  it('ends where something failed and the cell has no value, and passes runs that did not plan it', () => {
    const values = [1, null, 2, null, 3];
    expect(cut(runsOf(['a', 'b', 'c', 'd', 'e'], [2, 3]), values)).toEqual([3]);
    expect(cut(runsOf(['a', 'b', 'c', 'd', 'e']), values)).toEqual([]);
  });

  it('passes a run of another machine or of another number of cells, whatever failed in it, and what is not available', () => {
    const runs = runsOf(['a', 'b', 'c', 'd', 'e'], [1, 3]);
    const of = (other: Partial<RunEntry>) =>
      cut(
        runs.map(run => (run.failed > 0 ? { ...run, ...other } : run)),
        [1, null, 2, null, 3],
      );
    expect([of({}), of({ measured: 40 }), of({ machine: 1 }), of({ failed: 0, unavailable: 1 })]).toEqual([[1, 3], [], [], []]);
  });

  it('passes the other documents of a workflow run that has the value, whatever failed in them', () => {
    const ids = [1, 2, 3].flatMap(run => [`2026-gh${run}-1-aaaaaa`, `2026-gh${run}-1-bbbbbb`]);
    expect(cut(runsOf(ids, [0, 1, 2, 3, 4, 5]), [1, null, null, 2, null, null])).toEqual([4, 5]);
  });

  it('has the cuts of all lines where it lacks nothing, and those alone', () => {
    const runs = runsOf(['a', 'b', 'c'], [1]);
    const cutsOf = cutsIn({ runs }, { references: [] });
    const of = (values: (number | null)[], absolute = false) => cutsOf({ value: values, percent: values }, absolute);
    expect([of([1, 2, 3]), of([4, 5, 6], true), of([1, null, 3])]).toEqual([
      [false, false, false],
      [false, false, false],
      [false, true, false],
    ]);
    expect(of([4, 5, 6])).toBe(of([1, 2, 3]));
  });

  it('ends at a run that measured the cell without a reference, but for absolute values', () => {
    const [values, ratios] = [
      [1, 2, 3],
      [1, null, 3],
    ];
    expect([cut(runsOf(['a', 'b', 'c']), values, ratios), cut(runsOf(['a', 'b', 'c']), values, ratios, true)]).toEqual([[1], []]);
  });
});

it('draws no line from one reference to another that nothing links, in whatever order they are measured: two levels are no step', () => {
  const references = [true, false, true].map(chained => ({ chained }));
  const cut = (pinned: readonly (number | null)[], absolute = false) => {
    const runs = pinned.map((reference, i) => ({ id: `${i}`, failed: 0, reference })) as unknown as readonly RunEntry[];
    const values = pinned.map(reference => (reference === null ? null : 1));
    return cutsIn({ runs }, { references })({ value: values, percent: values }, absolute).flatMap((isCut, i) => (isCut ? [i] : []));
  };
  expect([cut([0, null, 1, 1]), cut([0, null, 1, 1], true), cut([1, 2, 1]), cut([1, 1])]).toEqual([[2], [], [], []]);
  // Pinned again, or two that are measured in turn; of a run that has no value nothing is seen.
  expect([cut([0, 1, 1, 0, 0]), cut([2, 0, 1, null, 0]), cut([0, null, 0])]).toEqual([[1, 3], [1, 2, 4], []]);
});

it('loads less of a list ahead where each of its options takes more of the history', () => {
  const index = { runs: 1000, chunk: 100, chunks: 10, newest: { sequence: 999 } } as HistoryIndex;
  const asked = { ...askedOf([]), index };
  const columns = (ids: readonly string[], last: number) => columnsIn(asked, { cells: ids, last });
  const [hello = '', values = ''] = cells.map(({ id }) => id);
  // Three scenarios of two cells each; a shard has both.
  expect([columns([hello], 100), columns([hello], 250), columns([hello, values], 100), columns([], 100)]).toEqual([2, 6, 4, 0]);
  expect([0, 200, 400, 1201].map(aheadOf)).toEqual([6, 6, 3, 0]);
});

it('counts the newest runs by their places, which those that cannot be read keep', () => {
  const index = { runs: 250, chunk: 100, chunks: 4, newest: { sequence: 305 } } as HistoryIndex;
  expect([chunksOf(index, 100), chunksOf({ ...index, runs: 306 }, 100)]).toEqual([
    [2, 3],
    [2, 3],
  ]);
  const asked = askedOf(times(130, 0));
  const newest = asked.newest.filter(({ sequence }) => sequence < 40 || sequence === 129);
  const goneOf = (last: number) => {
    const catalogue = { ...asked.catalogue, cells: cells.map(cell => ({ ...cell, last })) };
    return goneCells({ index: { ...asked.index, runs: 41, newest: newest.at(-1) as RunEntry }, newest, catalogue }).size;
  };
  expect([goneOf(129), goneOf(35)]).toEqual([0, cells.length]);
});

describe('the files of a trend', () => {
  /** A history of two scenarios in two chunks, without the shards of these scenarios. */
  const missing = async (...gone: readonly string[]) => {
    const scenarios = ['hello', 'benchmarks'];
    const store = {
      index: async () => ({ runs: 500, chunk: 250, chunks: 2 }),
      catalogue: async () => ({
        metrics: [{ ...metrics[0], path: 'throughput' }],
        scenarios: scenarios.map(name => ({ name, path: name })),
        cells: scenarios.map(scenario => ({ id: scenario, scenario })),
      }),
      runList: async () => ({ runs: [], problems: [] }),
      shard: async (metric: string, scenario: string, chunk: number) => {
        if (gone.includes(scenario) || gone.includes(`${scenario}/${chunk}`)) throw new MissingFile(`${metric}/${scenario}/${chunk}`, '');
        return { first: 250 * chunk, count: 0, cells: [] };
      },
    } as unknown as Store;
    return (await loadTrend(store, { cells: scenarios, metric: 'throughput', last: 500 })).missing.map(each => each.file);
  };

  it('are not missed of a scenario that has other metrics', async () => {
    expect(await missing('benchmarks')).toEqual([]);
    expect(await missing('benchmarks', 'hello/1')).toEqual(['throughput/hello/1']);
  });

  it('are missed where no scenario has any', async () => expect(await missing('hello', 'benchmarks')).toHaveLength(4));
});
