import {
  type ChangeGroup,
  endOf,
  type HistoryCatalogue,
  type HistoryCell,
  type HistoryEvent,
  type HistoryIndex,
  hasReference,
  type Latest,
  lastOf,
  type RunEntry,
} from '../data/history-files.ts';
import type { Metric } from '../data/metric.ts';
import type { FileProblem } from '../data/run-document.ts';
import { count } from '../text/format.ts';
import { newestText, runsText } from '../text/runs.ts';
import { goneCells } from './gone-cells.ts';
import { lacksOf, noLink } from './lacks.ts';
import { unjudgedRuns } from './levels.ts';
import { namesOf, place, scenariosOf, wholeOrPlace } from './places.ts';
import { daysOfSilence } from './silence.ts';
import { isDismissed, isOpen, membersLeft, newestOf, type Standing, standingOf } from './standing-steps.ts';
import { alsoWorse, howSure, whatAndSince } from './step-words.ts';

/** What the answer is made of. */
export interface Asked {
  readonly index: HistoryIndex;
  readonly catalogue: {
    readonly cells: HistoryCatalogue['cells'];
    readonly metrics: readonly Metric[];
    readonly machines?: HistoryCatalogue['machines'];
  };
  readonly changes: readonly ChangeGroup[];
  readonly events: readonly HistoryEvent[];
  readonly newest: readonly RunEntry[];
  readonly latest: Pick<Latest, 'metrics'>;
  /** Files of these that could not be read. */
  readonly unread: readonly FileProblem[];
  /** The moment of the question, in milliseconds since 1970. */
  readonly now: number;
}

/** A sentence beside the answer, and where it leads. */
export interface Remark {
  readonly text: string;
  /** The step that it tells of: behind it stand its runs, its commits, its causes. */
  readonly change?: ChangeGroup;
  /** The oldest of several steps that it counts. */
  readonly oldest?: ChangeGroup;
  /** The run that says why. */
  readonly run?: string;
  /** Whether a reference is what is missing. */
  readonly lacksReference?: boolean;
  /** Whether a link between two references is. */
  readonly lacksLink?: boolean;
  /** Whether new runs are. */
  readonly lacksRuns?: boolean;
}

/** The answer to the question that brings people here. */
export interface Answer {
  readonly verdict: 'yes' | 'settled' | 'no' | 'unknown';
  /** What got slower, and since when; or why nothing is said. */
  readonly text: string;
  /** How sure it is, and what else there is. */
  readonly more: readonly Remark[];
  /** The step for the worse that it is about: the newest that stands, one that is open before one that is settled, also one older than the runs it looks at; else null. */
  readonly step: Standing | null;
  /** Whether no run measured a reference, so that more runs alone will not tell. */
  readonly lacksReference?: boolean;
  /** Whether it is not known because nothing was measured for long. */
  readonly lacksRuns?: boolean;
}

/** How many of the newest runs the answer looks at, and the pictures below it show. */
export const answerRuns = 100;

/** Fewest runs with a ratio that can hold a step: eight before it, and three from it on (StepFinder). */
export const fewestRuns = 11;

/**
 * Is it getting slower? Only confirmed change points count, and those are found in ratios to a pinned reference: a history without them cannot say no, nor can one of which
 * nothing was measured for long, a scenario fails in every cell or has too few runs yet, or a file could not be read. A step that later steps took back in every series does
 * not count.
 */
export function answer(asked: Asked): Answer {
  const known = answers.get(asked) ?? answerOf(asked);
  answers.set(asked, known);
  return known;
}

type Looked = Pick<Asked, 'index' | 'newest' | 'unread'>;

/** The runs that the answer looks at. */
const lookedAt = ({ index, newest }: Looked) => newest.filter(run => run.sequence >= endOf(index) - answerRuns);

/** How many these are: 34 runs in 100 documents. That is known of documents whose list could be read. */
export function lookedText(asked: Looked): string {
  const looked = lookedAt(asked);
  const documents = Math.min(asked.index.runs, answerRuns);
  const isWhole = looked.length === documents || !asked.unread.some(({ file }) => file.startsWith('index/'));
  return isWhole ? runsText(looked) : count(documents, 'document');
}

