import { normalQuantile } from './normal.ts';

/** Up to this many pairs the interval is exact; above, normal: the same border as in src/PerfMatrix/Statistics/SignedRank.cs. */
export const exactPairs = 60;
// Levels such as 1 - 0.9 are a few bits off; a table entry equal to the level in decimals must still count.
const rounding = 1 + 1e-12;
const ranks = new Map<string, number>();

/**
 * Rank, from 1, of the Walsh average that is the lower end of the interval of all effects that the two-sided signed-rank test does not reject;
 * 0 when no interval of that confidence exists (fewer than 6 pairs at 95 %).
 */
export function intervalRank(pairs: number, confidence: number): number {
  const key = `${pairs}/${confidence}`;
  let rank = ranks.get(key);
  if (rank === undefined) {
    const tail = ((1 - confidence) / 2) * rounding;
    rank = pairs <= exactPairs ? exactRank(pairs, tail) : Math.max(0, Math.floor(normalRank(pairs, tail)));
    ranks.set(key, rank);
  }
  return rank;
}

function exactRank(pairs: number, tail: number): number {
  const counts = subsetSums(Array.from({ length: pairs }, (_, i) => i + 1));
  const all = 2 ** pairs;
  let rank = 0;
  for (let cumulative = counts[0] as number; cumulative / all <= tail; cumulative += counts[rank] as number) rank++;
  return rank;
}

/** How many of the subsets of the ranks have each sum; index is the sum. */
export function subsetSums(ranks: readonly number[]): Float64Array {
  const counts = new Float64Array(ranks.reduce((total, rank) => total + rank, 0) + 1);
  counts[0] = 1;
  let reached = 0;
  for (const rank of ranks) {
    reached += rank;
    for (let sum = reached; sum >= rank; sum--) counts[sum] = (counts[sum] as number) + (counts[sum - rank] as number);
  }
  return counts;
}

function normalRank(n: number, tail: number): number {
  return (n * (n + 1)) / 4 + 0.5 + normalQuantile(tail) * Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24);
}
