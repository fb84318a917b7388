import type { Query } from '../app/route.ts';
import type { Cuts } from '../charts/stretches.ts';
import {
  type ChangeGroup,
  type ChangeMember,
  endOf,
  type HistoryCatalogue,
  type HistoryCell,
  type HistoryEvent,
  type HistoryIndex,
  type RunEntry,
  ratioUnit,
  type Shard,
} from '../data/history-files.ts';
import type { FileProblem, Machine } from '../data/run-document.ts';
import { MissingFile, type Store } from '../data/store.ts';
import { workflowOf } from '../data/workflow-run.ts';
import { toPercent } from '../statistics/estimate.ts';
import { count, number } from '../text/format.ts';
import { type Asked, answer, fewestRuns } from './answer.ts';
import { goneCells } from './gone-cells.ts';
import { newestOf } from './standing-steps.ts';
import { mainMetric } from './step-words.ts';

/** Cells that a chart shows at most. */
export const mostCells = 5;

/** What is asked for: some cells, one metric, the newest runs. */
export interface TrendChoice {
  readonly cells: readonly string[];
  readonly metric: string;
  readonly last: number;
}

/** One cell over the runs of the range; arrays by run. Changes in percent against the pinned reference. */
export interface TrendSeries {
  readonly cell: HistoryCell;
  readonly index: number;
  readonly value: Values;
  readonly percent: Values;
  readonly low: Values;
  readonly high: Values;
}

type Values = (number | null)[];

export interface TrendData {
  readonly runs: readonly RunEntry[];
  readonly series: readonly TrendSeries[];
  readonly problems: readonly FileProblem[];
  /** Shards that do not exist: nothing was measured there, or the file is gone. Where others have some, a scenario without any has other metrics, and lacks none. */
  readonly missing: readonly FileProblem[];
}

/** The numbers of newest runs to choose from, and the one without a choice. */
export const ranges = ['100', '300', '1000', '100000'] as const;
export const usualRange = '300';

/** The range that shows a change and some runs before it; null where the usual one does. */
export function rangeWith({ sequence }: Pick<ChangeGroup, 'sequence'>, end: number): string | null {
  const needed = end - sequence + fewestRuns;
  return needed <= Number(usualRange) ? null : (ranges.find(range => Number(range) >= needed) ?? null);
}

/** The chunks that hold the newest `last` runs. */
export function chunksOf(index: HistoryIndex, last: number): number[] {
  const first = Math.max(0, Math.floor((endOf(index) - last) / index.chunk));
  return Array.from({ length: Math.max(0, index.chunks - first) }, (_, i) => first + i);
}

/** The columns of the shards that a choice loads: each has all cells of its scenario. */
export function columnsIn({ index, catalogue }: Pick<Asked, 'index' | 'catalogue'>, { cells, last }: Pick<TrendChoice, 'cells' | 'last'>) {
  const chosen = new Set(cells);
  const scenarios = new Set(catalogue.cells.flatMap(cell => (chosen.has(cell.id) ? [cell.scenario] : [])));
  return catalogue.cells.filter(cell => scenarios.has(cell.scenario)).length * chunksOf(index, last).length;
}

/** Loads the runs and the shards of a choice, all at the same time. */
export async function loadTrend(store: Store, choice: TrendChoice): Promise<TrendData> {
  const [index, catalogue] = await Promise.all([store.index(), store.catalogue()]);
  const chunks = chunksOf(index, choice.last);
  const cells = choice.cells.map(id => catalogue.cells.findIndex(cell => cell.id === id)).filter(cell => cell >= 0);
  const [list, shards] = await Promise.all([store.runList(chunks), loadShards(store, catalogue, cells, choice.metric, chunks)]);
  const runs = list.runs.filter(run => run.sequence >= endOf(index) - choice.last);
  const places = new Map(runs.map((run, i) => [run.sequence, i]));
  const none: Values = runs.map(() => null);
  const placed = shards.loaded.map(shard => ({
    cells: new Map(shard.cells.map(column => [column.cell, column])),
    places: Array.from({ length: shard.count }, (_, i) => places.get(shard.first + i)),
  }));
  return {
    runs,
    series: cells.map(cell => seriesOf(catalogue.cells[cell] as HistoryCell, cell, none, placed)),
    problems: [...list.problems, ...shards.problems],
    missing: shards.missing,
  };
}