/** The answers to what was asked: every change of a view asks again. */
const answers = new WeakMap<Asked, Answer>();

function answerOf(asked: Asked): Answer {
  const { index, catalogue, changes, events, unread } = asked;
  const looked = lookedAt(asked);
  const those = lookedText(asked).replace(/^1 /, 'one ');
  const lacksReference = looked.length > 0 && !looked.some(hasReference);
  const silence = silenceOf(asked, looked);
  const stale = silence.map(text => ({ text: sentence(text), lacksRuns: true }));
  const unknown = (text: string): Answer => ({ verdict: 'unknown', text, more: stale, step: null, lacksReference });
  if (index.runs === 0) return unknown('no run has been published yet.');
  if (index.runs < fewestRuns) {
    const few = `${those} ${/^one /.test(those) ? 'is' : 'are'} too few to tell a change from noise`;
    return unknown(lacksReference ? `${few}, and without a reference more will not tell either. ${advice}` : `${few}.`);
  }
  const isRecent = (change: ChangeGroup) => lastOf(change) >= endOf(index) - answerRuns;
  const recent = changes.filter(isRecent);
  const worse = recent.filter(change => change.verdict !== 'better');
  const gone = goneCells(asked);
  const stillWorse = membersLeft(changes);
  const allStanding = standingOf(stillWorse, gone);
  const standing = allStanding.filter(({ change }) => isRecent(change));
  const ended = worse.filter(change => stillWorse.get(change)?.length).length - standing.length;
  const labelled = worse.filter(isDismissed).length;
  const last = newestOf(standing);
  const left = standing.filter(each => each !== last);
  const open = left.filter(isOpen).length;
  const range = `the newest ${those.replace(/^one /, '')}`;
  const others = [
    ...counted(open, 'other change for the worse', 'other changes for the worse'),
    ...counted(
      left.length - open,
      'change for the worse that is wanted or acknowledged',
      'changes for the worse that are wanted or acknowledged',
    ),
    ...counted(
      worse.length - standing.length - ended - labelled,
      'change for the worse that was taken back',
      'changes for the worse that were taken back',
    ),
    ...counted(ended, 'change for the worse in what is no longer measured', 'changes for the worse in what is no longer measured'),
    ...counted(labelled, 'change labelled noise or infrastructure', 'changes labelled noise or infrastructure'),
    ...counted(recent.length - worse.length, 'change for the better', 'changes for the better'),
  ];
  const besides = others.length === 0 ? [] : remarks(`In ${range} also: ${others.join(', ')}.`);
  const older = last !== undefined && isOpen(last) ? last : newestOf(allStanding);
  const before =
    older === undefined || older.change === last?.change
      ? []
      : [{ text: `A change before them still stands: ${whatAndSince(older, catalogue, true)}`, change: older.change }];
  const past = pastOf(
    allStanding.filter(each => isOpen(each) && !isRecent(each.change) && each !== older),
    range,
  );
  const behind = unjudgedRuns(looked, catalogue.machines);
  const since = behind.length > 2 ? behind[0] : undefined;
  const young = since === undefined ? [] : [notBefore(placeOf(events, since))];
  const planned = catalogue.cells.filter((_, i) => !gone.has(i));
  const failed = failedOf(asked, planned);
  const unjudged = unread.length === 0 ? unjudgedOf(asked, planned) : { remarks: [], scenarios: [] };
  const unseen = unread.length === 0 ? null : `${unread.map(each => each.file).join(', ')} could not be read, so a change may be unseen.`;
  if (last !== undefined)
    return {
      verdict: isOpen(last) ? 'yes' : 'settled',
      text: whatAndSince(last, catalogue),
      more: [
        ...stale,
        ...withWay([howSure(last, catalogue), ...alsoWorse(last, catalogue)], last.change),
        ...failed.remarks,
        ...unjudged.remarks,
        ...remarks(
          ...blindSpots(
            events,
            looked.filter(run => run.sequence > last.change.sequence),
          ),
          ...young.map(sentence),
          ...(unseen === null ? [] : [unseen]),
        ),
        ...before,
        ...past,
        ...besides,
      ],
      step: last,
    };
  if (unseen !== null)
    return { verdict: 'unknown', text: unseen, more: [...stale, ...failed.remarks, ...before, ...past, ...besides], step: older ?? null };
  const lack = worse.length > 0 ? null : lackOfRatios(looked);
  if (lack !== null) return unknown(lack);
  const upTo = looked.findLast(run => since === undefined || run.sequence < since.sequence)?.startedAt.slice(0, 10);
  const pending = since === undefined ? `; the last ${['two', 'three', 'four'][behind.length]} cannot be judged yet` : '';
  const silent = [
    ...silence,
    ...(failed.scenarios.length === 0 ? [] : [`nothing of ${namesOf(failed.scenarios)} was measured last time`]),
    ...(unjudged.scenarios.length === 0 ? [] : [`nothing of ${namesOf(unjudged.scenarios)} can be judged yet`]),
    ...young,
  ];
  const but = silent.length === 0 ? '' : silent.length === silence.length ? 'until then ' : 'otherwise ';
  return {
    verdict: silent.length === 0 ? 'no' : 'unknown',
    text: `${silent.map(each => `${each}; `).join('')}${but}no change for the worse in ${range}${upTo === undefined ? '' : `, up to ${upTo}`}${pending}.`,
    more: [...failed.remarks, ...unjudged.remarks, ...remarks(...blindSpots(events, looked)), ...before, ...past, ...besides],
    step: older ?? null,
    lacksRuns: silence.length > 0,
  };
}

