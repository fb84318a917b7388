import { withInterval } from '../components/ChangeText.tsx';
import type { Metric } from '../data/metric.ts';
import type { Variant } from '../data/run-document.ts';
import type { RunIndex } from '../data/run-index.ts';
import { type Change, changeOf, type SameBound } from '../statistics/change.ts';

/** One side of a comparison: a variant of a run. */
export interface Side {
  readonly run: RunIndex;
  readonly variant: Variant;
}

/** How two sides can be compared. */
export type Relation = 'sameBlock' | 'roundsRemoved' | 'sameRun' | 'sameMachine' | 'otherMachine';

/** Only what ran side by side has a verdict; everything else says what is between the two. */
export function relationOf(a: Side, b: Side): Relation {
  if (a.run.document.id === b.run.document.id)
    return a.run.commonBlock(a.variant.id, b.variant.id) === null ? 'sameRun' : a.run.hasRounds ? 'sameBlock' : 'roundsRemoved';
  return a.run.document.machine.fingerprint === b.run.document.machine.fingerprint ? 'sameMachine' : 'otherMachine';
}

/** The mark in front of the words. */
export const relationMarks: Readonly<Record<Relation, string>> = {
  sameBlock: '✓ Same machine: ',
  roundsRemoved: 'Same machine: ',
  sameRun: 'Same machine: ',
  sameMachine: '⚠ Different runs: ',
  otherMachine: '⚠ Different machines: ',
};

export const relationWords: Readonly<Record<Relation, string>> = {
  sameBlock: 'measured side by side in the same rounds, so the change is a fair comparison.',
  roundsRemoved: 'measured side by side, but the single rounds are no longer there: only each against the pinned reference is known.',
  sameRun: 'measured in different blocks, not side by side, so there is no verdict.',
  sameMachine: 'the same kind of machine, but not measured side by side, so there is no verdict.',
  otherMachine: 'absolute values must not be compared, so there is no verdict.',
};

export interface ComparedMetric {
  readonly metric: Metric;
  readonly a: number | null;
  readonly b: number | null;
  readonly change: Change | null;
  /** When the change counts as none. */
  readonly bound: SameBound | null;
  /** The rounds, in the metric's natural direction. */
  readonly logRatios: readonly number[];
}

/** All metrics that either side has. */
export function compare(a: Side, b: Side, relation: Relation): ComparedMetric[] {
  const names = new Map([...a.run.metrics(), ...b.run.metrics()].map(metric => [metric.name, metric]));
  return [...names.values()]
    .map(metric => {
      const logRatios = relation === 'sameBlock' ? a.run.naturalLogRatios(metric, a.variant.id, b.variant.id) : [];
      const bound = b.run.bound(b.variant.cell.scenario, metric);
      return {
        metric,
        a: a.run.value(a.variant.id, metric.name),
        b: b.run.value(b.variant.id, metric.name),
        change: changeOf(logRatios, metric, bound),
        bound,
        logRatios,
      };
    })
    .filter(row => row.a !== null || row.b !== null);
}

/** A side against the pinned reference of its own block, which makes different runs comparable: the change with its interval, or why there is none. */
export function againstReference({ run, variant }: Side, metric: Metric): string {
  const reference = run.referenceOf(variant);
  if (reference === null) return 'no reference in its block';
  const change = run.change(metric, reference, variant);
  return change === null ? 'no ratio in its rounds' : withInterval(change);
}
