import type { Verdict } from '../statistics/change.ts';
import { median } from '../statistics/estimate.ts';
import { count, number } from '../text/format.ts';
import { type ScenarioSize, sizeOf } from './same-rule.ts';

/** The verdict document of a gate, verdict.json; only what is shown. */
export interface VerdictDocument {
  readonly schemaVersion: number;
  readonly outcome: 'pass' | 'regressed' | 'undecided' | 'incomplete';
  readonly cells: readonly CellVerdict[];
  /** What was compared with. */
  readonly base?: { readonly sha: string | null } | null;
  /** The scenario of each cell. */
  readonly axes?: readonly { readonly id: string; readonly scenario: string }[];
  readonly policy?: Policy | null;
  /** What else differs between base and head; absent where nobody looked. */
  readonly environment?: readonly EnvironmentDifference[] | null;
}

/** The sizes that a gate wants found, in percent: that of all metrics, and those of metrics and scenarios that have one of their own. */
interface Policy {
  readonly detectPercent?: number;
  readonly metrics?: readonly { readonly metric: string; readonly detectPercent?: number | null }[];
  readonly scenarios?: readonly ScenarioSize[];
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
  /** Whether it counts for the outcome; that of a metric that is only reported does not. */
  readonly gates?: boolean;
  /** Whether base and head are the same program there, so that nothing was measured. */
  readonly identical?: boolean;
  /** Whether base measures it and head cannot. */
  readonly dropped?: boolean;
  /** Whether there are too few usable rounds to say anything. */
  readonly notMeasured?: boolean;
}

const kinds = ['worse', 'missing', 'not measured', 'undecided', 'acknowledged', 'unknown', 'better', 'same'] as const;

/** What a verdict is counted and listed as, as the program does it: VerdictKinds.Of in src/PerfMatrix/Gate/Verdict.cs. */
export function kindOf({ verdict, acknowledged, dropped, notMeasured }: CellVerdict): (typeof kinds)[number] {
  if (acknowledged != null) return 'acknowledged';
  if (verdict === 'worse') return 'worse';
  if (dropped) return 'missing';
  return notMeasured ? 'not measured' : verdict;
}

// What is worse by nobody knows how much cannot keep up at all.
const changeOf = (cell: CellVerdict) => Math.abs(cell.effectPercent ?? (kindOf(cell) === 'worse' ? Number.MAX_VALUE : 0));

/** What needs somebody first, the largest first among equals. */
export const worstFirst = (cells: readonly CellVerdict[]) =>
  [...cells].sort((a, b) => kinds.indexOf(kindOf(a)) - kinds.indexOf(kindOf(b)) || changeOf(b) - changeOf(a));

/** The verdicts of a gate: those that count, those of identical programs, and those that never fail a change. */
export function partsOf(cells: readonly CellVerdict[]) {
  const gating = cells.filter(cell => cell.gates !== false);
  return {
    judged: gating.filter(cell => !cell.identical),
    identical: gating.filter(cell => cell.identical),
    reported: cells.filter(cell => cell.gates === false && !cell.identical),
  };
}

/** What stands behind the word of a verdict: why it fails nothing, or why nobody knows. Empty where the word says all. */
export function weightOf(cell: CellVerdict): string {
  const kind = cell.gates === false ? 'reported only' : kindOf(cell);
  return kind === cell.verdict ? '' : `, ${kind}`;
}

/** What a verdict would have seen of a metric. */
export interface SeenMetric {
  readonly metric: string;
  readonly median: number;
  /** The sizes that the gate wants found in its cells, the smallest first; none where nobody said. */
  readonly wanted: readonly number[];
  /** The cell that would have shown the smallest change comes first, each with the size that the gate wants found. */
  readonly cells: readonly { readonly cell: string; readonly percent: number; readonly wanted: number | null }[];
  /** Cells of which nobody knows. */
  readonly unknown: number;
}

/** The smallest changes that the rounds of each cell that counts would have shown, by metric; those of which nothing is known are left out. */
export function seenOf({ cells, axes, policy }: VerdictDocument): SeenMetric[] {
  const scenarios = new Map((axes ?? []).map(({ id, scenario }) => [id, scenario]));
  const { judged } = partsOf(cells);
  const metrics = [...new Set(judged.map(cell => cell.metric))];
  return metrics.flatMap(metric => {
    const all = judged.filter(cell => cell.metric === metric);
    const known = all.flatMap(({ cell, detectablePercent: percent }) =>
      percent == null ? [] : [{ cell, percent, wanted: wantedOf(policy, scenarios.get(cell) ?? '', metric) }],
    );
    if (known.length === 0) return [];
    const sorted = known.sort((a, b) => a.percent - b.percent);
    const wanted = [...new Set(sorted.flatMap(each => each.wanted ?? []))].sort((a, b) => a - b);
    return [{ metric, median: median(sorted.map(each => each.percent)), wanted, cells: sorted, unknown: all.length - known.length }];
  });
}

/** The size of a scenario and metric that a gate wants found; null where nobody said. */
function wantedOf(policy: Policy | null | undefined, scenario: string, metric: string): number | null {
  const own = policy?.metrics?.find(each => each.metric === metric)?.detectPercent ?? undefined;
  return sizeOf(policy?.scenarios ?? [], scenario, metric, own) ?? policy?.detectPercent ?? null;
}

/** The same in a sentence. */
export function seenText(verdict: VerdictDocument): string {
  const { judged, identical } = partsOf(verdict.cells);
  const same = `the same (identical program): ${count(identical.length, 'series', 'series')}`;
  if (judged.length === 0 && identical.length > 0) return `${same}, so there was nothing to see.`;
  const besides = identical.length === 0 ? '' : ` Beside them ${same}.`;
  const cells = seenOf(verdict).flatMap(row => row.cells);
  if (cells.length === 0) return `not known: no cell says what it would have shown.${besides}`;
  const percents = cells.map(cell => cell.percent);
  const seen = `a change of ${number(median(percents), 1)} % in half of ${count(percents.length, 'series', 'series')}, of ${number(Math.max(...percents), 1)} % in all`;
  if (cells.some(cell => cell.wanted === null)) return `${seen}.${besides}`;
  const found = cells.filter(cell => cell.percent <= (cell.wanted ?? 0));
  return `${seen}. In ${found.length} of them it would have seen what the gate wants found.${besides}`;
}
