import {
  type ChangeGroup,
  type ChangeMember,
  type HistoryCatalogue,
  type HistoryCell,
  type HistoryEvent,
  type HistoryIndex,
  type Latest,
  lastOf,
  type RunEntry,
} from '../data/history-files.ts';
import { type Metric, unknownMetric } from '../data/metric.ts';
import type { FileProblem } from '../data/run-document.ts';
import { median } from '../statistics/estimate.ts';
import { count, interval, number, percent, shortSha, spread } from '../text/format.ts';
import { groupBy } from '../text/group.ts';
import { newestText, runsText } from '../text/runs.ts';
import { goneCells } from './gone-cells.ts';
import { lacksOf } from './lacks.ts';
import { unjudgedRuns } from './levels.ts';
import { namesOf, place, scenariosOf, wholeOrPlace } from './places.ts';

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
}

/** A sentence beside the answer, and where it leads. */
export interface Remark {
  readonly text: string;
  /** The step that it tells of: its runs, its commits, its causes. */
  readonly change?: ChangeGroup;
  /** The run that says why. */
  readonly run?: string;
  /** Whether a reference is what is missing. */
  readonly lacksReference?: boolean;
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
}

/** How many of the newest runs the answer looks at, and the pictures below it show. */
export const answerRuns = 100;

/** Fewest runs with a ratio that can hold a step: eight before it, and three from it on (StepFinder). */
export const fewestRuns = 11;

/** The smallest change that is marked, a log ratio: TrendRule.SmallestShift. What is left of a step below it counts as taken back. */
const smallest = 0.00995;

/** A change to nothing has no log ratio: it counts as this one, as in the alerts (StandingSteps). */
const leastPercent = -99.99;

/**
 * Is it getting slower? Only confirmed change points count, and those are found in ratios to a pinned reference: a history without them cannot say no, nor can one of which a
 * scenario fails in every cell, or has too few runs yet, or of which a file could not be read. A step that later steps took back in every series does not count.
 */
export function answer(asked: Asked): Answer {
  const known = answers.get(asked) ?? answerOf(asked);
  answers.set(asked, known);
  return known;
}

/** The answers to what was asked: every change of a view asks again. */
const answers = new WeakMap<Asked, Answer>();

function answerOf(asked: Asked): Answer {
  const { index, catalogue, changes, events, newest, unread } = asked;
  const looked = newest.filter(run => run.sequence >= index.runs - answerRuns);
  const documents = Math.min(index.runs, answerRuns);
  // Of how many runs they are is known of documents whose list could be read.
  const isWhole = looked.length === documents;
  const lacksReference = looked.length > 0 && !looked.some(hasReference);
  const unknown = (text: string): Answer => ({ verdict: 'unknown', text, more: [], step: null, lacksReference });
  if (index.runs === 0) return unknown('nothing has been published yet.');
  if (index.runs < fewestRuns) {
    const those = isWhole ? fewText(looked) : count(index.runs, 'document');
    const few = `${those} ${/^(one|1) /.test(those) ? 'is' : 'are'} too few to tell a change from noise`;
    return unknown(lacksReference ? `${few}, and without a reference more will not tell either. ${advice}` : `${few}.`);
  }
  const isRecent = (change: ChangeGroup) => lastOf(change) >= index.runs - answerRuns;
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
  const range = `the ${isWhole ? newestText(looked) : `newest ${count(documents, 'document')}`}`;
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
        ...remarks(howSure(last, catalogue), ...alsoWorse(last, catalogue)),
        ...failed.remarks,
        ...unjudged.remarks,
        ...remarks(
          ...blindSpots(
            events,
            looked.filter(run => run.sequence > last.change.sequence),
          ),
          ...young.map(text => `N${text.slice(1)}.`),
          ...(unseen === null ? [] : [unseen]),
        ),
        ...before,
        ...besides,
      ],
      step: last,
    };
  if (unseen !== null) return { verdict: 'unknown', text: unseen, more: [...failed.remarks, ...before, ...besides], step: older ?? null };
  const lack = worse.length > 0 ? null : lackOfRatios(looked);
  if (lack !== null) return unknown(lack);
  const upTo = looked.findLast(run => since === undefined || run.sequence < since.sequence)?.startedAt.slice(0, 10);
  const pending = since === undefined ? `; the last ${['two', 'three', 'four'][behind.length]} cannot be judged yet` : '';
  const silent = [
    ...(failed.scenarios.length === 0 ? [] : [`nothing of ${namesOf(failed.scenarios)} was measured last time`]),
    ...(unjudged.scenarios.length === 0 ? [] : [`nothing of ${namesOf(unjudged.scenarios)} can be judged yet`]),
    ...young,
  ];
  return {
    verdict: silent.length === 0 ? 'no' : 'unknown',
    text: `${silent.map(each => `${each}; `).join('')}${silent.length === 0 ? '' : 'otherwise '}no change for the worse in ${range}${upTo === undefined ? '' : `, up to ${upTo}`}${pending}.`,
    more: [...failed.remarks, ...unjudged.remarks, ...remarks(...blindSpots(events, looked)), ...before, ...besides],
    step: older ?? null,
  };
}

