import { normalUpper } from './normal.ts';
import { exactPairs, subsetSums } from './signed-rank.ts';

/**
 * The two-sided p value of the hypothesis of no change, as src/PerfMatrix/Statistics/SignedRank.cs has it: zeros are ranked and then left out, ties share their
 * mid-rank, and the p value is exact for the ranks that occurred; normal with continuity correction above 60 pairs.
 */
export function twoSidedP(differences: readonly number[]): number {
  const sorted = [...differences].sort((a, b) => Math.abs(a) - Math.abs(b));
  const doubled = doubledMidRanks(sorted.map(Math.abs));
  const zeros = sorted.filter(value => value === 0).length;
  const sum = sorted.reduce((total, value, i) => total + (value > 0 ? (doubled[i] as number) : 0), 0);
  const [greater, less] = (sorted.length > exactPairs ? normal : exact)(doubled.slice(zeros), sum);
  return Math.min(1, 2 * Math.min(greater, less));
}

/** Twice the mid-rank of each value, so that ranks stay whole numbers. */
function doubledMidRanks(sorted: readonly number[]): number[] {
  const doubled: number[] = [];
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1;
    while (end < sorted.length && sorted[end] === sorted[start]) end++;
    for (let i = start; i < end; i++) doubled.push(start + 1 + end);
    start = end;
  }
  return doubled;
}

type OneSided = readonly [greater: number, less: number];

function exact(doubled: readonly number[], sum: number): OneSided {
  const counts = subsetSums(doubled);
  let below = 0;
  for (let i = 0; i < sum; i++) below += counts[i] as number;
  const all = 2 ** doubled.length;
  return [1 - below / all, (below + (counts[sum] as number)) / all];
}

/** Half a rank, that is one doubled rank, is the continuity correction. */
function normal(doubled: readonly number[], sum: number): OneSided {
  const mean = doubled.reduce((total, rank) => total + rank / 2, 0);
  const sd = Math.sqrt(doubled.reduce((total, rank) => total + (rank * rank) / 4, 0));
  return sd === 0 ? [1, 1] : [normalUpper((sum - 1 - mean) / sd), normalUpper((mean - sum - 1) / sd)];
}