/** Runs of a level that is known are judged at once, those of a new one once it has ten (unjudgedRuns). */
const notBefore = (since: string) =>
  `nothing since ${since} can be judged until a kind of machine that is known runs again, or this one has ten runs`;

const remarks = (...texts: readonly string[]): Remark[] => texts.map(text => ({ text }));

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

/** Sentences on a step, behind the last of them the way to it. */
const withWay = (texts: readonly string[], change: ChangeGroup): Remark[] =>
  texts.map((text, i) => (i < texts.length - 1 ? { text } : { text, change }));

/** That nothing was measured for far longer than usual; nothing of a demo, which is always old. */
function silenceOf({ index, now }: Asked, runs: readonly RunEntry[]): string[] {
  // The newest is known also where its list could not be read.
  const days = index.generated ? null : daysOfSilence(index.newest ? [...runs, index.newest] : runs, now);
  return days === null ? [] : [`nothing was measured for ${count(days, 'day')}`];
}

/** How many steps stand that are older than the runs the answer looks at, and since when. */
function pastOf(steps: readonly Standing[], range: string): Remark[] {
  const [oldest] = steps;
  if (oldest === undefined) return [];
  const day = oldest.change.startedAt.slice(0, 10);
  const [stand, since] = steps.length === 1 ? ['stands', 'since'] : ['stand', 'the oldest since'];
  const text = `${count(steps.length, 'change')} for the worse before ${range} still ${stand}, ${since} ${day}.`;
  return [{ text, oldest: oldest.change }];
}

/** Cells of which nothing is known. */
interface NotKnown {
  /** In sentences; none where there are no such cells. */
  readonly remarks: readonly Remark[];
  /** The scenarios that leave the answer open: nothing is known of any of their cells. */
  readonly scenarios: readonly string[];
}

/** What failed in the newest run that planned it. Change points are found in values, so they say nothing of cells that have none any more. */
function failedOf({ newest: runs }: Asked, planned: readonly HistoryCell[]): NotKnown {
  const failed = planned.filter(cell => cell.status === 'failed');
  const measured = new Set(planned.filter(cell => cell.status === 'measured').map(cell => cell.scenario));
  const last = failed.reduce((newest, cell) => Math.max(newest, cell.last), -1);
  const run = runs.find(each => each.sequence === last)?.id;
  return {
    remarks: failed.length === 0 ? [] : [{ text: `Failed last time, so not known: ${place(failed, planned)}.`, run }],
    scenarios: scenariosOf(failed).filter(name => !measured.has(name)),
  };
}

/**
 * Measured cells that cannot hold a step. Without a reference more runs do not help, and scenarios that are measured alone have none by design, so they are named and leave the
 * answer of the rest as it is. A scenario with too few runs leaves it open, as long as new runs measure it.
 */
