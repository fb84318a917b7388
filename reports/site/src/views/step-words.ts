import type { ChangeGroup, ChangeMember, HistoryCatalogue } from '../data/history-files.ts';
import { type Metric, titleOf, unknownMetric } from '../data/metric.ts';
import { median } from '../statistics/estimate.ts';
import { count, interval, number, percent, shortSha, spread } from '../text/format.ts';
import { groupBy } from '../text/group.ts';
import { place } from './places.ts';
import { type Standing, settledAs } from './standing-steps.ts';

/** What the cells and metrics of a step are named by. */
interface Named {
  readonly cells: HistoryCatalogue['cells'];
  readonly metrics: readonly Metric[];
}

/** Throughput typically −5.0 %, from −3.4 to −5.6 %, in all 40 cells of hello-controllers since the run of 2025-10-07, labelled wanted. */
export function whatAndSince({ change, members }: Standing, { cells, metrics }: Named, withCommit = false): string {
  const [metric, ofMetric] = mainMetric(members, metrics);
  const of = change.shaAfter === null ? `, run ${change.run}` : withCommit ? `, commit ${shortSha(change.shaAfter)}` : '';
  const since = `since the run of ${change.startedAt.slice(0, 10)}${of}`;
  const settled = settledAs(change);
  return `${metric.title} ${effectText(ofMetric)} in ${placeOf(ofMetric, cells)} ${since}${settled === null ? '' : `, ${settled.text}`}.`;
}

/** What a change is told by, also one that was taken back: the metric and place, and the size of the typical series. */
interface Told {
  readonly what: string;
  readonly percent: number;
  /** Its 95 % interval; null where not all series have one. */
  readonly interval: string | null;
}

/** The words of a change in lists: of what got worse where something did, as the answer has them. The feed says the same (AtomFeed). */
export function toldOf(change: Pick<ChangeGroup, 'members'>, { cells, metrics }: Named): Told {
  const [metric, ofMetric] = mainOf(change, metrics);
  const what = `${metric.title} in ${placeOf(ofMetric, cells)}`;
  return { what, percent: typicalPercent(ofMetric), interval: typicalInterval(ofMetric) };
}

function placeOf(members: readonly ChangeMember[], cells: Named['cells']): string {
  const changed = [...new Set(members.map(member => member.cell))].flatMap(cell => cells[cell] ?? []);
  return place(changed, cells);
}

function mainOf({ members }: Pick<ChangeGroup, 'members'>, metrics: readonly Metric[]) {
  const worse = members.filter(({ verdict }) => verdict === 'worse');
  return mainMetric(worse.length > 0 ? worse : members, metrics);
}

/** The series of a change, first those that it is told by. */
export function toldFirst(change: Pick<ChangeGroup, 'members'>, { metrics }: Named): readonly ChangeMember[] {
  const [, told] = mainOf(change, metrics);
  return [...told, ...change.members.filter(member => !told.includes(member))];
}

/**
 * How many series of each metric a change has, first of what it is told by: Throughput 40, CPU/req 40. Where some got better and others worse
 * it says which, and where they are unless that is the place that it is told by.
 */
export function seriesText(change: Pick<ChangeGroup, 'members'>, { cells, metrics }: Named): string {
  const { members } = change;
  const isMixed = new Set(members.map(({ verdict }) => verdict)).size > 1;
  const alike = groupBy(toldFirst(change, { cells, metrics }), ({ metric, verdict }) => `${metric}\n${verdict}`);
  const counts = [...alike].map(([key, of]) => {
    const [name = '', verdict] = key.split('\n');
    return `${titleOf(name, metrics)} ${number(of.length)}${isMixed ? ` ${verdict}` : ''}`;
  });
  const [, told] = mainOf(change, metrics);
  const where = placeOf(members, cells);
  return [...counts, ...(where === placeOf(told, cells) ? [] : [`in ${where}`])].join(', ');
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
export function howSure({ change, members: left }: Standing, { metrics }: Named): string {
  const [metric, members] = mainMetric(left, metrics);
  const noises = members.flatMap(member => member.noiseUnits ?? []);
  const times = median(noises);
  const size = noises.length === 0 ? '' : `, about ${number(times, times < 3 ? 1 : 0)} times the noise from run to run`;
  if (members.length === 1) return `Sure: ${foundAs(change, metric.name)}${size}.`;
  const range = typicalInterval(members);
  const ends = range === null ? '' : ` (95 % interval of a typical cell ${range})`;
  return `Very sure: found in ${number(members.length)} cells${together(change, members)}; ${typicalEffect(members)} is their median${ends}${size}.`;
}

/** Runs by which noise may misplace a step of a series (TrendRule.LateRuns). */
const misplacedRuns = 8;

const together = ({ sequence }: ChangeGroup, members: readonly ChangeMember[]) =>
  members.every(member => Math.abs(member.sequence - sequence) <= misplacedRuns) ? ' at once' : '';

/** How a step was confirmed that one series has. One that joined a step of others need not have been found twice. */
function foundAs(change: ChangeGroup, metric: string): string {
  const alike = change.members.filter(member => member.metric === metric && member.verdict === 'worse');
  if (alike.length > 1) return `found in ${number(alike.length)} cells${together(change, alike)}, of which one is left`;
  return change.members.length === 1 ? 'found in two runs in a row' : 'chance does not explain it';
}

/** The other metrics in which the same step is worse. */
export function alsoWorse({ members }: Standing, { metrics }: Named): string[] {
  const [main] = mainMetric(members, metrics);
  const others = [...groupBy(members, member => member.metric)].filter(([name]) => name !== main.name);
  const words = others.map(([name, of]) => `${titleOf(name, metrics)} ${typicalEffect(of)} (${count(of.length, 'cell')})`);
  return words.length === 0 ? [] : [`Worse since then, too: ${words.join(', ')}.`];
}

const typicalPercent = (members: readonly ChangeMember[]) => median(members.map(member => member.effectPercent));

const typicalEffect = (members: readonly ChangeMember[]) => percent(typicalPercent(members));

/** The interval of the typical series: the middle of their lower and of their upper ends; null where not all have one. */
function typicalInterval(members: readonly ChangeMember[]): string | null {
  const ends = (of: (member: ChangeMember) => number | null | undefined) => members.flatMap(member => of(member) ?? []);
  const [low, high] = [ends(member => member.lowPercent), ends(member => member.highPercent)];
  return low.length < members.length || high.length < members.length ? null : interval(median(low), median(high));
}
