import type { Cuts } from '../charts/stretches.ts';
import { type Axis, axes, axisTitle, axisValue, axisValues } from '../data/axes.ts';
import { beginOf, type ChangeGroup, type HistoryCell } from '../data/history-files.ts';
import type { Metric } from '../data/metric.ts';
import { workflowOf } from '../data/workflow-run.ts';
import { count, spread } from '../text/format.ts';
import { groupBy } from '../text/group.ts';
import { goneCells } from './gone-cells.ts';
import { lacksOf } from './lacks.ts';
import { statusWords } from './matrix-model.ts';
import { settledAs } from './standing-steps.ts';
import { isUnread, type Summary } from './summary.ts';
import { cutsIn, hasRatios, type TrendData, type TrendSeries } from './trend-model.ts';
import { againstMedian, type Line, valuesIn } from './value-lines.ts';

/** The axes whose values can be columns. */
export const columnAxes = ['runtime', 'gc'] as const;
export type ColumnAxis = (typeof columnAxes)[number];

/** A change point of a series. */
export interface Step {
  /** Place of its first run among those shown; of a drift that began before them that of its newest step. */
  readonly at: number;
  readonly verdict: 'worse' | 'better';
  readonly effectPercent: number;
  /** When the first run of its change began. */
  readonly startedAt: string;
  /** When its own did, which is later where the series joined the change later. */
  readonly begunAt: string;
  /** What people settled it as, so that nobody need act: a label, or acknowledged; null while it stands. */
  readonly settled: string | null;
}

/** A cell of the overview: a series over the newest runs. */
export interface OverviewCell {
  readonly column: string;
  readonly cell: HistoryCell;
  readonly series: TrendSeries;
  /** What its line shows, in percent: its ratios, or where no run has one its values against their median. */
  readonly line: Line;
  /** Whether it is a line of values, which nothing judges. */
  readonly isOfValues: boolean;
  /** Where its line ends. */
  readonly cuts: Cuts;
  /** Oldest first. */
  readonly steps: readonly Step[];
  /** The one that is told of; null without one. */
  readonly step: Step | null;
  readonly newest: Newest | null;
  /** Why nothing can be said of it; null when its steps, or that it has none, are known. */
  readonly unknown: string | null;
}

/** The newest value of a series. */
export interface Newest {
  readonly value: number;
  /** Percent against the reference; null without one in its run. */
  readonly percent: number | null;
  /** Documents since. */
  readonly age: number;
}

export interface OverviewRow {
  readonly scenario: string;
  /** The other axes that tell rows apart. */
  readonly rest: string;
  /** One a column; null where the history has no such cell. */
  readonly cells: readonly (OverviewCell | null)[];
  /** The one of its series that is told of; null without one. */
  readonly step: Step | null;
}

/** Rows of a scenario that tell the same: that of one change, or that there was none. The first stands for all. */
export interface RowFold {
  readonly key: string;
  readonly rows: readonly OverviewRow[];
}

/** A scenario with its rows. */
export interface OverviewGroup {
  readonly scenario: string;
  readonly folds: readonly RowFold[];
}

export interface OverviewModel {
  readonly columns: readonly string[];
  /** Those whose series changed last, or fail since, come first. */
  readonly rows: readonly OverviewRow[];
  /** The same rows by scenario. */
  readonly groups: readonly OverviewGroup[];
  /** Cells that are no longer measured. */
  readonly gone: number;
  /** Measured cells of scenarios that have other metrics, as benchmarks have no throughput. */
  readonly without: number;
}

