import { type Axis, axes, axisTitle, axisValue, axisValues, noLimit } from '../data/axes.ts';
import { type Metric, worseSign } from '../data/metric.ts';
import type { Variant } from '../data/run-document.ts';
import type { RunIndex } from '../data/run-index.ts';
import { adjusted } from '../statistics/benjamini-hochberg.ts';
import { type Change, excludesNone, isSame, isSignificant, withVerdict } from '../statistics/change.ts';
import { type Estimate, estimate, median } from '../statistics/estimate.ts';
import { twoSidedP } from '../statistics/signed-rank-test.ts';
import { count, percent, spread } from '../text/format.ts';
import { groupBy } from '../text/group.ts';
import { shownVariants, statusWords } from './matrix-model.ts';

/** What can be exchanged: an axis of the matrix, or the code of a comparison with its packages and its build. */
export type UpgradeAxis = Exclude<Axis, 'scenario'> | 'code';

interface Exchange {
  readonly title: string;
  /** A value as people say it: .NET 10. */
  readonly spoken: (value: string) => string;
  /** What measures two values side by side; null where nothing does. */
  readonly command: string | null;
}

const limit = (name: string, value: string) => (value === noLimit ? `no ${name}` : `a ${name} of ${value}`);

/** Everything that can be exchanged, in the order in which it is offered. A further one is an entry here. */
export const exchanges: Readonly<Record<UpgradeAxis, Exchange>> = {
  code: { title: 'Code, packages, build', spoken: side => side, command: 'compare main' },
  runtime: {
    title: axisTitle.runtime,
    spoken: value => value.replace(/^net(\d+)\.0(?=$|@)/, '.NET $1'),
    command: 'run --runtime net8.0,net10.0',
  },
  gc: { title: axisTitle.gc, spoken: value => (value === 'datas' ? 'DATAS' : `${value} GC`), command: 'run --gc server,datas' },
  // A block pins all of its processes to the same cores.
  cores: { title: axisTitle.cores, spoken: value => (value === '1' ? '1 core' : `${value} cores`), command: null },
  memory: { title: axisTitle.memory, spoken: value => limit('memory limit', value), command: 'run --memory none,512MiB' },
  cpuLimit: {
    title: axisTitle.cpuLimit,
    spoken: value => limit('CPU limit', value.replace('cpu-', '')),
    command: 'run --cpu-limit none,500m',
  },
};

const upgradable = Object.keys(exchanges) as readonly UpgradeAxis[];

/** The value of a variant on an axis: of the code its side, base or head. */
export const upgradeValue = ({ cell, side }: Variant, axis: UpgradeAxis) => (axis === 'code' ? side : axisValue(cell, axis));

/** The variants that an exchange is about: those of the code under test; of code both sides, each without its copies. */
export const upgradeVariants = (run: RunIndex, axis: UpgradeAxis) =>
  axis === 'code' ? run.document.variants.filter(({ side, twin }) => side !== 'reference' && !twin) : shownVariants(run);

/** The values of a run on an axis, in the order in which they are offered; base before head. */
export function upgradeValues(run: RunIndex, axis: UpgradeAxis): string[] {
  const variants = upgradeVariants(run, axis);
  if (axis === 'code') return [...new Set(variants.map(variant => variant.side))].sort();
  const cells = variants.map(variant => variant.cell);
  return axisValues(cells, axis);
}

/** The axes on which a run has something to exchange. */
export const upgradeAxes = (run: RunIndex) => upgradable.filter(axis => upgradeValues(run, axis).length > 1);

/** The others that a command measures side by side. */
export const lackedAxes = (run: RunIndex) =>
  upgradable.filter(axis => exchanges[axis].command !== null && upgradeValues(run, axis).length < 2);

/** What somebody wants to know who thinks about a change. */
export const questionOf = (axis: UpgradeAxis, from: string, to: string) =>
  `What ${axis === 'cores' && to !== '1' ? 'do' : 'does'} ${exchanges[axis].spoken(to)} bring over ${exchanges[axis].spoken(from)}?`;

