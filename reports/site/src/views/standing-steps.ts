import { type ChangeGroup, type ChangeMember, seriesOf } from '../data/history-files.ts';
import { groupBy } from '../text/group.ts';

/** The smallest change that is marked, a log ratio: TrendRule.SmallestShift. What is left of a step below it counts as taken back. */
const smallest = 0.00995;

/** A change to nothing has no log ratio: it counts as this one, as in the alerts (StandingSteps). */
const leastPercent = -99.99;

/** A step, and those of its series that are still worse. */
export interface Standing {
  readonly change: ChangeGroup;
  readonly members: readonly ChangeMember[];
}

/** The steps that stand in a series that is measured still, oldest first. */
export const standingOf = (stillWorse: StillWorse, gone: ReadonlySet<number>): Standing[] =>
  [...stillWorse]
    .map(([change, members]) => ({ change, members: members.filter(({ cell }) => !gone.has(cell)) }))
    .filter(({ members }) => members.length > 0);

interface Settled {
  readonly word: string;
  /** The same for a sentence. */
  readonly text: string;
}

/** What people settled a change as, so that nobody need act on it, by the rule of the alerts (SettledChanges); null while it is open. */
export function settledAs({ label, acknowledged }: ChangeGroup, today = new Date().toISOString().slice(0, 10)): Settled | null {
  if (label !== undefined && label !== 'real') return { word: label, text: `labelled ${label}` };
  return acknowledged === undefined || acknowledged < today ? null : { word: 'acknowledged', text: `acknowledged until ${acknowledged}` };
}

export const isOpen = ({ change }: Standing) => settledAs(change) === null;

/** The newest of some steps that is open, else the newest. */
export const newestOf = (steps: readonly Standing[]) => steps.findLast(isOpen) ?? steps.at(-1);

/** Whether somebody found that the code did not get slower. */
export const isDismissed = ({ label }: ChangeGroup) => label === 'noise' || label === 'infrastructure';

type StillWorse = ReadonlyMap<ChangeGroup, readonly ChangeMember[]>;

/** The series of each change in which a step for the worse still stands. */
export function membersLeft(changes: readonly ChangeGroup[]): StillWorse {
  const steps = changes.flatMap(({ sequence, members }) => members.map(member => ({ sequence, member })));
  const ofSeries = groupBy(steps, ({ member }) => seriesOf(member));
  const isLeft = (member: ChangeMember, sequence: number) => {
    const later = (ofSeries.get(seriesOf(member)) ?? []).filter(each => each.sequence > sequence);
    // What was taken back once is over: what comes then is a step of its own.
    let left = 0;
    return [{ member }, ...later].every(each => {
      left += Math.sign(member.effectPercent) * logOf(each.member);
      return left >= smallest;
    });
  };
  const leftOf = (change: ChangeGroup) => change.members.filter(each => each.verdict === 'worse' && isLeft(each, change.sequence));
  return new Map(changes.map(change => [change, isDismissed(change) ? [] : leftOf(change)]));
}

const logOf = ({ effectPercent }: ChangeMember) => Math.log1p(Math.max(effectPercent, leastPercent) / 100);