/** The overview of a metric, in the order of the catalogue among equals. */
export function overviewOf(summary: Summary, data: TrendData, metric: Metric, axis: ColumnAxis): OverviewModel {
  const places = new Map(data.runs.map((run, i) => [run.sequence, i]));
  const gone = goneCells(summary);
  const planned = data.series.filter(series => !gone.has(series.index));
  const known = new Set(planned.filter(({ value }) => value.some(each => each !== null)).map(({ cell }) => cell.scenario));
  // Where no scenario has a value, files are gone, and nothing is known of any.
  const shown = planned.filter(({ cell }) => known.size === 0 || cell.status !== 'measured' || known.has(cell.scenario));
  const cells = shown.map(series => series.cell);
  // In the order of all cells, which does not change when one is gone.
  const has = new Set(axisValues(cells, axis));
  const columns = axisValues(
    data.series.map(({ cell }) => cell),
    axis,
  ).filter(value => has.has(value));
  const steps = stepsOf(summary.changes, metric.name, places, data.runs);
  const lost = (['changes.json', 'latest.json'] as const).find(file => isUnread(summary, file));
  const lackOf = lost === undefined ? lacksOf(summary) : () => `${lost} not read`;
  const others = axes.filter(each => each !== axis);
  const cutsOf = cutsIn(data, summary.catalogue);
  const valuesOf = valuesIn(data, summary.catalogue);
  const rows = new Map<string, (OverviewCell | null)[]>();
  for (const series of shown) {
    const key = others.map(each => axisValue(series.cell, each)).join('\n');
    const row = rows.get(key) ?? columns.map(() => null);
    const column = columns.indexOf(axisValue(series.cell, axis));
    const values = valuesOf(series);
    const line = values === null ? series.percent : againstMedian(values);
    const known = { column: columns[column] as string, series, line, isOfValues: values !== null, steps: steps.get(series.index) ?? [] };
    const lack = lackOf(metric.name, series.index);
    row[column] = cellOf(known, lack, () => (values === null ? cutsOf(series, false) : cutsOf({ value: values, percent: line }, true)));
    rows.set(key, row);
  }
  const telling = tellingAxes(shown, others);
  const sorted = [...rows.values()].map(cells => rowOf(cells, telling)).sort((a, b) => changedAt(b) - changedAt(a));
  return {
    columns,
    rows: sorted,
    groups: [...groupBy(sorted, row => row.scenario)].map(([scenario, of]) => ({ scenario, folds: foldsOf(scenario, of) })),
    gone: data.series.length - planned.length,
    without: planned.length - shown.length,
  };
}

/** What the pictures of a metric are made of. */
export interface Pictures {
  readonly model: OverviewModel;
  /** Those of all rows. */
  readonly cells: readonly OverviewCell[];
  readonly extents: ReturnType<typeof extentsOf>;
}

/** Those of series that were shown before, or loaded ahead. */
const made = new WeakMap<TrendData, Map<ColumnAxis, Pictures>>();

/** The same pictures whenever the same series are shown again. */
export function picturesOf(summary: Summary, data: TrendData, metric: Metric, axis: ColumnAxis): Pictures {
  const ofData = made.get(data) ?? new Map<ColumnAxis, Pictures>();
  made.set(data, ofData);
  const known = ofData.get(axis);
  if (known !== undefined) return known;
  const model = overviewOf(summary, data, metric, axis);
  const cells = model.rows.flatMap(row => row.cells.filter(cell => cell !== null));
  const pictures = { model, cells, extents: extentsOf(cells) };
  ofData.set(axis, pictures);
  return pictures;
}

/** The steps of every series of a metric by cell, of the runs that are shown. */
function stepsOf(
  changes: readonly ChangeGroup[],
  metric: string,
  places: ReadonlyMap<number, number>,
  runs: TrendData['runs'],
): Map<number, Step[]> {
  const steps = new Map<number, Step[]>();
  for (const change of changes) {
    const { startedAt } = change;
    const settled = settledAs(change)?.word ?? null;
    for (const member of change.members.filter(each => each.metric === metric)) {
      const { cell, verdict, effectPercent } = member;
      const begin = places.get(beginOf(change, member));
      const at = begin ?? places.get(member.sequence);
      const begunAt = runs[begin ?? -1]?.startedAt ?? startedAt;
      const step = at === undefined ? [] : [{ at, verdict, effectPercent, startedAt, begunAt, settled }];
      steps.set(
        cell,
        [...(steps.get(cell) ?? []), ...step].sort((a, b) => a.at - b.at),
      );
    }
  }
  return steps;
}