/** What an upgrade does, judged over everything that is shown: the same rule and numbers as `report upgrade` (src/PerfMatrix/Reporting/Upgrade), tested against its output. */
export interface Upgrade {
  readonly rows: readonly UpgradeRow[];
  /** Cells that one of both lacks, or that were not measured side by side. */
  readonly gaps: readonly UpgradeGap[];
  /** Cells that were compared once, of a run whose single rounds were removed: each side has its ratio to the reference. */
  readonly kept: readonly Omit<UpgradeRow, 'rest' | 'changes' | 'adjustedP'>[];
  /** Comparisons that are judged together. */
  readonly tests: number;
  /** Fewest rounds of one of them; 0 without any. */
  readonly fewestRounds: number;
  /** Pairs that a round gives: a comparison measures two copies of each side. */
  readonly pairsARound: number;
}

/** A cell before and after the upgrade. */
export interface UpgradeRow {
  readonly label: string;
  /** The label without the scenario. */
  readonly rest: string;
  readonly from: Variant;
  readonly to: Variant;
  readonly changes: Readonly<Record<string, Change | null>>;
  /** p values after correction; absent for metrics that are judged without statistics. */
  readonly adjustedP: Readonly<Record<string, number>>;
}

/** A cell that could not be compared, and why. */
export interface UpgradeGap {
  readonly label: string;
  readonly scenario: string;
  readonly reason: string;
}

/** Of what is called better or worse, at most this share is expected to be nothing. */
export const falseDiscoveryRate = 0.05;

/** The metrics that somebody asks for before an upgrade. */
export const upgradeMetrics = (run: RunIndex) => {
  const asked = run.rules.upgrade?.metrics.map(metric => metric.name) ?? [];
  const known = run.metrics().filter(metric => asked.includes(metric.name));
  return known.length > 0 ? known : run.metrics().slice(0, 6);
};

/** Compares every cell that has both values of the axis, all other axes equal. */
export function upgradeOf(run: RunIndex, axis: UpgradeAxis, from: string, to: string, metrics: readonly Metric[]): Upgrade {
  const others = axes.filter(each => each !== axis);
  const asked = upgradeVariants(run, axis).filter(variant => [from, to].includes(upgradeValue(variant, axis)));
  const places = [...groupBy(asked, variant => others.map(each => axisValue(variant.cell, each)).join('\n')).values()].map(variants => {
    const side = (value: string) => variants.find(variant => upgradeValue(variant, axis) === value);
    return { ...namesOf(variants[0] as Variant, axis), variants, sides: [side(from), side(to)] as const };
  });
  // Of runtimes and GC modes `report upgrade` takes no copies, and says the same as this page.
  const pairsARound = axis === 'code' ? 1 + Math.max(0, ...run.document.variants.map(variant => variant.twin ?? 0)) : 1;
  const gaps: UpgradeGap[] = [];
  const kept: Upgrade['kept'][number][] = [];
  const cases: Case[] = [];
  for (const { label, rest, variants, sides } of places) {
    const obstacle = obstacleOf(run, [from, to], sides);
    const [before, after] = sides as readonly [Variant, Variant];
    if (obstacle !== null) gaps.push({ label, scenario: variants[0]?.cell.scenario ?? '', reason: obstacle });
    else if (!run.hasRounds) kept.push({ label, from: before, to: after });
    else cases.push({ label, rest, ...caseOf(run, before, after, metrics, pairsARound) });
  }
  return { ...judge(run, cases, pairsARound), gaps, kept };
}

