import { describe, expect, it } from 'vitest';
import type { ChangeGroup, ChangeMember } from '../../../reports/site/src/data/history-files.ts';
import { FileProblem } from '../../../reports/site/src/data/run-document.ts';
import { type Asked, answer } from '../../../reports/site/src/views/answer.ts';
import { ageOf, barOf, extentsOf, foldWords, overviewOf, picturesOf } from '../../../reports/site/src/views/overview-model.ts';
import type { Summary } from '../../../reports/site/src/views/summary.ts';
import type { TrendData, TrendSeries } from '../../../reports/site/src/views/trend-model.ts';
import { latestOf } from './asked.ts';
import { catalogue, cell, change, first, index, judged, newest, runs, tables } from './overview-history.ts';
import { metric } from './samples.ts';

/** Every series with this percent a run; null where the cell was not measured or had no reference. */
const dataOf = (percentAt: (index: number, run: number) => number | null, isMeasured = (index: number) => index < 4): TrendData => ({
  runs: newest.map((run, i) => ({ ...run, id: `run-${i}` })),
  series: catalogue.map((each, index) => {
    const column = (of: (run: number) => number | null) => Array.from({ length: runs }, (_, run) => (isMeasured(index) ? of(run) : null));
    return {
      cell: each,
      index,
      value: column(() => 1000),
      percent: column(run => percentAt(index, run)),
      low: column(() => -1),
      high: column(() => 1),
    };
  }),
  problems: [],
  missing: [],
});

const overview = (
  changes: readonly ChangeGroup[],
  data = dataOf(() => 0),
  axis: 'runtime' | 'gc' = 'runtime',
  more: Partial<Summary> = {},
) => {
  const summary = { index, catalogue: tables, changes, events: [], newest, unread: [], latest: latestOf(judged), ...more };
  return overviewOf(summary as unknown as Summary, data, metric('throughput'), axis);
};

