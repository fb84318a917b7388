import { ratioUnit } from './history-files.ts';
import { type Metric, worseSign } from './metric.ts';
import {
  type Block,
  type Cell,
  checkSchema,
  FileProblem,
  type KeptRatio,
  type Pair,
  type Program,
  type ProgramFact,
  type Proof,
  type RunDocument,
  type Sample,
  type Settings,
  type Status,
  type Variant,
} from './run-document.ts';

type Rounds = Readonly<Record<string, readonly (readonly (number | null)[] | null)[]>>;

/** runs/<yyyy>/<id>.json: what a run document has, in columns. */
interface CompactRun extends Omit<RunDocument, 'variants' | 'blocks' | 'samples' | 'pairs' | 'settings' | 'timelines' | 'programs'> {
  readonly table: string;
  readonly artifacts: readonly string[];
  readonly runtimeVersions: readonly string[];
  readonly shas: readonly string[];
  /** Indexes of programs of the table, one an artifact. */
  readonly programs?: readonly (number | null)[] | null;
  readonly variants: {
    readonly cell: readonly number[];
    readonly side: string;
    readonly status: string;
    readonly reason: Readonly<Record<string, string>> | null;
    readonly sha: readonly (number | null)[];
    readonly runtimeVersion: readonly (number | null)[];
    readonly artifact: readonly (number | null)[];
    readonly proof: readonly (number | null)[];
  };
  readonly blocks: readonly CompactBlock[];
  readonly summary: Readonly<Record<string, CompactPoints>>;
  readonly rounds: Rounds | null;
  readonly pairs: readonly CompactPairs[] | null;
  /** Indexes of the variants that have a timeline. */
  readonly timelines?: readonly number[] | null;
}

/** Points of a metric by variant; a column without any is empty. */
type CompactPoints = Readonly<Record<'value' | 'ratio' | 'low' | 'high', readonly (number | null)[]>>;

interface CompactPairs {
  readonly block: number;
  readonly a: number;
  readonly b: readonly number[];
  readonly ratio: readonly (readonly (number | null)[])[];
}

interface CompactBlock {
  readonly id: string;
  readonly variants: readonly number[];
  readonly start: readonly number[] | null;
  readonly path: readonly string[] | null;
  readonly sha256: readonly string[] | null;
}

/** tables/<hash>.json: what many runs share. */
interface RunTable {
  readonly schemaVersion: number;
  readonly metrics: readonly Metric[];
  readonly cells: readonly Omit<Cell, 'runtimeVersion'>[];
  readonly proofs: readonly Proof[];
  readonly settings: Settings;
  readonly facts?: readonly ProgramFact[] | null;
  /** The facts of one are indexes. */
  readonly programs?: readonly { readonly facts: readonly number[]; readonly incomplete: readonly string[] }[] | null;
}

const sides: Readonly<Record<string, string>> = { h: 'head', b: 'base', r: 'reference' };
/** The version of a stored run. */
const runSchema = 2;

const statuses: Readonly<Record<string, Status>> = {
  m: 'measured',
  f: 'failed',
  u: 'unavailable',
  n: 'notApplicable',
  i: 'identical',
  d: 'dropped',
};

/** The path of the table that a run needs. */
export function tableOf(value: unknown, file: string): string {
  const run = value as CompactRun | null;
  checkSchema(run?.schemaVersion, file, runSchema);
  if (!Array.isArray(run?.variants?.cell) || !Array.isArray(run.blocks) || !/^\w+$/.test(run.table ?? ''))
    throw new FileProblem(file, 'not a run of a history: "variants", "blocks" or "table" is missing. Run perfmatrix history verify.');
  if (!run.machine || !run.source || !run.tool || !Array.isArray(run.warnings) || typeof run.id !== 'string')
    throw new FileProblem(file, 'damaged: "id", "machine", "source", "tool" or "warnings" is missing. Run perfmatrix history verify.');
  return `tables/${run.table}.json`;
}

