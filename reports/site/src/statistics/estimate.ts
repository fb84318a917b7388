import { intervalRank } from './signed-rank.ts';
import { walshAverages } from './walsh.ts';

/** What a set of log ratios says of an effect; the same numbers as src/PerfMatrix/Statistics/Estimate.cs (tested against its output). */
export interface Estimate {
  /** Hodges-Lehmann estimate, a log ratio. */
  readonly location: number;
  /** Exact signed-rank interval of 95 %; null with too few pairs. */
  readonly interval: Interval | null;
  readonly pairs: number;
  /** Standard deviation of a single pair (the noise unit); null with one pair. */
  readonly sigma: number | null;
  /** The interval of another confidence, from 0 to 1. */
  readonly intervalAt: (confidence: number) => Interval | null;
}

/** Log ratios. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Estimates the effect from log ratios in any order; null when there are none. */
export function estimate(logRatios: readonly number[], confidence = 0.95): Estimate | null {
  const pairs = logRatios.length;
  if (pairs === 0) return null;
  const averages = walshAverages(logRatios);
  const count = averages.length;
  const intervalAt = (wanted: number) => {
    const rank = intervalRank(pairs, wanted);
    return rank === 0 ? null : { low: at(averages, rank), high: at(averages, count + 1 - rank) };
  };
  return {
    location: 0.5 * at(averages, Math.floor((count + 1) / 2)) + 0.5 * at(averages, Math.floor(count / 2) + 1),
    interval: intervalAt(confidence),
    pairs,
    sigma: pairs < 2 ? null : standardDeviation(logRatios),
    intervalAt,
  };
}

/** A log ratio as a change in percent: ln 1.05 is 5. */
export const toPercent = (logRatio: number) => 100 * (Math.exp(logRatio) - 1);

/** The middle value, or the mean of the two middle ones; NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = new Float64Array(values).sort();
  const half = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? (sorted[half] as number) : 0.5 * (sorted[half - 1] as number) + 0.5 * (sorted[half] as number);
}

function standardDeviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

const at = (sorted: Float64Array, rank: number) => sorted[rank - 1] as number;
