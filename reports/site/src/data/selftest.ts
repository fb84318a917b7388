/** The self-test document, reports/schema/selftest.v1.schema.json; only what is shown. */
export interface SelftestDocument {
  readonly schemaVersion: number;
  readonly simulation?: Simulation | null;
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
  readonly designs: readonly { readonly name: string; readonly rows: readonly SimulationRow[] }[];
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

/** A real gate run whose truth is known. */
export interface Trial {
  readonly id: string;
  readonly kind: 'aa' | 'inject';
  readonly injection?: { readonly name: string; readonly percent?: number | null } | null;
  readonly startedAt: string;
  readonly machine: { readonly cpuModel: string };
  readonly outcome: 'pass' | 'regressed' | 'incomplete';
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

/** Wilson's 95 % interval of a share, from 0 to 1: E. Wilson (1927), J. Am. Stat. Assoc. 22. */
export function wilson(successes: number, trials: number): [low: number, high: number] {
  const z = 1.959963984540054;
  const share = successes / trials;
  const centre = share + (z * z) / (2 * trials);
  const half = z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials));
  const scale = 1 + (z * z) / trials;
  return [Math.max(0, (centre - half) / scale), Math.min(1, (centre + half) / scale)];
}
