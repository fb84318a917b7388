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
export type Relation = 'sameBlock' | 'sameRun' | 'sameMachine' | 'otherMachine';

/** Only what ran side by side has a verdict; everything else says what is between the two. */
export function relationOf(a: Side, b: Side): Relation {
  if (a.run.document.id === b.run.document.id) return a.run.commonBlock(a.variant.id, b.variant.id) === null ? 'sameRun' : 'sameBlock';
  return a.run.document.machine.fingerprint === b.run.document.machine.fingerprint ? 'sameMachine' : 'otherMachine';
}

/** The mark in front of the words. */
export const relationMarks: Readonly<Record<Relation, string>> = {
  sameBlock: '✓ Same machine. ',
  sameRun: 'Same machine. ',
  sameMachine: '⚠ Different runs. ',
  otherMachine: '⚠ Different machines. ',
};

export const relationWords: Readonly<Record<Relation, string>> = {
  sameBlock: 'Measured side by side: same machine, same block, same rounds. The change is a fair comparison.',
  sameRun:
    'Same machine and run, but different blocks: nothing was measured side by side, so there is no verdict. Absolute values drift by 10 % and more.',
  sameMachine: 'On the same kind of machine, but nothing was measured side by side, so there is no verdict.',
  otherMachine: 'Absolute values must not be compared, so there is no verdict.',
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

/** A pinned reference in the block of a variant: what makes different runs comparable. */
export function referenceOf(side: Side): Variant | null {
  const block = side.run.document.blocks.find(each => each.variants.includes(side.variant.id));
  return (
    block?.variants.map(id => side.run.variants.get(id)).find(variant => variant?.side === 'reference' && variant.id !== side.variant.id) ??
    null
  );
}

/** The change of a side against the pinned reference of its own block. */
export function againstReference(side: Side, metric: Metric): Change | null {
  const reference = referenceOf(side);
  return reference === null ? null : side.run.change(metric, reference, side.variant);
}
