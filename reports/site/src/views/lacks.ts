import { endOf, seriesOf } from '../data/history-files.ts';
import type { Asked } from './answer.ts';

/** How many of the newest runs a step is searched in (TrendRule.Window). */
export const searchedRuns = 60;

/** Of a series that was measured beside a reference to which no run links the one before. */
export const noLink = 'no linked reference';

/** What each series lacks for a step of it to be found; null where nothing is. The answer and the pictures below it both ask here, so neither calls quiet what the other does not know. */
export function lacksOf({ index, changes, latest }: Pick<Asked, 'index' | 'changes' | 'latest'>) {
  // A step begins a new window of the series, in which the noise is not known at first.
  const recent = changes.flatMap(({ members }) => members.filter(({ sequence }) => sequence >= endOf(index) - searchedRuns));
  const changed = new Set(recent.map(seriesOf));
  return (metric: string, cell: number) => {
    const series = latest.metrics[metric];
    // Its noise of before is known for some runs.
    if (series?.unlinked?.includes(cell)) return noLink;
    if (typeof series?.noise[cell] === 'number') return null;
    if (typeof series?.ratio[cell] !== 'number') return 'no reference';
    return changed.has(seriesOf({ cell, metric })) ? null : 'too few runs';
  };
}