/** The metrics as they were when a run was measured: what is left when the catalogue of the history cannot be read. */
export function metricsOfTable(shared: unknown, file: string): readonly Metric[] {
  checkTable(shared, file);
  return shared.metrics;
}

function checkTable(shared: unknown, file: string): asserts shared is RunTable {
  const table = shared as RunTable | null;
  checkSchema(table?.schemaVersion, file);
  if (!Array.isArray(table?.cells) || !Array.isArray(table.metrics) || !Array.isArray(table.proofs))
    throw new FileProblem(file, 'damaged: "cells", "metrics" or "proofs" is missing. Run perfmatrix history verify.');
}

/** Makes a run document of a compact run and its table. After a prune it has no pairs, one sample a variant: the median, and the ratios to the reference. */
export function expandRun(value: unknown, shared: unknown, metrics: readonly Metric[]): RunDocument {
  const run = value as CompactRun;
  const table: unknown = shared;
  checkTable(table, `tables/${run.table}.json`);
  const variants = variantsOf(run, table);
  const samples = run.rounds === null ? summaries(run, variants) : samplesOf(run, run.rounds, variants);
  return {
    ...run,
    settings: table.settings ?? {},
    variants,
    programs: programsOf(run, table),
    blocks: blocksOf(run, variants),
    samples,
    pairs: pairsOf(run, variants, metrics),
    kept: run.rounds === null ? keptOf(run, variants) : null,
    timelines: (run.timelines ?? []).flatMap(index => (variants[index] === undefined ? [] : [{ variant: variants[index].id }])),
  };
}

function variantsOf(run: CompactRun, table: RunTable): Variant[] {
  const columns = run.variants;
  const used = new Map<string, number>();
  return columns.cell.map((index, i) => {
    const cell = table.cells[index] ?? { id: `cell ${index}`, scenario: '', runtime: '', gc: '', cores: 1 };
    const side = sides[columns.side[i] ?? ''] ?? 'head';
    const name = side === 'head' ? cell.id : `${cell.id}@${side}`;
    const again = (used.get(name) ?? 0) + 1;
    used.set(name, again);
    return {
      id: again === 1 ? name : `${name}~${again}`,
      cell: { ...cell, runtimeVersion: pick(run.runtimeVersions, columns.runtimeVersion?.[i]) },
      side,
      twin: again - 1,
      sha: pick(run.shas, columns.sha?.[i]),
      artifactHash: pick(run.artifacts, columns.artifact?.[i]),
      status: statuses[columns.status[i] ?? ''] ?? 'failed',
      reason: columns.reason?.[i] ?? null,
      proof: pick(table.proofs, columns.proof?.[i]),
    };
  });
}

function programsOf(run: CompactRun, table: RunTable): Program[] {
  return (run.programs ?? []).flatMap((index, i) => {
    const [program, artifactHash] = [pick(table.programs ?? [], index), run.artifacts[i]];
    if (program === null || artifactHash === undefined) return [];
    return [{ artifactHash, facts: program.facts.flatMap(fact => table.facts?.[fact] ?? []), incomplete: program.incomplete }];
  });
}

function blocksOf(run: CompactRun, variants: readonly Variant[]): Block[] {
  const begin = Date.parse(run.startedAt);
  return run.blocks.map(block => ({
    id: block.id,
    variants: block.variants.map(index => variants[index]?.id ?? `variant ${index}`),
    rounds: (block.start ?? []).map((seconds, i) => ({
      startedAt: new Date(begin + seconds * 1000).toISOString(),
      // Without paths they are as the tool names them.
      raw: {
        path: block.path?.[i] ?? `raw/${block.id}-${i + 1}.json`,
        // One table of one view shows it.
        get sha256() {
          return hexadecimal(block.sha256?.[i] ?? '');
        },
      },
    })),
  }));
}