async function loadShards(
  store: Store,
  catalogue: HistoryCatalogue,
  cells: readonly number[],
  metricName: string,
  chunks: readonly number[],
) {
  const metric = catalogue.metrics.find(each => each.name === metricName);
  const names = new Set(cells.map(cell => catalogue.cells[cell]?.scenario));
  const scenarios = catalogue.scenarios.filter(scenario => names.has(scenario.name));
  const results = await Promise.allSettled(
    metric === undefined ? [] : scenarios.flatMap(scenario => chunks.map(chunk => store.shard(metric.path, scenario.path, chunk))),
  );
  const loaded = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
  const failures = results.flatMap((result, i) =>
    result.status === 'rejected' ? [{ scenario: Math.floor(i / chunks.length), problem: result.reason as FileProblem }] : [],
  );
  const missing = failures.filter(({ problem }) => problem instanceof MissingFile);
  const countOf = (scenario: number) => missing.filter(each => each.scenario === scenario).length;
  return {
    loaded,
    problems: failures.flatMap(({ problem }) => (problem instanceof MissingFile ? [] : [problem])),
    missing: missing.flatMap(({ scenario, problem }) => (loaded.length > 0 && countOf(scenario) === chunks.length ? [] : [problem])),
  };
}

/** The columns of a shard by cell, and where its runs are among those of the range; undefined of one before it. */
interface Placed {
  readonly cells: ReadonlyMap<number, Shard['cells'][number]>;
  readonly places: readonly (number | undefined)[];
}

function seriesOf(cell: HistoryCell, index: number, none: Values, shards: readonly Placed[]): TrendSeries {
  const read = (name: 'value' | 'ratio' | 'low' | 'high', shown: (stored: number) => number) => {
    const values = none.slice();
    for (const { cells, places } of shards) {
      // A cell is in the shards of its scenario alone.
      const column = cells.get(index)?.[name];
      if (column === undefined) continue;
      for (let i = 0; i < places.length; i++) {
        const at = places[i];
        const stored = column[i];
        if (at !== undefined && typeof stored === 'number') values[at] = shown(stored);
      }
    }
    return values;
  };
  let low: Values | null = null;
  let high: Values | null = null;
  return {
    cell,
    index,
    value: read('value', stored => stored),
    percent: read('ratio', percentOf),
    // The overview has many more series than a screen shows: their intervals are read where they are drawn.
    get low() {
      low ??= read('low', percentOf);
      return low;
    },
    get high() {
      high ??= read('high', percentOf);
      return high;
    },
  };
}

const percentOf = (ratio: number) => toPercent(ratio / ratioUnit);

/** The largest value of all series: of too many for the arguments of one call. */
export const largestOf = ({ series }: TrendData) =>
  series.reduce((most, { value }) => value.reduce((largest: number, each) => Math.max(largest, each ?? 0), most), 0);

/** Whether a run has a ratio of one of some series to a pinned reference. */
export const hasRatios = (series: readonly Pick<TrendSeries, 'percent'>[]) =>
  series.some(({ percent }) => percent.some(each => each !== null));

/** Whether absolute values are shown: where the address does not say, of series that have values and no ratio; not before they are loaded. */
export function isAbsolute(query: Query, data: Pick<TrendData, 'series'> | null): boolean {
  const mode = query.oneOf('mode', ['ratio', 'value', ''], '');
  if (mode !== '' || data === null) return mode === 'value';
  return !hasRatios(data.series) && data.series.some(({ value }) => value.some(each => each !== null));
}

/** What a machine is chosen by. */
interface MachineChoice {
  readonly catalogue: Pick<HistoryCatalogue, 'machines'>;
  readonly index: Pick<HistoryIndex, 'newest'>;
}

/** Of each machine of the catalogue the first that is alike: older histories have an entry for each kernel, image and boot. */
export const machinesAlike = (machines: readonly Pick<Machine, 'fingerprint'>[]) =>
  machines.map(({ fingerprint }) => machines.findIndex(each => each.fingerprint === fingerprint));

/** The machine whose values are shown, of those of the catalogue: what the address asks for, else that of the newest run. */
export function machineOf(query: Query, { catalogue: { machines }, index }: MachineChoice): number {
  const names = machines.map((_, i) => String(i));
  const asked = Number(query.oneOf('machine', names, String(index.newest?.machine ?? 0)));
  return machinesAlike(machines)[asked] ?? asked;
}

/** Absolute values of one machine only: values of different machines must not share a line. */
export function onMachine(data: TrendData, machines: readonly Pick<Machine, 'fingerprint'>[], machine: number): TrendData {
  const alike = machinesAlike(machines);
  const isThere = data.runs.map(run => (alike[run.machine] ?? run.machine) === machine);
  const of = (values: Values) => values.map((value, i) => (isThere[i] ? value : null));
  return { ...data, series: data.series.map(series => ({ ...series, value: of(series.value) })) };
}

/**
 * Where the lines of series end: at a run that lacks the value though it measured the cell, or though something failed in it, unless another document of its workflow run has
 * one; and at a ratio to a reference that nothing links to that of the ratio before. They pass a run that did not plan the cell.
 */
