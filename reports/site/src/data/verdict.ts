import type { Verdict } from '../statistics/change.ts';
import { median } from '../statistics/estimate.ts';
import { count, number } from '../text/format.ts';

/** The verdict document of a gate, verdict.json; only what is shown. */
export interface VerdictDocument {
  readonly schemaVersion: number;
  readonly outcome: 'pass' | 'regressed' | 'undecided' | 'incomplete';
  readonly cells: readonly CellVerdict[];
  readonly policy?: Policy | null;
  /** What else differs between base and head; absent where nobody looked. */
  readonly environment?: readonly EnvironmentDifference[] | null;
}

/** The sizes that a gate wants found, in percent: that of all metrics, and those that have one of their own. */
interface Policy {
  readonly detectPercent?: number;
  readonly metrics?: readonly { readonly metric: string; readonly detectPercent?: number | null }[];
}

/** Something beside the code that two sides differ in. */
export interface EnvironmentDifference {
  readonly kind: string;
  readonly name: string;
  readonly base: string | null;
  readonly head: string | null;
}

/** undecided: it looks worse, neither confirmed nor excluded. */
export type GateWord = Verdict | 'undecided';

/** The verdict of a cell and metric. Effects above 0 are worse, whatever the direction of the metric. */
export interface CellVerdict {
  readonly cell: string;
  readonly metric: string;
  readonly verdict: GateWord;
  readonly reason: string;
  readonly effectPercent: number | null;
  readonly lowPercent: number | null;
  readonly highPercent: number | null;
  readonly rounds: number;
  readonly machines: number;
  /** The smallest change, in percent, that these rounds would have shown; not there in older documents. */
  readonly detectablePercent?: number | null;
  readonly acknowledged?: string | null;
}

const order: readonly GateWord[] = ['worse', 'undecided', 'unknown', 'better', 'same'];

/** The worst first, the largest first among equals. */
export const worstFirst = (cells: readonly CellVerdict[]) =>
  [...cells].sort(
    (a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict) || Math.abs(b.effectPercent ?? 0) - Math.abs(a.effectPercent ?? 0),
  );

/** What a verdict would have seen of a metric. */
export interface SeenMetric {
  readonly metric: string;
  readonly median: number;
  /** The cell that would have shown the smallest change comes first. */
  readonly cells: readonly { readonly cell: string; readonly percent: number }[];
  /** Cells of which nobody knows. */
  readonly unknown: number;
}

/** The smallest changes that the rounds of each cell would have shown, by metric; those of which nothing is known are left out. */
export function seenOf({ cells }: VerdictDocument): SeenMetric[] {
  const metrics = [...new Set(cells.map(cell => cell.metric))];
  return metrics.flatMap(metric => {
    const all = cells.filter(cell => cell.metric === metric);
    const known = all.flatMap(({ cell, detectablePercent }) => (detectablePercent == null ? [] : [{ cell, percent: detectablePercent }]));
    if (known.length === 0) return [];
    const sorted = known.sort((a, b) => a.percent - b.percent);
    return [{ metric, median: median(sorted.map(each => each.percent)), cells: sorted, unknown: all.length - known.length }];
  });
}

/** The size of a metric that a gate wants found; null where nobody said. */
export const wantedOf = (policy: Policy | null | undefined, metric: string): number | null =>
  policy?.metrics?.find(each => each.metric === metric)?.detectPercent ?? policy?.detectPercent ?? null;

/** The same in a sentence. */
export function seenText(rows: readonly SeenMetric[], policy: Policy | null | undefined): string {
  const percents = rows.flatMap(row => row.cells.map(cell => cell.percent));
  if (percents.length === 0) return 'not known: no cell says what it would have shown.';
  const seen = `a change of ${number(median(percents), 1)} % in half of ${count(percents.length, 'series', 'series')}, of ${number(Math.max(...percents), 1)} % in all`;
  if (rows.some(row => wantedOf(policy, row.metric) === null)) return `${seen}.`;
  const found = rows.flatMap(row => row.cells.filter(cell => cell.percent <= (wantedOf(policy, row.metric) ?? 0)));
  return `${seen}; what the gate wants found in ${found.length} of them.`;
}
