import { endOf, type HistoryCell } from '../data/history-files.ts';
import type { Asked } from './answer.ts';

/** A cell that none of so many of the newest runs planned, nor any within so many days before the newest, is no longer measured (GoneCells). */
const [goneRuns, goneDays] = [20, 8];

/** The cells that are no longer measured, by their place in the catalogue. A run that is not among the newest ones is at least as old as the next of them; more is not known. */
export function goneCells({ index, catalogue, newest }: Pick<Asked, 'index' | 'catalogue' | 'newest'>): ReadonlySet<number> {
  const now = Date.parse(newest.at(-1)?.startedAt ?? '');
  const isOld = ({ last }: HistoryCell) => {
    const known = newest.find(run => run.sequence >= last);
    return known !== undefined && now - Date.parse(known.startedAt) >= goneDays * 86_400_000;
  };
  return new Set(catalogue.cells.flatMap((cell, i) => (cell.last < endOf(index) - goneRuns && isOld(cell) ? [i] : [])));
}
