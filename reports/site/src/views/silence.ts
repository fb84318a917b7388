import type { RunEntry } from '../data/history-files.ts';
import { workflowOf } from '../data/workflow-run.ts';

const day = 86_400_000;

/** Silence is news after a week, and after three times what is usual: nine in ten times between runs are no longer. Nobody pushes on weekends, and some measure once a month. */
const [leastDays, timesUsual, usualShare] = [7, 3, 0.9];

/** Days since the newest of some runs began, where that is far longer than they usually are apart; else null. */
export function daysOfSilence(runs: readonly Pick<RunEntry, 'id' | 'startedAt'>[], now: number): number | null {
  // The documents of a workflow run count as one: minutes lie between them.
  const starts = [...new Map(runs.map(({ id, startedAt }) => [workflowOf(id), Date.parse(startedAt)])).values()].sort((a, b) => a - b);
  const between = starts.slice(1).map((start, i) => start - (starts[i] ?? start));
  const usual = between.sort((a, b) => a - b)[Math.floor(usualShare * (between.length - 1))] ?? 0;
  const silence = now - (starts.at(-1) ?? now);
  return silence > Math.max(leastDays * day, timesUsual * usual) ? Math.floor(silence / day) : null;
}