function unjudgedOf(asked: Asked, planned: readonly HistoryCell[]): NotKnown {
  const { index, catalogue, latest } = asked;
  const lackOf = lacksOf(asked);
  const names = Object.keys(latest.metrics);
  const lacks = new Map(catalogue.cells.map((cell, i) => [cell, names.map(name => lackOf(name, i))]));
  const measured = planned.filter(cell => cell.status === 'measured');
  const open = measured.filter(cell => !lacks.get(cell)?.includes(null));
  const few = open.filter(cell => lacks.get(cell)?.includes('too few runs'));
  const unlinked = open.filter(cell => !few.includes(cell) && lacks.get(cell)?.includes(noLink));
  const without = open.filter(cell => !few.includes(cell) && !unlinked.includes(cell));
  const judged = new Set(measured.filter(cell => !open.includes(cell)).map(cell => cell.scenario));
  const soon = judged.size === 0 ? open : few.filter(cell => cell.last >= endOf(index) - fewestRuns);
  return {
    remarks: [
      ...(without.length === 0
        ? []
        : [{ text: `Not judged: ${wholeOrPlace(without, measured)} (measured without a reference).`, lacksReference: true }]),
      ...(unlinked.length === 0 ? [] : [{ text: `Not judged: ${wholeOrPlace(unlinked, measured)} (${unlinkedWords}).`, lacksLink: true }]),
      ...(few.length === 0 ? [] : remarks(`Not judged: ${wholeOrPlace(few, measured)} (too few runs with a reference yet).`)),
    ],
    scenarios: scenariosOf(soon).filter(name => !judged.has(name)),
  };
}

const unlinkedWords = 'measured with a reference that no run links to the one before';

/** Events that hide a step which begins with them: the trend takes out a level of each combination of reference, CPU model, cores and driver. */
const hiding: Readonly<Record<string, string>> = {
  reference: 'new reference',
  cpu: 'new CPU model',
  cores: 'new core count',
  driver: 'new driver',
};

/** What hides a step that begins with a run. */
const hidingAt = (events: readonly HistoryEvent[], run: RunEntry) =>
  events.filter(event => event.sequence === run.sequence && event.from !== null).flatMap(event => hiding[event.kind] ?? []);

/** The day of a run, and what was new: 2026-05-01 (new reference). */
function placeOf(events: readonly HistoryEvent[], run: RunEntry): string {
  const here = hidingAt(events, run);
  return `${run.startedAt.slice(0, 10)}${here.length === 0 ? '' : ` (${here.join(', ')})`}`;
}

/** Where among some runs a step would not have been found, in a sentence; nothing without such a place. */
function blindSpots(events: readonly HistoryEvent[], runs: readonly RunEntry[]): string[] {
  const places = runs.filter(run => hidingAt(events, run).length > 0).map(run => placeOf(events, run));
  if (places.length === 0) return [];
  return [`A change on ${places.join(' or ')} would not have been found; one within nine runs after that may not have been.`];
}

const counted = (n: number, one: string, many: string) => (n > 0 ? [count(n, one, many)] : []);

const advice =
  'Write “reference: { commit: … }”, all 40 digits of a commit, into crank/perfmatrix.yml (“commit: …” into crank/reference.yml where there is one): runs then measure it in every block, and the trend is the ratio to it.';

/** A few runs: one run, 3 runs in 8 documents. */
const fewText = (runs: readonly RunEntry[]) => runsText(runs).replace(/^1 /, 'one ');

/** Why the newest runs cannot hold a step; null when they can. */
function lackOfRatios(newest: readonly RunEntry[]): string | null {
  const judged = newest.filter(hasReference);
  const last = newest.slice(-fewestRuns);
  if (judged.length === 0)
    return `no reference was measured in the ${newestText(newest)}, so there is no ratio to find a change in. ${advice}`;
  if (!last.some(hasReference))
    return `the ${newestText(last)} measured no reference, so there is no ratio to find a change in. Look at their warnings and at the commit that is pinned.`;
  if (judged.length < fewestRuns) return `only ${fewText(judged)} measured a reference yet, too few to tell a change from noise.`;
  return null;
}