/** Why two sides cannot be compared; null when they can. The words of UpgradeReportBuilder. */
function obstacleOf(run: RunIndex, values: readonly [string, string], sides: readonly (Variant | undefined)[]): string | null {
  const missing = sides.flatMap((variant, i) => {
    if (variant?.status === 'measured') return [];
    return variant === undefined
      ? [`${values[i]} is not part of this run`]
      : [`${values[i]} ${statusWords[variant.status]}: ${variant.reason ?? 'no reason recorded'}`];
  });
  if (missing.length > 0) return missing.join('; ');
  const [from, to] = sides as readonly [Variant, Variant];
  return run.commonBlock(from.id, to.id) === null
    ? 'the two were not measured in the same block, so drift could be all of a difference'
    : null;
}

/** A comparison before it is judged. */
interface Candidate {
  readonly metric: Metric;
  readonly ratios: readonly number[];
  readonly estimate: Estimate;
  /** Whether it changed, by the rule of metrics that hardly vary; null for those that are tested. */
  readonly isChanged: boolean | null;
}

interface Case {
  readonly label: string;
  readonly rest: string;
  readonly from: Variant;
  readonly to: Variant;
  readonly candidates: readonly Candidate[];
}

function caseOf(run: RunIndex, from: Variant, to: Variant, metrics: readonly Metric[], pairsARound: number): Omit<Case, 'label' | 'rest'> {
  const pairs = pairsARound === 1 ? [[from, to] as const] : copiesOf(run, from, to);
  const candidates = metrics.flatMap(metric => {
    const ratios = pairs.flatMap(([a, b]) => run.naturalLogRatios(metric, a.id, b.id));
    const result = estimate(ratios);
    return result === null ? [] : [{ metric, ratios, estimate: result, isChanged: countedChange(run, metric, pairs) }];
  });
  return { from, to, candidates };
}

/** Two variants and their copies, one of each; if nothing changed, the processes of a round can be exchanged, so every pair counts as in the gate. */
function copiesOf(run: RunIndex, from: Variant, to: Variant): (readonly [Variant, Variant])[] {
  const copies = ({ cell, side }: Variant) => run.document.variants.filter(other => other.cell.id === cell.id && other.side === side);
  return copies(from).flatMap(a => copies(to).flatMap(b => ((a.twin ?? 0) === (b.twin ?? 0) ? [[a, b] as const] : [])));
}

/** Judges all comparisons together: with 40 of them, two would look significant by chance alone. */
function judge(run: RunIndex, cases: readonly Case[], pairsARound: number): Omit<Upgrade, 'gaps' | 'kept'> {
  const tested = cases.flatMap(each => each.candidates).filter(candidate => candidate.isChanged === null);
  const corrected = adjusted(tested.map(candidate => twoSidedP(candidate.ratios)));
  const p = new Map(tested.map((candidate, i) => [candidate, corrected[i] as number]));
  return {
    rows: cases.map(({ label, rest, from, to, candidates }) => ({
      label,
      rest,
      from,
      to,
      changes: Object.fromEntries(candidates.map(candidate => [candidate.metric.name, changeOf(run, candidate, p.get(candidate), to)])),
      adjustedP: Object.fromEntries(candidates.filter(each => p.has(each)).map(each => [each.metric.name, p.get(each) as number])),
    })),
    tests: tested.length,
    fewestRounds: tested.length === 0 ? 0 : Math.ceil(Math.min(...tested.map(candidate => candidate.ratios.length)) / pairsARound),
    pairsARound,
  };
}

function changeOf(run: RunIndex, candidate: Candidate, adjustedP: number | undefined, to: Variant): Change {
  const { metric, estimate: result } = candidate;
  if (result.interval === null) return withVerdict(result, 'unknown', true);
  const isChange = adjustedP === undefined ? candidate.isChanged : adjustedP <= falseDiscoveryRate;
  if (isChange) return withVerdict(result, result.location * worseSign(metric) > 0 ? 'worse' : 'better');
  if (adjustedP !== undefined && excludesNone(result.interval)) return withVerdict(result, 'unknown', true);
  return withVerdict(result, isSame(result, run.bound(to.cell.scenario, metric)) ? 'same' : 'unknown');
}