/** Runs of a level that is known are judged at once, those of a new one once it has ten (unjudgedRuns). */
const notBefore = (since: string) =>
  `nothing since ${since} can be judged until a kind of machine that is known runs again, or this one has ten runs`;

const remarks = (...texts: readonly string[]): Remark[] => texts.map(text => ({ text }));

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
  const without = open.filter(cell => !few.includes(cell));
  const judged = new Set(measured.filter(cell => !open.includes(cell)).map(cell => cell.scenario));
  const soon = judged.size === 0 ? open : few.filter(cell => cell.last >= index.runs - fewestRuns);
  return {
    remarks: [
      ...(without.length === 0
        ? []
        : [{ text: `Not judged: ${wholeOrPlace(without, measured)} (measured without a reference).`, lacksReference: true }]),
      ...(few.length === 0 ? [] : remarks(`Not judged: ${wholeOrPlace(few, measured)} (too few runs with a reference yet).`)),
    ],
    scenarios: scenariosOf(soon).filter(name => !judged.has(name)),
  };
}

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

/** A step, and those of its series that are still worse. */
export interface Standing {
  readonly change: ChangeGroup;
  readonly members: readonly ChangeMember[];
}

/** The steps that stand in a series that is measured still, oldest first. */
const standingOf = (stillWorse: StillWorse, gone: ReadonlySet<number>): Standing[] =>
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

const isOpen = ({ change }: Standing) => settledAs(change) === null;

/** The newest of some steps that is open, else the newest. */
const newestOf = (steps: readonly Standing[]) => steps.findLast(isOpen) ?? steps.at(-1);

/** Whether somebody found that the code did not get slower. */
const isDismissed = ({ label }: ChangeGroup) => label === 'noise' || label === 'infrastructure';

type StillWorse = ReadonlyMap<ChangeGroup, readonly ChangeMember[]>;

/** The series of each change in which a step for the worse still stands. */
function membersLeft(changes: readonly ChangeGroup[]): StillWorse {
  const steps = changes.flatMap(({ sequence, members }) => members.map(member => ({ sequence, member })));
  const ofSeries = groupBy(steps, ({ member }) => seriesOf(member));
  const isLeft = (member: ChangeMember, sequence: number) => {
    const later = (ofSeries.get(seriesOf(member)) ?? []).filter(each => each.sequence > sequence);
    const step = logOf(member);
    return Math.sign(step) * later.reduce((sum, each) => sum + logOf(each.member), step) >= smallest;
  };
  const leftOf = (change: ChangeGroup) => change.members.filter(each => each.verdict === 'worse' && isLeft(each, change.sequence));
  return new Map(changes.map(change => [change, isDismissed(change) ? [] : leftOf(change)]));
}

const seriesOf = ({ cell, metric }: ChangeMember) => `${cell} ${metric}`;

const logOf = ({ effectPercent }: ChangeMember) => Math.log1p(Math.max(effectPercent, leastPercent) / 100);

