import type { ChangeGroup, HistoryEvent } from '../data/history-files.ts';
import { pageOf } from '../data/repository.ts';
import { shortSha } from '../text/format.ts';
import { eventText } from './trend-model.ts';

/** Whether both runs are of one commit. */
const isOne = (before: string | null, after: string | null) => before !== null && before === after;

/** Whether a run on either side had local changes. An older program said it only by not calling two runs of one commit the same. */
export const hasLocalChanges = ({ localChanges, cause, shaBefore, shaAfter }: ChangeGroup) =>
  localChanges === true || (cause === 'commit' && isOne(shaBefore, shaAfter));

/** The commits between two runs, and where to read them: nowhere where both are of one, or their repository has no page. */
export function commitsOf({ repository, shaBefore, shaAfter }: ChangeGroup): { readonly text: string; readonly address: string | null } {
  if (isOne(shaBefore, shaAfter)) return { text: shortSha(shaAfter), address: null };
  const text = `${shortSha(shaBefore)}..${shortSha(shaAfter)}`;
  const page = pageOf(repository);
  if (page === null || shaBefore === null || shaAfter === null) return { text, address: null };
  return { text, address: `${page}/compare/${encodeURIComponent(shaBefore)}...${encodeURIComponent(shaAfter)}` };
}

/** What may be the cause: the code, or what else changed between the last good and the first bad run. */
export function causeText(change: ChangeGroup, events: readonly HistoryEvent[]): string {
  const suspects = change.events.flatMap(i => (events[i] === undefined ? [] : [eventText(events[i])]));
  const code = [...(isOne(change.shaBefore, change.shaAfter) ? [] : ['the commit']), ...(hasLocalChanges(change) ? ['local changes'] : [])];
  if (suspects.length > 0) return [suspects.join('; '), ...code].join(', or ');
  if (change.events.length > 0) return change.cause; // its events were not read
  return code.length === 0 ? 'not the code: the commit did not change' : code.join(', or ');
}