/** Of some steps the newest that stands, else the newest. */
const toldOf = (steps: readonly Step[]): Step | null =>
  [...steps].sort((a, b) => Number(a.settled === null) - Number(b.settled === null) || a.at - b.at).at(-1) ?? null;

type Known = Pick<OverviewCell, 'column' | 'series' | 'line' | 'isOfValues' | 'steps'>;

function cellOf(known: Known, lack: string | null, cutsOf: () => Cuts): OverviewCell {
  const { series, steps } = known;
  const at = series.value.findLastIndex(value => value !== null);
  const newest =
    at < 0 ? null : { value: series.value[at] as number, percent: series.percent[at] ?? null, age: series.value.length - 1 - at };
  const unknown = steps.length > 0 ? null : (unmeasured(series.cell, newest) ?? lack);
  let cuts: Cuts | null = null;
  return {
    ...known,
    cell: series.cell,
    step: toldOf(steps),
    newest,
    unknown,
    // Most pictures are folded or out of sight.
    get cuts() {
      cuts ??= cutsOf();
      return cuts;
    },
  };
}

/** Why a series has no newest value; null where it has one. */
function unmeasured({ status }: HistoryCell, newest: Newest | null): string | null {
  if (newest === null) return status === 'measured' ? 'not measured' : statusWords[status];
  return newest.age > 0 && status !== 'measured' ? `${statusWords[status]} since` : null;
}

/** Workflow runs since a cell was measured. Those that measured nothing of its scenario do not count, unless that may be because it failed. */
export function ageOf({ runs, series }: TrendData, { cell, newest }: Pick<OverviewCell, 'cell' | 'newest'>): number {
  if (newest === null || newest.age === 0) return 0;
  const [last, ...later] = runs.slice(-1 - newest.age).map(({ id }) => workflowOf(id));
  const beside = series.filter(each => each.cell.scenario === cell.scenario);
  const hasIt = (i: number) => cell.status !== 'measured' || beside.some(({ value }) => value[runs.length - later.length + i] !== null);
  return new Set(later.filter((workflow, i) => workflow !== last && hasIt(i))).size;
}

/** The axes that differ between rows: a history of one core count need not repeat it. */
const tellingAxes = (shown: readonly TrendSeries[], others: readonly Axis[]) =>
  others.filter(axis => axis !== 'scenario' && new Set(shown.map(series => axisValue(series.cell, axis))).size > 1);

function rowOf(cells: readonly (OverviewCell | null)[], telling: readonly Axis[]): OverviewRow {
  const { cell } = cells.find(each => each !== null) as OverviewCell;
  const step = toldOf(cells.flatMap(each => each?.step ?? []));
  return { scenario: cell.scenario, rest: telling.map(axis => valueText(cell, axis)).join(' · '), cells, step };
}

/** Rows whose step is of one change are one; of the others, those that lack the same. */
function foldsOf(scenario: string, rows: readonly OverviewRow[]): RowFold[] {
  const tale = ({ step, cells }: OverviewRow) =>
    step === null ? [...new Set(cells.flatMap(cell => cell?.unknown ?? []))].sort().join(', ') : `step ${step.startedAt}`;
  return [...groupBy(rows, tale)].map(([key, of]) => ({ key: `${scenario} ${key}`, rows: of }));
}

function valueText(cell: HistoryCell, axis: Axis): string {
  const value = axisValue(cell, axis);
  return axis === 'cores'
    ? `${value} ${value === '1' ? 'core' : 'cores'}`
    : value === 'none'
      ? `no ${axisTitle[axis].toLowerCase()}`
      : value;
}