/** Throughput typically −5.0 %, from −3.4 to −5.6 %, in all 40 cells of hello-controllers since the run of 2025-10-07, labelled wanted. */
function whatAndSince({ change, members }: Standing, { cells, metrics }: Asked['catalogue'], withCommit = false): string {
  const [metric, ofMetric] = mainMetric(members, metrics);
  const changed = ofMetric.flatMap(member => cells[member.cell] ?? []);
  const of = change.shaAfter === null ? `, run ${change.run}` : withCommit ? `, commit ${shortSha(change.shaAfter)}` : '';
  const since = `since the run of ${change.startedAt.slice(0, 10)}${of}`;
  const settled = settledAs(change);
  return `${metric.title} ${effectText(ofMetric)} in ${place(changed, cells)} ${since}${settled === null ? '' : `, ${settled.text}`}.`;
}

/** Of a cell the effect with its interval; of several the typical one, and from which to which they are. */
function effectText(members: readonly ChangeMember[]): string {
  const typical = typicalEffect(members);
  if (members.length > 1) {
    const sizes = spread(members.map(member => member.effectPercent));
    return sizes === typical ? typical : `typically ${typical}, ${sizes},`;
  }
  const range = typicalInterval(members);
  return range === null ? typical : `${typical} (95 % interval ${range})`;
}

/** The metric that most of the series are of, and those series; throughput where there is some, because that is what people ask for first. */
export function mainMetric(members: readonly ChangeMember[], metrics: readonly Metric[]): [Metric, readonly ChangeMember[]] {
  const names = [...new Set(members.map(member => member.metric))];
  const of = (name: string) => members.filter(member => member.metric === name);
  const most = names.reduce((best, name) => (of(name).length > of(best).length ? name : best), names[0] ?? '');
  const name = names.includes('throughput') ? 'throughput' : most;
  return [metrics.find(metric => metric.name === name) ?? unknownMetric(name), of(name)];
}

/**
 * In how many places it was seen, and how large it is beside the noise: of the very series that the sentence is about. No mark is less
 * than sure: chance explains at most one in a thousand, and several cells confirm it, or one alone in two runs in a row (TrendRule).
 */
function howSure({ change, members: left }: Standing, { metrics }: Asked['catalogue']): string {
  const [metric, members] = mainMetric(left, metrics);
  const noises = members.flatMap(member => member.noiseUnits ?? []);
  const times = median(noises);
  const size = noises.length === 0 ? '' : `, about ${number(times, times < 3 ? 1 : 0)} times the noise from run to run`;
  if (members.length === 1) return `Sure: ${foundAs(change, metric.name)}${size}.`;
  const range = typicalInterval(members);
  const ends = range === null ? '' : ` (95 % interval of a typical cell ${range})`;
  return `Very sure: found in ${number(members.length)} cells at once; ${typicalEffect(members)} is their median${ends}${size}.`;
}

/** How a step was confirmed that one series has. One that joined a step of others need not have been found twice. */
function foundAs({ members }: ChangeGroup, metric: string): string {
  const alike = members.filter(member => member.metric === metric && member.verdict === 'worse').length;
  if (alike > 1) return `found in ${number(alike)} cells at once, of which one is left`;
  return members.length === 1 ? 'found in two runs in a row' : 'no shuffling of the runs explains it';
}

/** The other metrics in which the same step is worse. */
function alsoWorse({ members }: Standing, { metrics }: Asked['catalogue']): string[] {
  const [main] = mainMetric(members, metrics);
  const others = [...groupBy(members, member => member.metric)].filter(([name]) => name !== main.name);
  const words = others.map(
    ([name, of]) => `${metrics.find(metric => metric.name === name)?.title ?? name} ${typicalEffect(of)} (${count(of.length, 'cell')})`,
  );
  return words.length === 0 ? [] : [`Worse since then, too: ${words.join(', ')}.`];
}

const typicalEffect = (members: readonly ChangeMember[]) => percent(median(members.map(member => member.effectPercent)));

/** The interval of the typical series: the middle of their lower and of their upper ends; null where not all have one. */
function typicalInterval(members: readonly ChangeMember[]): string | null {
  const ends = (of: (member: ChangeMember) => number | null | undefined) => members.flatMap(member => of(member) ?? []);
  const [low, high] = [ends(member => member.lowPercent), ends(member => member.highPercent)];
  return low.length < members.length || high.length < members.length ? null : interval(median(low), median(high));
}

const hasReference = ({ reference }: RunEntry) => reference !== null && reference !== undefined;

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
