import { type HistoryCatalogue, hasReference, type RunEntry } from '../data/history-files.ts';
import { searchedRuns } from './lacks.ts';

/** What it takes to know a level: so many of its runs that are not among so many newest ones (TrendRule). */
const [runsOfLevel, newestRuns] = [5, 5];

/** The runs behind the last that is judged: none is while the level of its reference, CPU model, cores and driver is not known (MachineLevels). */
export function unjudgedRuns(newest: readonly RunEntry[], machines: HistoryCatalogue['machines'] = []): readonly RunEntry[] {
  const runs = newest.filter(hasReference).slice(-searchedRuns);
  const levels = runs.map(({ reference, machine }) => {
    const of = machines[machine];
    return [reference, of?.cpuModel, of?.cores, of?.driver].join('\n');
  });
  if (new Set(levels).size < 2) return [];
  const old = levels.slice(0, -newestRuns);
  return runs.slice(levels.findLastIndex(level => old.filter(each => each === level).length >= runsOfLevel) + 1);
}