function samplesOf(run: CompactRun, rounds: Rounds, variants: readonly Variant[]): Sample[] {
  const samples: Sample[] = [];
  const taken = new Map<number, number>();
  const columns = Object.entries(rounds).map(([name, values]) => ({ name, values, medians: run.summary?.[name]?.value ?? [] }));
  for (const block of run.blocks) {
    for (const index of block.variants) {
      const start = taken.get(index) ?? 0;
      const count = block.start?.length ?? 0;
      taken.set(index, start + count);
      for (let round = 0; round < count; round++) {
        const metrics = metricsAt(columns, index, start + round);
        const variant = variants[index];
        if (variant !== undefined && Object.keys(metrics).length > 0)
          samples.push({ variant: variant.id, round: round + 1, metrics, block: block.id });
      }
    }
  }
  return samples;
}

/** The rounds of a metric by variant, and the median of each variant. */
interface MetricRounds {
  readonly name: string;
  readonly values: Rounds[string];
  readonly medians: readonly (number | null)[];
}

function metricsAt(columns: readonly MetricRounds[], variant: number, round: number): Record<string, number> {
  const metrics: Record<string, number> = {};
  for (const { name, values, medians } of columns) {
    const stored = values[variant]?.[round];
    if (typeof stored === 'number') metrics[name] = roundValue(medians[variant] ?? 0, stored);
  }
  return metrics;
}

/** Dots are thousandths of the median above or below it; the values themselves where that is 0. */
const roundValue = (median: number, stored: number) => (median === 0 ? stored : Number((median * (1 + stored / 1000)).toPrecision(4)));

/** Hashes are base64url, 43 characters. */
function hexadecimal(hash: string): string {
  if (!/^[\w-]{43}$/.test(hash)) return hash;
  const bytes = atob(hash.replaceAll('-', '+').replaceAll('_', '/'));
  return Array.from(bytes, byte => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}

function summaries(run: CompactRun, variants: readonly Variant[]): Sample[] {
  return variants.flatMap((variant, i) => {
    const metrics: Record<string, number> = {};
    for (const [name, column] of Object.entries(run.summary ?? {})) {
      const value = column.value[i];
      if (typeof value === 'number') metrics[name] = value;
    }
    return Object.keys(metrics).length === 0 ? [] : [{ variant: variant.id, round: 1, metrics, block: 'rounds pruned' }];
  });
}

function keptOf(run: CompactRun, variants: readonly Variant[]): KeptRatio[] {
  return Object.entries(run.summary ?? {}).flatMap(([metric, { ratio, low, high }]) =>
    variants.flatMap((variant, i) => {
      const logRatio = logOf(ratio?.[i]);
      return logRatio === null ? [] : [{ variant: variant.id, metric, logRatio, low: logOf(low?.[i]), high: logOf(high?.[i]) }];
    }),
  );
}

const logOf = (stored: number | null | undefined) => (typeof stored === 'number' ? stored / ratioUnit : null);

function pairsOf(run: CompactRun, variants: readonly Variant[], metrics: readonly Metric[]): Pair[] {
  const throughput = metrics.find(metric => metric.name === 'throughput');
  const sign = throughput === undefined ? -1 : worseSign(throughput);
  const pairs: Pair[] = [];
  for (const { block, a, b, ratio } of run.pairs ?? []) {
    const from = variants[a];
    b.forEach((index, place) => {
      const to = variants[index];
      if (from === undefined || to === undefined) return;
      const known = { block: run.blocks[block]?.id ?? '', a: from.id, b: to.id, metric: 'throughput' };
      ratio[place]?.forEach((value, i) => {
        if (value !== null) pairs.push({ ...known, round: i + 1, logRatio: (sign * value) / ratioUnit });
      });
    });
  }
  return pairs;
}

const pick = <T>(table: readonly T[], index: number | null | undefined): T | null =>
  index === null || index === undefined ? null : (table?.[index] ?? null);
