import type { Verdict } from '../statistics/change.ts';

/** The verdict document of a gate, verdict.json; only what is shown. */
export interface VerdictDocument {
  readonly schemaVersion: number;
  readonly outcome: 'pass' | 'regressed' | 'undecided' | 'incomplete';
  readonly cells: readonly CellVerdict[];
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
