import { type Axis, andMemory, axes, axisValue } from '../data/axes.ts';
import type { Metric } from '../data/metric.ts';
import type { Variant } from '../data/run-document.ts';
import type { RunIndex } from '../data/run-index.ts';
import { type Change, changeOf, isSignificant } from '../statistics/change.ts';
import { percent } from '../text/format.ts';
import { shownVariants } from './matrix-model.ts';

/** A cell before and after the upgrade. */
export interface UpgradeRow {
  readonly label: string;
  readonly from: Variant;
  readonly to: Variant;
  readonly changes: Readonly<Record<string, Change | null>>;
}

/** The questions somebody has before an upgrade, as metrics: throughput, CPU, latency, memory, start-up, allocations. */
const questions = ['throughput', 'cpuPerRequest', 'latencyP50', 'latencyP99', 'peakRss', 'startup', 'allocatedPerRequest'];

export const upgradeMetrics = (run: RunIndex) => {
  const known = run.metrics().filter(metric => questions.includes(metric.name));
  return known.length > 0 ? known : run.metrics().slice(0, 6);
};

/** Every cell that has both values of the axis, all other axes equal. */
export function upgradeRows(run: RunIndex, axis: Axis, from: string, to: string, metrics: readonly Metric[]): UpgradeRow[] {
  const others = axes.filter(each => each !== axis);
  const key = (variant: Variant) => others.map(each => axisValue(variant.cell, each)).join('\n');
  const measured = shownVariants(run).filter(variant => variant.status === 'measured');
  const before = new Map(measured.filter(variant => axisValue(variant.cell, axis) === from).map(variant => [key(variant), variant]));
  return measured.flatMap(variant => {
    const old = before.get(key(variant));
    if (axisValue(variant.cell, axis) !== to || old === undefined) return [];
    const changes = Object.fromEntries(
      metrics.map(metric => [metric.name, changeOf(run.naturalLogRatios(metric, old.id, variant.id), metric)]),
    );
    return [
      {
        label: `${others
          .filter(each => each !== 'cores' && each !== 'memory')
          .map(each => axisValue(variant.cell, each))
          .join(' · ')} · ${variant.cell.cores}c${andMemory(variant.cell, ' · ')}`,
        from: old,
        to: variant,
        changes,
      },
    ];
  });
}

/** One plain sentence a metric, from significant changes only. */
export function summarize(rows: readonly UpgradeRow[], metrics: readonly Metric[]): string[] {
  return metrics.map(metric => {
    const changes = rows.map(row => row.changes[metric.name] ?? null).filter(change => change !== null);
    if (changes.length === 0) return `${metric.title}: not measured side by side.`;
    const decided = changes.filter(change => change.lowPercent !== null);
    const few = changes.length - decided.length;
    const none = decided.filter(change => !isSignificant(change)).length;
    const parts = [
      group(decided, 'better'),
      group(decided, 'worse'),
      none > 0 ? `no difference found in ${none}` : '',
      few > 0 ? `too few rounds in ${few}` : '',
    ].filter(part => part !== '');
    return `${metric.title}: ${parts.join(', ')} of ${changes.length} ${changes.length === 1 ? 'cell' : 'cells'}.`;
  });
}

function group(all: readonly Change[], verdict: 'better' | 'worse'): string {
  const changes = all.filter(change => change.verdict === verdict);
  if (changes.length === 0) return '';
  const sizes = changes.map(change => change.percent).sort((a, b) => Math.abs(a) - Math.abs(b));
  const [smallest, largest] = [percent(sizes[0] as number), percent(sizes.at(-1) as number)];
  return `${verdict} in ${changes.length} (${smallest === largest ? smallest : `${smallest} to ${largest}`})`;
}