/**
 * The gate's rule for metrics that hardly vary (CountedRule.Differs): nine of ten differences are beyond an amount, the same way. Nobody knows how
 * much one program varies by, so the amount is a percent at least. null for other metrics.
 */
function countedChange(run: RunIndex, metric: Metric, pairs: readonly (readonly [Variant, Variant])[]): boolean | null {
  const rule = run.rules.upgrade;
  const least = rule?.metrics.find(each => each.name === metric.name)?.countedAmount ?? null;
  const [first] = pairs;
  if (rule === undefined || least === null || first === undefined) return null;
  const amount = Math.max(least, ((run.value(first[0].id, metric.name) ?? 0) * rule.countedPercent) / 100);
  const differences = pairs.flatMap(([a, b]) => run.differences(metric, a.id, b.id));
  return [1, -1].some(sign => {
    const beyond = differences.filter(each => sign * each > amount).length;
    return beyond > 0 && beyond >= 0.9 * differences.length;
  });
}

/** What tells a cell apart, other than the axis. */
function namesOf({ cell }: Variant, axis: UpgradeAxis): { label: string; rest: string } {
  const rest = axes
    .filter(each => each !== 'scenario' && each !== axis && axisValue(cell, each) !== noLimit)
    .map(each => (each === 'cores' ? count(cell.cores, 'core') : axisValue(cell, each)))
    .join(' · ');
  return { label: [cell.scenario, rest].filter(Boolean).join(' · '), rest };
}

/** Rounds whose smallest two-sided p value, 2 / 2^n, survives the correction even when it is the only one. */
export const roundsFor = (tests: number) => (tests === 0 ? 0 : Math.ceil(Math.log2((2 * tests) / falseDiscoveryRate)));

/** One plain sentence a metric, from significant changes only. What most cells show comes first: a difference in 2 of 50 is no finding. */
export function summarize(rows: readonly UpgradeRow[], metrics: readonly Metric[]): string[] {
  return metrics.map(metric => {
    const changes = rows.map(row => row.changes[metric.name] ?? null).filter(change => change !== null);
    if (changes.length === 0) return `${metric.title}: not measured side by side.`;
    const decided = changes.filter(change => change.lowPercent !== null);
    const few = changes.length - decided.length;
    const undecided = decided.filter(change => change.isUndecided).length;
    const same = decided.filter(change => change.verdict === 'same').length;
    const none = decided.filter(change => !isSignificant(change)).length - undecided - same;
    const [better, worse] = (['better', 'worse'] as const).map(verdict => sizesOf(decided, verdict)) as [number[], number[]];
    const parts = [
      { n: better.length, words: 'better', sizes: sizesText(better) },
      { n: worse.length, words: 'worse', sizes: sizesText(worse) },
      { n: same, words: 'the same', sizes: '' },
      { n: none, words: 'no difference found', sizes: '' },
      { n: undecided, words: 'undecided', sizes: '' },
      { n: few, words: 'too few rounds', sizes: '' },
    ]
      .filter(({ n }) => n > 0)
      .sort((a, b) => b.n - a.n)
      .map(({ n, words, sizes }, i) => `${words} in ${n}${i === 0 ? ` of ${count(changes.length, 'cell')}` : ''}${sizes}`);
    return `${metric.title}: ${parts.join('; ')}.`;
  });
}

/** The sizes of all changes of a verdict, the smallest first. */
const sizesOf = (changes: readonly Change[], verdict: 'better' | 'worse') =>
  changes
    .filter(change => change.verdict === verdict)
    .map(change => change.percent)
    .sort((a, b) => Math.abs(a) - Math.abs(b));

/** Sizes in words: , typically +14.2 %, from +10.6 to +18.6 %. */
function sizesText(sizes: readonly number[]): string {
  const range = spread(sizes);
  const typical = sizes.length > 2 ? percent(median(sizes)) : range;
  return `${typical === range ? '' : `, typically ${typical}`}, ${range}`;
}