describe('the overview', () => {
  it('has a row for each scenario and what else tells cells apart, the chosen axis as columns, and no cell that is long gone', () => {
    const model = overview([]);
    expect(model.columns).toEqual(['net8.0', 'net10.0']);
    expect(model.rows.map(row => [row.scenario, row.rest, ...row.cells.map(each => each?.cell.id ?? null)])).toEqual([
      ['hello', 'server', 'hello/net8.0/server/2c', 'hello/net10.0/server/2c'],
      ['hello', 'datas', 'hello/net8.0/datas/2c', null],
      ['values', 'server', 'values/net8.0/server/2c', 'values/net10.0/server/2c'],
    ]);
    expect(model.gone).toBe(1);
    expect(
      overview(
        [],
        dataOf(() => 0),
        'gc',
      ).columns,
    ).toEqual(['server', 'datas']);
  });

  it('leaves out what the answer says is no longer measured, also what changed or failed in it', () => {
    const ended = { ...tables, cells: catalogue.map((each, i) => (i === 0 || i === 4 ? { ...each, last: first - 1 } : each)) };
    const changes = [change(85, [0]), change(90, [0, 3])];
    const model = overview(changes, undefined, undefined, { catalogue: ended as unknown as Summary['catalogue'] });
    expect(model.rows.map(row => [row.scenario, row.rest, ...row.cells.map(each => each?.cell.id ?? null)])).toEqual([
      ['values', 'server', 'values/net8.0/server/2c', null],
      ['hello', 'server', null, 'hello/net10.0/server/2c'],
      ['hello', 'datas', 'hello/net8.0/datas/2c', null],
    ]);
    expect(model.gone).toBe(3);
  });

  it('puts first what changed last, and knows the steps of the shown metric and runs only', () => {
    const model = overview([change(10, [0]), change(85, [0]), change(90, [3]), change(95, [2], 'peakRss')]);
    expect(model.rows.map(row => `${row.scenario} ${row.rest}`)).toEqual(['values server', 'hello server', 'hello datas']);
    expect(model.rows[1]?.cells[0]?.steps.map(step => step.at)).toEqual([5]);
    expect(model.rows[2]?.cells[0]?.steps).toEqual([]);
  });

  it('marks a drift that began before the shown runs and went on in them at its newest step', () => {
    const drift = (until: number) => [change(10, [0], 'throughput', { until })];
    expect(overview(drift(95)).rows[0]?.cells[0]?.steps.map(step => step.at)).toEqual([15]);
    expect(overview(drift(95)).rows[0]?.cells[0]?.step?.begunAt).toBe(drift(95)[0]?.startedAt);
    expect(overview(drift(79)).rows[0]?.cells[0]?.steps).toEqual([]);
  });

  it('marks a series that joined a change later at its own run, and folds its row with those of the change', () => {
    const joined = change(85, [0, 2]);
    const [first, second] = joined.members as [ChangeMember, ChangeMember];
    const sized = { lowPercent: -6, highPercent: -4 };
    const members = [
      { ...first, ...sized },
      { ...second, ...sized, sequence: 97 },
    ];
    const { rows, groups } = overview([{ ...joined, members }, change(90, [2])]);
    expect(rows.slice(0, 2).map(row => row.cells[0]?.steps.map(step => step.at))).toEqual([[10, 17], [5]]);
    expect(rows.slice(0, 2).map(row => row.cells[0]?.step?.begunAt)).toEqual([newest[17]?.startedAt, newest[5]?.startedAt]);
    expect(groups[0]?.folds.map(fold => fold.rows.length)).toEqual([2]);
  });

  it('puts a row first of which a cell fails since a run that is newer than the last change', () => {
    const failing = (since: number) => {
      const data = dataOf(
        () => 0,
        () => true,
      );
      const until = (value: (number | null)[]) => value.map((each, run) => (run < since ? each : null));
      return { ...data, series: data.series.map(each => (each.index === 4 ? { ...each, value: until(each.value) } : each)) };
    };
    const order = (since: number) => overview([change(90, [0])], failing(since)).rows.map(row => row.scenario);
    expect([order(15)[0], order(5)[0]]).toEqual(['values', 'hello']);
    expect(order(5)).toEqual(['hello', 'values', 'hello']);
    expect(overview([], failing(15)).rows[0]?.cells[1]?.unknown).toBe('failed since');
  });

  it('makes one of the rows of a scenario that tell the same, and says what the others have', () => {
    const folds = (changes: readonly ChangeGroup[]) =>
      overview(changes).groups.map(group => [group.scenario, ...group.folds.map(fold => fold.rows.map(row => row.rest).join(' and '))]);
    expect(folds([])).toEqual([
      ['hello', 'server and datas'],
      ['values', 'server'],
    ]);
    expect(folds([change(90, [0, 2])])).toEqual([
      ['hello', 'server and datas'],
      ['values', 'server'],
    ]);
    expect(folds([change(90, [2]), change(85, [3])])).toEqual([
      ['hello', 'datas', 'server'],
      ['values', 'server'],
    ]);
    expect(foldWords(overview([change(90, [0, 2])]).groups[0]?.folds[0]?.rows ?? [])).toBe('3 more cells: −5.0 % in 2, no change in 1');
    expect(foldWords(overview([]).rows)).toBe('5 more cells: no change in 4, ? failed');
    expect(foldWords(overview([]).rows.slice(0, 1))).toBe('2 more cells: no change');
  });

  it('puts a step that somebody has said what it is behind those that stand, and tells its label', () => {
    const labelled = [
      change(85, [3]),
      change(90, [0], 'throughput', { label: 'noise' }),
      change(95, [0, 2], 'throughput', { label: 'wanted' }),
    ];
    const model = overview(labelled);
    expect(model.rows.map(row => [`${row.scenario} ${row.rest}`, row.step?.settled])).toEqual([
      ['values server', null],
      ['hello server', 'wanted'],
      ['hello datas', 'wanted'],
    ]);
    expect(foldWords(model.rows.slice(1))).toBe('3 more cells: −5.0 % wanted in 2, no change in 1');
    // One that stands is told of, also when a newer one is labelled; what is labelled as real stands.
    const real = change(82, [0], 'throughput', { label: 'real' });
    const [standing] = overview([real, ...labelled]).rows.filter(row => row.scenario === 'hello');
    expect([standing?.step?.at, standing?.cells[0]?.step?.settled, standing?.cells[0]?.steps.length]).toEqual([2, null, 3]);
  });

  it('does the same with a step that is acknowledged, until its day is over', () => {
    const until = (acknowledged: string) => [change(90, [0], 'throughput', { acknowledged }), change(85, [3])];
    const rowsOf = (changes: readonly ChangeGroup[]) => overview(changes).rows.map(row => [row.scenario, row.step?.settled ?? null]);
    expect(rowsOf(until('9999-12-31')).slice(0, 2)).toEqual([
      ['values', null],
      ['hello', 'acknowledged'],
    ]);
    expect(rowsOf(until('2026-11-02')).slice(0, 2)).toEqual([
      ['hello', null],
      ['values', null],
    ]);
  });

  it('has a scale bar of a round number of percent that fits into a picture', () =>
    expect([14, 5, 6.7, 40, 0.9].map(barOf)).toEqual([10, 2, 5, 20, 0.5]));

  it('says of a series that it has no change only where one would have been found', () => {
    const unknownOf = (latest?: Summary['latest'], data?: TrendData) =>
      overview([], data, undefined, latest && { latest }).rows.flatMap(row => row.cells.map(each => each?.unknown));
    expect(unknownOf()).toEqual([null, null, null, undefined, null, 'failed']);
    expect(unknownOf(latestOf([null, null, 100, 100], [7, null, 7, 7])).slice(0, 3)).toEqual(['too few runs', 'no reference', null]);
    const unmeasured = dataOf(
      () => 0,
      () => false,
    );
    expect(unknownOf(undefined, unmeasured)[0]).toBe('not measured');
  });

  it('never says of a cell that nothing changed where the answer above it says that it is not judged, nor the other way round', () => {
    const measured = catalogue.slice(0, 4);
    const newest = Array.from({ length: first + runs }, (_, sequence) => ({ sequence, reference: 0, startedAt: '2026-11-20T00:00:00Z' }));
    for (const [noise, ratio] of [
      [100, 7],
      [null, 7],
      [null, null],
    ])
      for (const changes of [[], [change(95, [1])], [change(30, [1])], [change(95, [1], 'peakRss')]]) {
        const latest = latestOf([100, noise ?? null, 100, 100], [7, ratio ?? null, 7, 7]);
        const asked = { index, catalogue: { cells: measured, metrics: [] }, changes, events: [], newest, latest, unread: [] };
        const { more } = answer(asked as unknown as Asked);
        const cells = overview(changes, undefined, undefined, { latest }).rows.flatMap(row => row.cells);
        const unjudged = more.some(({ text }) => text.startsWith('Not judged: hello/net10.0/server/2c '));
        const shown = cells.find(each => each?.cell === measured[1]);
        // A step of it is told all the same, so nothing says that it had none.
        const toldOnly = ratio === null && (shown?.steps ?? []).length > 0;
        expect(shown?.unknown !== null || toldOnly).toBe(unjudged);
      }
  });

  it('says of no series that it has no change while a file that would tell could not be read', () => {
    const unknownOf = (file: string) =>
      overview([], undefined, undefined, { unread: [new FileProblem(file, 'damaged')] }).rows.flatMap(row =>
        row.cells.map(each => each?.unknown),
      );
    for (const file of ['changes.json', 'latest.json']) {
      const lost = `${file} not read`;
      expect(unknownOf(file)).toEqual([lost, lost, lost, undefined, lost, 'failed']);
    }
    expect(unknownOf('events.json')).toEqual([null, null, null, undefined, null, 'failed']);
  });

  it('leaves out a scenario that was measured and has no value of the metric, as benchmarks have no throughput', () => {
    const model = overview(
      [],
      dataOf(
        () => 0,
        index => index < 3,
      ),
    );
    expect(model.rows.map(row => row.scenario)).toEqual(['hello', 'hello', 'values']);
    expect(model.rows[2]?.cells.map(each => each?.unknown ?? null)).toEqual([null, 'failed']);
    expect([model.without, model.gone]).toEqual([1, 1]);
    expect(overview([]).without).toBe(0);
  });

  it('knows the newest value and how old it is', () => {
    const data = dataOf(() => 1.5);
    const stale = { ...data, series: data.series.map(each => ({ ...each, value: each.value.map((value, i) => (i < 17 ? value : null)) })) };
    expect(overview([], stale).rows[0]?.cells[0]?.newest).toEqual({ value: 1000, percent: 1.5, age: 3 });
  });

  it('counts since when a cell lacks a value in workflow runs that measured its scenario, or may have failed to', () => {
    const ids = Array.from({ length: runs }, (_, i) => `2026-gh${Math.floor(i / 2)}-1-${i % 2}`);
    /** Each scenario in one of two documents of a push: hello in the first, values in the second. */
    const split = (of: (run: number) => string, until = runs): TrendData => {
      const data = dataOf(() => 0);
      const isThere = ({ cell, index }: TrendSeries, run: number) =>
        (cell.scenario === 'hello') === (run % 2 === 0) && (index > 0 || run < until);
      return {
        ...data,
        runs: data.runs.map((run, i) => ({ ...run, id: of(i) })),
        series: data.series.map(each => ({ ...each, value: each.value.map((value, i) => (isThere(each, i) ? value : null)) })),
      };
    };
    const ages = (data: TrendData) =>
      overview([], data)
        .rows.flatMap(row => row.cells)
        .flatMap(each => (each === null ? [] : ageOf(data, each)));
    // Of one workflow run, and of two workflows that publish in turn.
    expect(ages(split(i => ids[i] as string))).toEqual([0, 0, 0, 0, 0]);
    expect(ages(split(i => `run-${i}`))).toEqual([0, 0, 0, 0, 0]);
    expect(ages(split(i => ids[i] as string, runs - 4))).toEqual([2, 0, 0, 0, 0]);
    expect(ages(split(i => `run-${i}`, runs - 4))).toEqual([2, 0, 0, 0, 0]);
    // One that failed since counts all of them.
    const failed = { ...cell('hello', 'net8.0'), status: 'failed' as const };
    const alone = split(i => `run-${i}`);
    expect(ageOf(alone, { cell: failed, newest: { value: 1, percent: 1, age: 5 } })).toBe(5);
  });

  it('draws the line of a cell past the documents of a push that did not plan it', () => {
    const data = dataOf((_, run) => (run % 2 === 0 ? 1 : null));
    const alternating = { ...data, series: data.series.map(each => ({ ...each, value: each.percent })) };
    const cutsOf = (of: TrendData) => overview([], of).rows[0]?.cells[0]?.cuts.filter(isCut => isCut).length;
    expect([cutsOf(alternating), cutsOf(data)]).toEqual([0, runs / 2]);
    const pinned = { ...alternating, runs: alternating.runs.map((run, i) => ({ ...run, reference: i < 5 ? 0 : 1 })) };
    const references = [{ chained: true }, { chained: false }];
    const [row] = overview([], pinned, undefined, { catalogue: { ...tables, references } as unknown as Summary['catalogue'] }).rows;
    expect(row?.cells[0]?.cuts.indexOf(true)).toBe(6);
  });

  it('makes the pictures of a metric once for each of its columns, and anew of other series', () => {
    const asked = { index, catalogue: tables, changes: [], events: [], newest, unread: [], latest: latestOf(judged) };
    const [data, other] = [0, 1].map(percent => dataOf(() => percent)) as [TrendData, TrendData];
    const of = (series: TrendData, axis: 'runtime' | 'gc') => picturesOf(asked as unknown as Summary, series, metric('throughput'), axis);
    expect(of(data, 'runtime')).toBe(of(data, 'runtime'));
    expect([of(data, 'runtime').model.columns, of(data, 'gc').model.columns]).toEqual([
      ['net8.0', 'net10.0'],
      ['server', 'datas'],
    ]);
    expect([data, other].map(series => of(series, 'runtime').cells[0]?.newest?.percent)).toEqual([0, 1]);
  });

  describe('of a series without a ratio', () => {
    /** The first cell has values of 100, 200 and 300 in turn and no ratio; others ratios of 0 and so many percent in turn, or none either. */
    function cellsOf(others: number | null = null) {
      const data = dataOf((index, run) => (index === 0 || others === null ? null : others * (run % 2)));
      const values = data.runs.map((_, run) => 100 * ((run % 3) + 1));
      const summary = { ...tables, machines: [] };
      const model = overview(
        [],
        { ...data, series: data.series.map(each => (each.index === 0 ? { ...each, value: values } : each)) },
        'runtime',
        { catalogue: summary as unknown as Summary['catalogue'], latest: latestOf(catalogue.map(() => null)) },
      );
      return model.rows.flatMap(row => row.cells.filter(each => each !== null));
    }

    it('draws its values in percent against their median, says that they are, and judges nothing', () => {
      const [first, , , , failed] = cellsOf();
      expect(first?.line.slice(0, 3)).toEqual([-50, 0, 50]);
      expect([first?.isOfValues, first?.unknown, first?.newest?.percent, first?.steps]).toEqual([true, 'no reference', null, []]);
      expect(first?.cuts.includes(true)).toBe(false);
      expect([failed?.isOfValues, failed?.line.some(each => each !== null)]).toEqual([false, false]);
    });

    it('draws its ratios where a run has one', () => {
      const [first, second] = cellsOf(1);
      expect([first?.isOfValues, second?.isOfValues]).toEqual([true, false]);
      expect(second?.line).toBe(second?.series.percent);
    });

    it('leaves the scale to the ratios where there are some', () => {
      const heightOf = (others: number) => extentsOf(cellsOf(others).slice(0, 2)).height;
      expect([heightOf(1), heightOf(8)]).toEqual([5, 1.4 * 8]);
      const alone = cellsOf().slice(0, 1);
      expect(extentsOf(alone).height).toBe(1.4 * 100);
    });
  });

  it('draws all pictures on one scale, and one that moved more on its own', () => {
    const model = overview(
      [],
      dataOf((index, run) => (index === 0 ? 100 + 4 * run : run % 2)),
    );
    const cells = model.rows.flatMap(row => row.cells.filter(each => each !== null));
    const { height, of } = extentsOf(cells.concat(...Array.from({ length: 3 }, () => cells.slice(1))));
    expect(height).toBe(5);
    expect(cells.map(each => of.get(each)?.height)).toEqual([1.4 * 76, 5, 5, 5, 5]);
    expect(of.get(cells[0] as (typeof cells)[0])?.middle).toBe(138);
    // Eleven need 14 %, one a fifth more: too little for a scale of its own.
    const alike = overview(
      [],
      dataOf((index, run) => (index === 0 ? 12 : 10) * (run % 2)),
    ).rows.flatMap(row => row.cells.filter(each => each !== null));
    const [widest, usual] = alike as [(typeof alike)[0], (typeof alike)[0]];
    const among = extentsOf([widest, ...Array.from({ length: 11 }, () => ({ ...usual }))]);
    expect([among.height, among.of.get(widest)?.height]).toEqual([1.4 * 12, 1.4 * 12]);
  });

  it('draws each picture about the middle of its own series, however far that is from the reference', () => {
    const around = (middle: number) => {
      const cells = overview(
        [],
        dataOf((_, run) => middle - 0.5 + (run % 2)),
      ).rows.flatMap(row => row.cells.filter(each => each !== null));
      return [...extentsOf(cells).of.values()][0];
    };
    expect([0, 1, -3, 40].map(around)).toEqual([0, 1, -3, 40].map(middle => ({ middle, height: 5 })));
  });
});
