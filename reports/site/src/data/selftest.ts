/** The self-test document, reports/schema/selftest.v1.schema.json; only what is shown. */
export interface SelftestDocument {
  readonly schemaVersion: number;
  readonly simulation?: Simulation | null;
  readonly replay?: Replay | null;
  readonly trials: readonly Trial[];
}

export interface Share {
  readonly successes: number;
  readonly trials: number;
  readonly percent: number;
  readonly lowPercent: number;
  readonly highPercent: number;
}

export interface Simulation {
  readonly startedAt: string;
  readonly pullRequests: number;
  readonly cells: number;
  /** Not there in documents of before 2026-12, which are shown without it. */
  readonly rows?: readonly SimulationRow[];
}

export interface SimulationRow {
  readonly name: string;
  readonly noise: { readonly sigmaPercent: number };
  readonly effectPercent: number;
  readonly red: Share;
  readonly power?: Share | null;
  readonly unknown: Share;
  readonly goals: readonly { readonly quantity: string; readonly state: 'met' | 'missed' | 'open' }[];
  readonly others: readonly { readonly name: string; readonly red?: Share | null; readonly power?: Share | null }[];
}

/** Pull requests that were drawn from real rounds and judged by the real gate. */
export interface Replay {
  readonly startedAt: string;
  readonly pullRequests: number;
  readonly cells: number;
  readonly rows: readonly ReplayRow[];
}

export interface ReplayRow {
  /** What one cell of each pull request had more of; null for nothing. */
  readonly injection: { readonly name: string } | null;
  readonly red: Share;
  readonly incomplete: Share;
  readonly found?: Share | null;
  readonly calledSame?: Share | null;
  readonly roundsPerCell: number;
}

/** A real gate run whose truth is known. */
export interface Trial {
  readonly id: string;
  readonly kind: 'aa' | 'inject';
  readonly injection?: { readonly name: string; readonly percent?: number | null } | null;
  readonly startedAt: string;
  readonly machine: { readonly cpuModel: string };
  readonly outcome: 'pass' | 'regressed' | 'undecided' | 'incomplete';
  /** What the rules of others said of the same samples. */
  readonly others?: readonly { readonly rule: string; readonly judged: number; readonly failed: number }[];
}

/** How often a known slow-down was found by real gate runs. */
export interface PowerPoint {
  readonly name: string;
  readonly percent: number;
  readonly runs: number;
  readonly found: number;
  readonly low: number;
  readonly high: number;
}

/** Real injected slow-downs, by what was injected. */
export function powerOf(trials: readonly Trial[]): PowerPoint[] {
  const injected = trials.filter(trial => trial.kind === 'inject' && trial.injection);
  const names = [...new Set(injected.map(trial => trial.injection?.name ?? ''))];
  return names.map(name => {
    const group = injected.filter(trial => trial.injection?.name === name);
    const found = group.filter(trial => trial.outcome === 'regressed').length;
    const [low, high] = wilson(found, group.length);
    return { name, percent: group[0]?.injection?.percent ?? 0, runs: group.length, found, low, high };
  });
}

/** Gate runs that a rule calls worse. */
export interface Red {
  readonly red: number;
  /** Of the gate those that ended undecided or incomplete, which fails a pull request, too; the rules of others always answer. */
  readonly unanswered: number;
  readonly runs: number;
  readonly low: number;
  readonly high: number;
}

/** What a rule says of the same samples as the others. */
export interface RuleRow {
  /** Its name; null for the gate itself. */
  readonly rule: string | null;
  /** By what was injected, in the order of the table; null where the rule had no data. */
  readonly red: readonly (Red | null)[];
}

/** The gate and the rules of others: false alarms first, where nothing was injected (null), then the share of each injected slow-down that a rule finds. */
export function rulesOf(trials: readonly Trial[]): { injected: readonly (string | null)[]; rows: readonly RuleRow[] } {
  const injectedOf = (trial: Trial) => (trial.kind === 'aa' ? null : (trial.injection?.name ?? 'unknown'));
  const injected = [...new Set(trials.map(injectedOf))].sort((a, b) => Number(a !== null) - Number(b !== null));
  const rules = [...new Set(trials.flatMap(trial => (trial.others ?? []).map(other => other.rule)))];
  const rowOf = (rule: string | null, answersOf: (trial: Trial) => (boolean | null)[]): RuleRow => ({
    rule,
    red: injected.map(kind => redOf(trials.filter(trial => injectedOf(trial) === kind).flatMap(answersOf))),
  });
  const judged = (trial: Trial, rule: string) => (trial.others ?? []).filter(other => other.rule === rule && other.judged > 0);
  return {
    injected,
    rows: [
      rowOf(null, trial => [isRed(trial)]),
      ...rules.map(rule => rowOf(rule, trial => judged(trial, rule).map(other => other.failed > 0))),
    ],
  };
}

/** Whether the gate calls a run worse; null where it has no answer. */
const isRed = ({ outcome }: Trial) => (outcome === 'regressed' ? true : outcome === 'pass' ? false : null);

function redOf(answers: readonly (boolean | null)[]): Red | null {
  if (answers.length === 0) return null;
  const red = answers.filter(answer => answer === true).length;
  const [low, high] = wilson(red, answers.length);
  return { red, unanswered: answers.filter(answer => answer === null).length, runs: answers.length, low, high };
}

/** Wilson's 95 % interval of a share, from 0 to 1: E. Wilson (1927), J. Am. Stat. Assoc. 22. */
export function wilson(successes: number, trials: number): [low: number, high: number] {
  const z = 1.959963984540054;
  const share = successes / trials;
  const centre = share + (z * z) / (2 * trials);
  const half = z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials));
  const scale = 1 + (z * z) / trials;
  return [Math.max(0, (centre - half) / scale), Math.min(1, (centre + half) / scale)];
}
