import type { Metric } from '../data/metric.ts';
import { estimate, toPercent } from './estimate.ts';

/** better and worse: the interval excludes no change. same: it lies within the margin. unknown: neither, or too few rounds. */
export type Verdict = 'better' | 'worse' | 'same' | 'unknown';

/** A change of a metric in its natural direction: throughput +5 is faster, memory +5 is larger. */
export interface Change {
  readonly verdict: Verdict;
  readonly percent: number;
  readonly lowPercent: number | null;
  readonly highPercent: number | null;
  /** Size of the change in standard deviations of a single pair; null with one pair or without any scatter. */
  readonly noiseUnits: number | null;
  readonly pairs: number;
}

/** A change of at most this size counts as none: the gate's default threshold. */
export const defaultMargin = 2.5;

/** Judges log ratios in the metric's natural direction; null when there are none. */
export function changeOf(naturalLogRatios: readonly number[], metric: Metric, marginPercent = defaultMargin): Change | null {
  const result = estimate(naturalLogRatios);
  if (result === null) return null;
  const { interval, sigma } = result;
  return {
    verdict: verdictOf(interval, metric, marginPercent),
    percent: toPercent(result.location),
    lowPercent: interval && toPercent(interval.low),
    highPercent: interval && toPercent(interval.high),
    noiseUnits: sigma === null || sigma === 0 ? null : result.location / sigma,
    pairs: result.pairs,
  };
}

/** A change with a number to act on. */
export type SignificantChange = Change & { readonly verdict: 'better' | 'worse' };

/** Whether there is a number to act on. */
export const isSignificant = (change: Change | null): change is SignificantChange =>
  change?.verdict === 'better' || change?.verdict === 'worse';

function verdictOf(interval: { low: number; high: number } | null, metric: Metric, marginPercent: number): Verdict {
  if (interval === null) return 'unknown';
  if (interval.low > 0 || interval.high < 0) return interval.low > 0 === (metric.direction === 'higherIsBetter') ? 'better' : 'worse';
  const margin = Math.log1p(marginPercent / 100);
  return interval.low >= -margin && interval.high <= margin ? 'same' : 'unknown';
}
