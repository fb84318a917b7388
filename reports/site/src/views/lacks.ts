import { endOf, seriesOf } from '../data/history-files.ts';
import type { Asked } from './answer.ts';

/** How many of the newest runs a step is searched in (TrendRule.Window). */
export const searchedRuns = 60;

/** Of a series without ratios to a later reference: measured without it, or nothing links it to the one before. A history does not say which. */
export const noLink = 'no linked reference';

/** What each series lacks for a step of it to be found; null where nothing is. The answer and the pictures below it both ask here, so neither calls quiet what the other does not know. */
export function lacksOf({ index, catalogue, changes, events, latest }: Omit<Asked, 'newest' | 'unread'>) {
  // A step begins a new window of the series, in which the noise is not known at first.
  const recent = changes.flatMap(({ members }) => members.filter(({ sequence }) => sequence >= endOf(index) - searchedRuns));
  const changed = new Set(recent.map(seriesOf));
  const linked = events.filter(({ kind, from, chained }) => kind === 'reference' && from !== null && chained !== false);
  // A series has ratios to a reference that is newer than it once a run has measured both beside it.
  const mayLackLink = (cell: number, newest: number) =>
    linked.some(({ sequence }) => (catalogue.cells[cell]?.first ?? newest) < sequence && sequence <= newest);
  return (metric: string, cell: number) => {
    const series = latest.metrics[metric];
    if (typeof series?.noise[cell] === 'number') return null;
    if (typeof series?.ratio[cell] !== 'number') return mayLackLink(cell, series?.sequence?.[cell] ?? -1) ? noLink : 'no reference';
    return changed.has(seriesOf({ cell, metric })) ? null : 'too few runs';
  };
}
