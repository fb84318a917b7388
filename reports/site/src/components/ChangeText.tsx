import type { GateWord } from '../data/verdict.ts';
import { type Change, isSignificant } from '../statistics/change.ts';
import { interval, noise, percent } from '../text/format.ts';

const marks: Readonly<Record<GateWord, string>> = { better: '✓', worse: '✗', same: '=', unknown: '~', undecided: '?' };

/** A verdict as a mark and a word: never by colour alone. */
export const VerdictText = ({ verdict }: { verdict: GateWord }) => (
  <span class={`verdict ${verdict === 'undecided' ? 'unknown' : verdict}`}>
    <span aria-hidden="true">{marks[verdict]}</span> {verdict}
  </span>
);

/** A change with its mark. One that is not significant has no number, because there is nothing to act on. */
export function ChangeText({ change }: { change: Change | null }) {
  if (change === null) return <span class="dim">no ratio</span>;
  if (!isSignificant(change)) {
    const mark = change.isUndecided || change.lowPercent === null ? '?' : marks[change.verdict];
    return (
      <span class="verdict unknown">
        <span aria-hidden="true">{mark}</span> {undecidedWords(change)}
      </span>
    );
  }
  return (
    <span class={`verdict ${change.verdict}`}>
      <span aria-hidden="true">{marks[change.verdict]}</span> {percent(change.percent)}
      <span class="visually-hidden">, {change.verdict}</span>
      {change.noiseUnits !== null && <span class="noise"> {noise(change.noiseUnits)}</span>}
    </span>
  );
}

/** What σ stands for, for the line above a table where a change has it. */
export const noiseWords = (changes: readonly (Change | null)[]) =>
  changes.some(change => isSignificant(change) && change.noiseUnits !== null) ? '; σ: noise of a pair of rounds' : '';

/** Why a change has no number. */
export const undecidedWords = (change: Change) =>
  change.lowPercent === null
    ? 'too few rounds'
    : change.isUndecided
      ? 'undecided'
      : change.verdict === 'same'
        ? 'same'
        : 'no difference found';

/** The 95 % interval of a change, or why there is none. */
export const intervalText = (change: Change | null) =>
  change === null
    ? 'no ratio: a zero, or not side by side'
    : change.lowPercent === null || change.highPercent === null
      ? `too few rounds (${change.pairs === null ? '' : `${change.pairs}, `}needs 6)`
      : interval(change.lowPercent, change.highPercent);

/** A change with its interval in one field: −1.2 % (−3.0 to +0.6 %). */
export const withInterval = (change: Change) =>
  change.lowPercent === null ? intervalText(change) : `${percent(change.percent)} (${intervalText(change)})`;
