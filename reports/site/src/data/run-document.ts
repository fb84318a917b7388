import type { Origin } from './origin.ts';

/** The run document, reports/schema/run.v1.schema.json; only what the views use. */
export interface RunDocument {
  readonly schemaVersion: number;
  readonly id: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly complete: boolean;
  readonly tool: { readonly version: string; readonly commit: string | null };
  readonly source: {
    readonly repository: string | null;
    readonly sha: string | null;
    readonly ref: string | null;
    readonly dirty: boolean;
  };
  readonly machine: Machine;
  readonly settings: Settings;
  readonly variants: readonly Variant[];
  readonly blocks: readonly Block[];
  readonly samples: readonly Sample[];
  readonly pairs: readonly Pair[];
  /** What a history keeps of the pairs of a run whose single rounds were removed; absent while they are there. */
  readonly kept?: readonly KeptRatio[] | null;
  readonly warnings: readonly string[];
  /** Variants with timelines of memory and collections, which are files of their own; absent when none was recorded. */
  readonly timelines?: readonly { readonly variant: string }[] | null;
  /** What the programs were built with; absent in older runs. */
  readonly programs?: readonly Program[] | null;
  /** SHA-256 of run.json as it was measured; absent in run.json itself. */
  readonly documentSha256?: string | null;
  /** The tool that a run of a history was taken over from; null or absent for one of our own. */
  readonly imported?: string | null;
  /** What that tool kept of it besides values. */
  readonly origin?: Origin | null;
}

/** What a program was built with beside its sources. */
export interface Program {
  /** That of its variants. */
  readonly artifactHash: string;
  readonly facts: readonly ProgramFact[];
  /** Kinds of which not all is here: what is missing there is not known. */
  readonly incomplete: readonly string[];
}

export interface ProgramFact {
  readonly kind: string;
  readonly name: string;
  readonly value: string;
}

export interface Machine {
  readonly fingerprint: string;
  readonly cpuModel: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly os: string;
  readonly kernel: string;
  readonly driver: string;
  readonly runnerImage?: string | null;
}

export type Status = 'measured' | 'failed' | 'unavailable' | 'notApplicable' | 'identical' | 'dropped';

/** A cell, axis by axis. */
export interface Cell {
  readonly id: string;
  readonly scenario: string;
  readonly runtime: string;
  readonly runtimeVersion: string | null;
  readonly gc: string;
  readonly cores: number;
  /** Most memory of the application; absent without a limit. */
  readonly memoryBytes?: number | null;
  /** Most CPU time of the application, in thousandths of a core; absent without a limit. */
  readonly cpuMillicores?: number | null;
}

/** A cell as a history names it: runtimes without their patch. */
export type CellAxes = Omit<Cell, 'runtimeVersion'>;

export interface Variant {
  readonly id: string;
  readonly cell: Cell;
  readonly side: string;
  /** The number of an identical copy; 0 or absent for the first. */
  readonly twin?: number;
  readonly sha?: string | null;
  readonly artifactHash?: string | null;
  readonly status: Status;
  readonly reason?: string | null;
  readonly proof?: Proof | null;
}

export interface Proof {
  readonly frameworkDescription: string;
  readonly isServerGc: boolean;
  readonly latencyMode: string;
  readonly processorCount: number;
  readonly gcConfiguration: Readonly<Record<string, string>>;
  readonly gcLibraries: readonly string[];
  readonly totalAvailableMemoryBytes: number;
}

export interface Block {
  readonly id: string;
  readonly variants: readonly string[];
  readonly rounds: readonly { readonly startedAt: string; readonly raw: { readonly path: string; readonly sha256: string } }[];
}

/** How a run was measured; what differs by scenario or core count is in objects of its own. */
export interface Settings {
  readonly [name: string]: string | number | Settings;
}

export interface Sample {
  readonly variant: string;
  readonly round: number;
  readonly metrics: Readonly<Record<string, number>>;
  readonly block?: string | null;
}

export interface Pair {
  readonly block: string;
  readonly round: number;
  readonly a: string;
  readonly b: string;
  readonly metric: string;
  readonly logRatio: number;
}

/** A variant against the pinned reference of its block, over all rounds. */
export interface KeptRatio {
  readonly variant: string;
  readonly metric: string;
  /** ln(variant / reference) in the natural direction of the metric, as the ends of its 95 % interval: null below six rounds. */
  readonly logRatio: number;
  readonly low: number | null;
  readonly high: number | null;
}

/** The newest schema version this site reads. */
export const newestSchema = 1;

/** A file that cannot be shown: its name, and what to do. */
export class FileProblem extends Error {
  constructor(
    readonly file: string,
    message: string,
  ) {
    super(message);
  }
}

/** Checks what arrived before a view relies on it. */
export function checkRun(value: unknown, file: string): RunDocument {
  const run = value as Partial<RunDocument> | null;
  if (typeof run !== 'object' || run === null) throw new FileProblem(file, 'not a run document: found no object.');
  checkSchema(run.schemaVersion, file);
  for (const list of ['variants', 'blocks', 'samples', 'pairs', 'warnings'] as const) {
    if (!Array.isArray(run[list])) throw new FileProblem(file, `not a run document: "${list}" is missing or not a list.`);
  }
  for (const object of ['tool', 'source', 'machine', 'settings'] as const) {
    if (typeof run[object] !== 'object' || run[object] === null) throw new FileProblem(file, `not a run document: "${object}" is missing.`);
  }
  if (typeof run.id !== 'string') throw new FileProblem(file, 'not a run document: "id" is missing.');
  if (run.variants?.some(variant => typeof variant?.cell?.id !== 'string'))
    throw new FileProblem(file, 'not a run document: a variant has no cell.');
  return run as RunDocument;
}

/** Refuses documents of a version this site does not know. */
export function checkSchema(version: unknown, file: string, newest = newestSchema): void {
  if (typeof version !== 'number') throw new FileProblem(file, 'found no schemaVersion: not a file of perfmatrix, or a damaged one.');
  if (version > newest)
    throw new FileProblem(
      file,
      `its schemaVersion is ${version}, this site reads up to ${newest}. Build the site again with a newer perfmatrix.`,
    );
}
