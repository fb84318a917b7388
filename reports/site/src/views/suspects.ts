import type { ChangeGroup, HistoryEvent } from '../data/history-files.ts';
import { shortSha } from '../text/format.ts';
import { eventText } from './trend-model.ts';

/** The commits between two runs, and where to read them: nowhere where both are of one. Only https addresses become links: the address comes from somebody's clone. */
export function commitsOf({ repository, shaBefore, shaAfter }: ChangeGroup): { readonly text: string; readonly address: string | null } {
  if (shaBefore !== null && shaBefore === shaAfter) return { text: shortSha(shaAfter), address: null };
  const text = `${shortSha(shaBefore)}..${shortSha(shaAfter)}`;
  if (!repository?.startsWith('https://') || shaBefore === null || shaAfter === null) return { text, address: null };
  const range = `${encodeURIComponent(shaBefore)}...${encodeURIComponent(shaAfter)}`;
  return { text, address: `${repository.replace(/\.git$/, '')}/compare/${range}` };
}

/** Whether the code may differ though the commit does not: without local changes the cause of one commit is another (ChangeGroups). */
export const hasLocalChanges = ({ cause, shaBefore, shaAfter }: ChangeGroup) =>
  cause === 'commit' && shaBefore !== null && shaBefore === shaAfter;

const causeWords: Readonly<Record<string, string>> = { commit: 'commit', same: 'not the code: the commit did not change' };

/** What may be the cause: the commit, or what else changed between the last good and the first bad run. */
export function causeText(change: ChangeGroup, events: readonly HistoryEvent[]): string {
  const suspects = change.events.flatMap(i => (events[i] === undefined ? [] : [eventText(events[i])]));
  if (suspects.length > 0) return `${suspects.join('; ')}, or the commit`;
  return hasLocalChanges(change) ? 'local changes' : (causeWords[change.cause] ?? change.cause);
}