/** The run of the newest step of a row that stands, or the last with a value of a cell that failed since; -1 without either. */
const changedAt = ({ step, cells }: OverviewRow) =>
  Math.max(step === null || step.settled !== null ? -1 : step.at, ...cells.map(cell => (cell === null ? -1 : failedAfter(cell))));

const failedAfter = ({ cell, newest, series }: OverviewCell) =>
  newest === null || newest.age === 0 || cell.status !== 'failed' ? -1 : series.value.length - 1 - newest.age;

/** What rows tell that are not shown: 36 more cells: from −3.2 to −5.3 %. */
export function foldWords(rows: readonly OverviewRow[]): string {
  const cells = rows.flatMap(row => row.cells.filter(cell => cell !== null));
  const steps = groupBy(
    cells.flatMap(cell => cell.step ?? []),
    step => step.settled ?? '',
  );
  const unknown = [...new Set(cells.flatMap(cell => cell.unknown ?? []))];
  const quiet = cells.filter(cell => cell.steps.length === 0 && cell.unknown === null).length;
  const words = [
    ...[...steps].map(([word, of]) => `${effectsText(of)}${word && ` ${word}`}${of.length < cells.length ? ` in ${of.length}` : ''}`),
    ...(quiet === 0 ? [] : [steps.size + unknown.length === 0 ? 'no change' : `no change in ${quiet}`]),
    ...unknown.map(why => `? ${why}`),
  ];
  return `${count(cells.length, 'more cell')}: ${words.join(', ')}`;
}

const effectsText = (steps: readonly Step[]) => spread(steps.map(step => step.effectPercent));

/** The part of the vertical axis that a picture shows, in percent. */
export interface Extent {
  readonly middle: number;
  readonly height: number;
}

/** Least height of a picture in percent, so that noise does not look like news. */
const leastHeight = 5;

/** What is not higher than this times what nine in ten need gets no height of its own: nobody sees the difference. */
const alike = 1.25;

/**
 * All pictures have one height in percent, so that sizes can be compared by eye: what nine in ten of them need, or a little more. One that moved much more has its own, and
 * is marked so. Each is about its own middle, because cells differ from the reference by more than they change. Values drift with the machine, and
 * have a say in it only where there are no ratios.
 */
export function extentsOf(cells: readonly OverviewCell[]): { readonly height: number; readonly of: ReadonlyMap<OverviewCell, Extent> } {
  const own = cells.map(cell => extentOf(cell.line));
  const ofRatios = hasRatios(cells.map(cell => cell.series));
  const heights = own.flatMap(({ height }, i) => (ofRatios && cells[i]?.isOfValues ? [] : [height])).sort((a, b) => a - b);
  const most = heights[Math.floor(0.9 * (heights.length - 1))] ?? 0;
  const height = Math.max(leastHeight, heights.findLast(each => each <= alike * most) ?? 0);
  return {
    height,
    of: new Map(own.map(({ middle, height: needed }, i) => [cells[i] as OverviewCell, { middle, height: Math.max(height, needed) }])),
  };
}

/** The length of a scale bar, in percent: a round number, at most three quarters of a picture. */
export function barOf(height: number): number {
  const power = 10 ** Math.floor(Math.log10(0.75 * height));
  return ([5, 2, 1].find(factor => factor * power <= 0.75 * height) ?? 1) * power;
}

/** Where the values of a series are, outliers left out: between the 2nd and the 98th of a hundred, and some room for the intervals. */
function extentOf(percent: readonly (number | null)[]): Extent {
  const values = new Float64Array(percent.length);
  let known = 0;
  for (const value of percent) if (value !== null) values[known++] = value;
  const sorted = values.subarray(0, known).sort();
  if (sorted.length === 0) return { middle: 0, height: 0 };
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] as number;
  return { middle: (at(0.02) + at(0.98)) / 2, height: 1.4 * (at(0.98) - at(0.02)) };
}
