import type { Metric } from '../data/metric.ts';
import type { Variant } from '../data/run-document.ts';
import type { RunIndex } from '../data/run-index.ts';
import type { Change } from '../statistics/change.ts';

/** A GC mode by two metrics against the first mode; null for that mode itself. */
export interface ParetoPoint {
  readonly variant: Variant;
  readonly x: Change | null;
  readonly y: Change | null;
  /** Modes that are better in one, and better or the same in the other. Not what `advise gc` calls beaten, by more metrics. */
  readonly outdoneBy: readonly string[];
}

export interface Pareto {
  readonly metrics: readonly [Metric, Metric];
  readonly points: readonly ParetoPoint[];
  /** Modes that were not measured side by side with the first. */
  readonly apart: readonly Variant[];
}

/** Throughput against memory; null where the run has no two modes that were measured side by side. */
export function paretoOf(run: RunIndex, variants: readonly Variant[]): Pareto | null {
  const [x, y] = ['throughput', 'peakRss'].map(name => run.metrics().find(metric => metric.name === name));
  const [first] = variants;
  if (x === undefined || y === undefined || first === undefined) return null;
  const isBeside = (other: Variant) => other === first || [x, y].every(metric => run.change(metric, first, other) !== null);
  const beside = variants.filter(isBeside);
  if (beside.length < 2) return null;
  const against = (metric: Metric, variant: Variant) => (variant === first ? null : run.change(metric, first, variant));
  const points = beside.map(variant => ({
    variant,
    x: against(x, variant),
    y: against(y, variant),
    outdoneBy: beside.filter(other => other !== variant && outdoes(run, [x, y], other, variant)).map(other => other.cell.gc),
  }));
  return { metrics: [x, y], points, apart: variants.filter(variant => !isBeside(variant)) };
}

/** Better in one of two metrics, and in the other better or the same as the gate means it. Unknown outdoes nothing: it may be worse. */
function outdoes(run: RunIndex, metrics: readonly Metric[], one: Variant, other: Variant): boolean {
  const verdicts = metrics.map(metric => run.change(metric, other, one)?.verdict ?? 'unknown');
  return verdicts.includes('better') && verdicts.every(verdict => verdict === 'better' || verdict === 'same');
}

/** What the picture says: which modes nothing outdoes. */
export function paretoWords({ points }: Pareto): string {
  const best = points.filter(point => point.outdoneBy.length === 0);
  const names = best.map(point => point.variant.cell.gc).join(', ');
  if (best.length === 0) return 'Every mode is outdone by another one, in a circle: the intervals are too wide to choose.';
  return best.length === points.length
    ? 'No mode is shown to outdo another (better in one metric, better or the same in the other).'
    : `Nothing is shown to outdo ${names}. Every other mode is outdone (another one is better in one metric, better or the same in the other).`;
}