export function cutsIn({ runs }: Pick<TrendData, 'runs'>, { references }: Pick<HistoryCatalogue, 'references'>) {
  const workflows = runs.map(({ id }) => workflowOf(id));
  // Nothing tells which cells a run planned: those of another machine, or another number, are taken for others.
  const plans = runs.map(run => `${run.machine} ${run.measured + run.failed + run.unavailable + run.notApplicable}`);
  const none = runs.map(() => false);
  // Each reference that nothing links to the one before begins another chain; a run may go back to an older one.
  const chains = references.map((_, i) => references.slice(0, i + 1).filter(({ chained }) => !chained).length);
  const chainAt = runs.map(({ reference }) => chains[reference ?? 0]);
  const isOneChain = new Set(chainAt).size < 2;
  const breaksOf = (ratios: Values): Cuts => {
    let last: number | undefined;
    return ratios.map((ratio, i) => {
      if (ratio === null) return false;
      const before = last;
      last = chainAt[i];
      return before !== undefined && before !== last;
    });
  };
  return ({ value, percent }: Pick<TrendSeries, 'value' | 'percent'>, absolute: boolean): Cuts => {
    const drawn = absolute ? value : percent;
    const breaks = absolute || isOneChain ? none : breaksOf(percent);
    const lacks = runs.map(({ failed }, i) => drawn[i] === null && (value[i] !== null || failed > 0));
    // Most series lack nothing, and have the cuts of all.
    if (!lacks.includes(true)) return breaks;
    const isDrawn = (_: string, i: number) => drawn[i] !== null;
    const [known, planned] = [new Set(workflows.filter(isDrawn)), new Set(plans.filter(isDrawn))];
    const isHole = (i: number) => !known.has(workflows[i] as string) && (value[i] !== null || planned.has(plans[i] as string));
    return breaks.map((isCut, i) => isCut || (lacks[i] === true && isHole(i)));
  };
}

/** Why a chart has no point, of the values of all machines. */
export function noPoints(absolute: boolean, { series }: Pick<TrendData, 'series'>): string {
  if (series.every(({ value }) => value.every(each => each === null))) return 'No run of this range measured this cell and metric.';
  return absolute
    ? 'No run of this range measured this cell and metric on this machine; choose another machine.'
    : 'No run of this range has a ratio of this cell to a pinned reference; choose absolute values.';
}

/** What tells the machines of a list apart, and what is one of them whatever else it is. */
export const machineText = ({ cpuModel, cores, memoryBytes, os, driver }: Machine) =>
  `${cpuModel}, ${count(cores, 'CPU')}, ${number(Math.ceil(memoryBytes / 1024 ** 3))} GiB, ${os}, ${driver} (any kernel, image and boot)`;

/** Real changes: not the values that the first run of all began with. */
export const changesAround = (events: readonly HistoryEvent[]) => events.filter(event => event.from !== null);

/** The events that can have moved a shown series: those of its runtime, and those of the machine. */
export const eventsOf = (events: readonly HistoryEvent[], cells: readonly HistoryCell[]) =>
  changesAround(events).filter(
    event =>
      event.kind !== 'runtime' ||
      cells.some(cell => event.subject !== null && (cell.runtime === event.subject || cell.runtime.startsWith(`${event.subject}@`))),
  );

/** An event in words. */
export function eventText(event: HistoryEvent): string {
  const what =
    {
      runtime: `runtime ${event.subject ?? ''}`,
      reference: 'pinned reference',
      cpu: 'CPU model',
      cores: `cores of ${event.subject ?? ''}`,
      image: 'runner image',
      sdk: 'SDK',
      os: 'operating system',
      driver: 'measuring driver',
      tool: 'perfmatrix',
    }[event.kind] ?? event.kind;
  return `${what} ${event.from ?? 'none'} → ${event.to ?? 'none'}${event.chained === false ? ' (not comparable across it)' : ''}`;
}

/** The series to begin with, of a cell that is measured still: of the step that the answer is about, else of the newest change, an open one first, else the first. */
export function defaultSeries(summary: Asked): { cell: string; metric: string } | null {
  const { cells, metrics } = summary.catalogue;
  const gone = goneCells(summary);
  const isMeasured = (cell: number) => cells[cell]?.status === 'measured' && !gone.has(cell);
  const measuredOf = (members: readonly ChangeMember[]) => members.filter(each => isMeasured(each.cell));
  const changed = summary.changes.map(change => ({ change, members: measuredOf(change.members) }));
  const told = answer(summary).step ?? newestOf(changed.filter(({ members }) => members.length > 0));
  const [metric, [member]] = mainMetric(measuredOf(told?.members ?? []), metrics);
  const firstCell = cells.find((_, i) => isMeasured(i)) ?? cells.find((_, i) => !gone.has(i)) ?? cells[0];
  const firstMetric = metrics.find(each => each.name === 'throughput') ?? metrics[0];
  const cell = member === undefined ? firstCell : cells[member.cell];
  const name = member === undefined ? firstMetric?.name : metric.name;
  return cell === undefined || name === undefined ? null : { cell: cell.id, metric: name };
}
