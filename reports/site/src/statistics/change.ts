import type { Metric } from '../data/metric.ts';
import type { KeptRatio } from '../data/run-document.ts';
import { type Estimate, estimate, type Interval, toPercent } from './estimate.ts';

/** better and worse: the interval excludes no change. same: what the gate calls so. unknown: neither, or too few rounds. */
export type Verdict = 'better' | 'worse' | 'same' | 'unknown';

/** A change of a metric in its natural direction: throughput +5 is faster, memory +5 is larger. */
export interface Change {
  readonly verdict: Verdict;
  readonly percent: number;
  readonly lowPercent: number | null;
  readonly highPercent: number | null;
  /** Size of the change in standard deviations of a single pair; null with one pair or without any scatter. */
  readonly noiseUnits: number | null;
  /** null where they were removed. */
  readonly pairs: number | null;
  /** Its interval excludes no change by itself, yet not after correction for many comparisons: more rounds decide, and it is never the same. */
  readonly isUndecided?: boolean;
}

/** When a change counts as none: the gate's rule for one scenario and metric. */
export interface SameBound {
  /** Largest effect that the interval of that confidence may hold. */
  readonly percent: number;
  /** The estimate itself must be smaller than this. */
  readonly thresholdPercent: number;
  /** Of the interval that equals two one-sided tests, from 0 to 1. */
  readonly confidence: number;
}

/** Judges log ratios in the metric's natural direction; null when there are none. Without a bound nothing is called the same. */
export function changeOf(naturalLogRatios: readonly number[], metric: Metric, bound: SameBound | null = null): Change | null {
  const result = estimate(naturalLogRatios);
  return result === null ? null : withVerdict(result, verdictOf(result, metric, bound));
}

/** Judges what is kept of pairs that were removed. To call it the same takes another interval than that of 95 %, so nothing is. */
export function keptChange({ logRatio, low, high }: KeptRatio, metric: Metric): Change {
  const interval = low === null || high === null ? null : { low, high };
  const result = { location: logRatio, interval, sigma: null, pairs: 0, intervalAt: () => null };
  return { ...withVerdict(result, verdictOf(result, metric, null)), pairs: null };
}

/** An estimate with a verdict that somebody else has reached. */
export function withVerdict({ location, interval, sigma, pairs }: Estimate, verdict: Verdict, isUndecided = false): Change {
  return {
    verdict,
    percent: toPercent(location),
    lowPercent: interval && toPercent(interval.low),
    highPercent: interval && toPercent(interval.high),
    noiseUnits: sigma === null || sigma === 0 ? null : location / sigma,
    pairs,
    isUndecided,
  };
}

/** A change with a number to act on. */
export type SignificantChange = Change & { readonly verdict: 'better' | 'worse' };

/** Whether there is a number to act on. */
export const isSignificant = (change: Change | null): change is SignificantChange =>
  change?.verdict === 'better' || change?.verdict === 'worse';

/** What a change to larger or smaller values means. */
export const directionOf = (isLarger: boolean, metric: Metric) =>
  isLarger === (metric.direction === 'higherIsBetter') ? 'better' : 'worse';

function verdictOf(result: Estimate, metric: Metric, bound: SameBound | null): Verdict {
  if (result.interval === null) return 'unknown';
  if (excludesNone(result.interval)) return directionOf(result.interval.low > 0, metric);
  return isSame(result, bound) ? 'same' : 'unknown';
}

/** Whether an interval excludes no change. */
export const excludesNone = ({ low, high }: Interval) => low > 0 || high < 0;

/** The gate's meaning of the same: effects beyond the bound are excluded, and the estimate is below the threshold. */
export function isSame({ location, intervalAt }: Estimate, bound: SameBound | null): boolean {
  if (bound === null || Math.abs(location) >= Math.log1p(bound.thresholdPercent / 100)) return false;
  const [interval, most] = [intervalAt(bound.confidence), Math.log1p(bound.percent / 100)];
  return interval !== null && interval.low >= -most && interval.high <= most;
}
