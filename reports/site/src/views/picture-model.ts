import { padded } from '../charts/DotPlot.tsx';
import { andLimits, isImported } from '../data/axes.ts';
import { type Metric, type Scale, scaleFor, worseSign } from '../data/metric.ts';
import type { Cell, Variant } from '../data/run-document.ts';
import type { RunIndex } from '../data/run-index.ts';
import type { Change } from '../statistics/change.ts';
import { count } from '../text/format.ts';
import { groupBy } from '../text/group.ts';

/** The variants of one scenario and core count: what the terminal shows as one table (ReportBuilder). */
export interface PictureGroup {
  readonly title: string;
  /** Measured variants, the first of each block before others. */
  readonly rows: readonly PictureRow[];
  /** The same by block, of a comparison by pair: each has an anchor of its own, so changes of different ones share no line. */
  readonly blocks: readonly PictureBlock[];
  /** Variants without numbers. */
  readonly skipped: readonly Variant[];
}

/** Variants that were measured side by side. */
export interface PictureBlock {
  /** What its rows are compared with, in words; null where that was not measured. */
  readonly anchor: string | null;
  readonly rows: readonly PictureRow[];
}

export interface PictureRow {
  readonly variant: Variant;
  readonly label: string;
  /** Whether the others of its block or pair are compared with it; none is without single rounds. */
  readonly isAnchor: boolean;
  /** Change against that anchor, without single rounds against the reference; null for the anchor and where the two have no ratio. */
  readonly change: (metric: Metric) => Change | null;
}

/** A metric of a group on one scale. */
export interface PictureColumn {
  readonly metric: Metric;
  readonly scale: Scale;
  /** Both ends of the axis of changes, in percent; 0 lies between them. */
  readonly range: readonly [number, number];
}

/** Reference variants are measured for the trend: no rows. */
export function groupsOf(run: RunIndex): PictureGroup[] {
  const variants = run.document.variants.filter(variant => variant.side !== 'reference');
  return [...groupBy(variants, ({ cell }) => `${cell.scenario}\n${cell.cores}`).values()].map(group => {
    const [{ cell }] = group as [Variant];
    const rows = group.filter(variant => variant.status === 'measured').map(variant => rowOf(run, variant));
    // What was imported has no blocks and is one table, not one a benchmark.
    const blockOf = ({ variant: { id } }: PictureRow) => run.counterpartOf(id) ?? (isImported(cell) ? '' : id);
    const isFirst = ({ variant: { id } }: PictureRow) => run.anchorOf(id) === id;
    return {
      title: isImported(cell) ? cell.scenario : `${cell.scenario}, ${count(cell.cores, 'core')}`,
      blocks: [...groupBy(rows, blockOf).values()].map(of => ({
        anchor: baseText(
          of.map(({ variant }) => run.baseOf(variant)).find(base => base !== null),
          cell,
        ),
        rows: of,
      })),
      rows: [...rows.filter(isFirst), ...rows.filter(row => !isFirst(row))],
      skipped: group.filter(variant => variant.status !== 'measured'),
    };
  });
}

/** What rows are compared with in words; an anchor of another scenario or core count by its whole name. */
function baseText(base: Variant | undefined, { scenario, cores }: Cell): string | null {
  if (base === undefined || base.status !== 'measured') return null;
  if (base.side === 'reference') return 'the pinned reference';
  return base.cell.scenario === scenario && base.cell.cores === cores ? pictureLabel(base) : base.id;
}

function rowOf(run: RunIndex, variant: Variant): PictureRow {
  const base = run.baseOf(variant);
  const isAnchor = base?.id === variant.id;
  const change = (metric: Metric) => (base === null || isAnchor ? null : run.change(metric, base, variant));
  return { variant, label: pictureLabel(variant), isAnchor, change };
}

/** Runtime and GC, and what else tells variants of a scenario and core count apart. */
export function pictureLabel({ cell, side, twin }: Variant): string {
  if (isImported(cell)) return cell.gc;
  const extra = `${side === 'head' ? '' : `@${side}`}${twin ? `#${twin}` : ''}`;
  return `${cell.runtime} ${cell.gc}${andLimits(cell, ' ')}${extra === '' ? '' : ` ${extra}`}`;
}

/** What people look at first: of applications under load, then of benchmarks. */
export const preferred = ['throughput', 'latencyP99', 'peakRss', 'meanTime', 'allocatedPerOperation', 'gen0PerThousandOperations'];

/** At most three metrics of a group, side by side. */
export function columnsOf(run: RunIndex, rows: readonly PictureRow[]): PictureColumn[] {
  const measured = run.metricsOf(rows.map(row => row.variant));
  const asked = preferred.flatMap(name => measured.find(metric => metric.name === name) ?? []);
  return (asked.length > 0 ? asked : measured).slice(0, 3).map(metric => ({
    metric,
    scale: scaleOf(run, rows, metric),
    range: rangeOf(rows.flatMap(row => row.change(metric) ?? [])),
  }));
}

/** What stands above the picture of a block; without its anchor there is nothing to compare with. */
export const captionOf = (name: string, anchor: string | null, first: Metric) =>
  anchor === null
    ? `${name}: medians only, because nothing to compare them with was measured.`
    : `${name}: medians and their changes against ${anchor} (the line), with 95 % intervals. Best by ${first.title} first.`;

/** The scale that suits all values of a metric. */
const scaleOf = (run: RunIndex, rows: readonly PictureRow[], metric: Metric) =>
  scaleFor(metric, Math.max(0, ...rows.map(row => run.value(row.variant.id, metric.name) ?? 0)));

/** A metric of a variant. */
export interface MetricRow {
  readonly metric: Metric;
  readonly scale: Scale;
  readonly row: PictureRow;
  /** What it is compared with, in words; null where that was not measured. */
  readonly against: string | null;
}

/** Every metric of a group: of each block the best first. */
export function metricRowsOf(run: RunIndex, { rows, blocks }: PictureGroup): MetricRow[] {
  return run.metricsOf(rows.map(row => row.variant)).flatMap(metric => {
    const scale = scaleOf(run, rows, metric);
    return blocks.flatMap(({ anchor, rows: of }) => sorted(of, metric).map(row => ({ metric, scale, row, against: anchor })));
  });
}

function rangeOf(changes: readonly Change[]): [number, number] {
  const ends = changes.flatMap(change => [change.lowPercent ?? change.percent, change.highPercent ?? change.percent]);
  return padded(Math.min(0, ...ends), Math.max(0, ...ends));
}

/** The best first by a metric; those without a change last, in their order. */
export function sorted(rows: readonly PictureRow[], metric: Metric): PictureRow[] {
  const placeOf = (row: PictureRow) => {
    const change = row.change(metric);
    return row.isAnchor ? 0 : change === null ? Number.MAX_VALUE : worseSign(metric) * change.percent;
  };
  return [...rows].sort((a, b) => placeOf(a) - placeOf(b));
}
