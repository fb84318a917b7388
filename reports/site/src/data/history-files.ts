import type { Metric } from './metric.ts';
import type { CellAxes, Machine, Status } from './run-document.ts';

/** The files of a history, reports/schema/history.md; only what the views use. */
export interface HistoryIndex {
  readonly schemaVersion: number;
  readonly updatedAt: string;
  readonly runs: number;
  readonly chunk: number;
  readonly chunks: number;
  readonly newest: RunEntry | null;
  readonly repository: string | null;
  readonly verdict: VerdictItem | null;
  readonly selftest: SelfTestItem | null;
  readonly marks: number;
  /** Documents of traced rounds; without any there is no list of them. */
  readonly traced?: number;
  /** Whether its runs are made up: a demo. */
  readonly generated?: boolean;
  readonly problems?: readonly { readonly path: string; readonly problem: string }[];
}

/** One more than the newest sequence. A run that cannot be read keeps its place, and is none of the runs that are counted. */
export const endOf = ({ runs, newest }: Pick<HistoryIndex, 'runs' | 'newest'>) => Math.max(runs, (newest?.sequence ?? -1) + 1);

export interface HistoryCatalogue {
  readonly schemaVersion: number;
  readonly metrics: readonly (Metric & { readonly path: string })[];
  readonly scenarios: readonly { readonly name: string; readonly path: string }[];
  readonly cells: readonly HistoryCell[];
  readonly machines: readonly Machine[];
  /** The pinned references in order, and whether a run links each to the one before. */
  readonly references: readonly { readonly chained: boolean }[];
}

export interface HistoryCell extends CellAxes {
  readonly first: number;
  readonly last: number;
  readonly status: Status;
  readonly reason: string | null;
}

/** A line of the run list. */
export interface RunEntry {
  readonly sequence: number;
  readonly id: string;
  readonly path: string;
  readonly startedAt: string;
  readonly complete: boolean;
  readonly sha: string | null;
  readonly ref: string | null;
  readonly dirty: boolean;
  readonly machine: number;
  readonly measured: number;
  readonly failed: number;
  readonly unavailable: number;
  readonly notApplicable: number;
  readonly warnings: number;
  readonly rounds: number;
  /** Index of the pinned reference that was measured; null without one. */
  readonly reference?: number | null;
  readonly imported?: boolean;
}

export const hasReference = ({ reference }: RunEntry) => reference !== null && reference !== undefined;

export interface RunChunk {
  readonly schemaVersion: number;
  readonly chunk: number;
  readonly first: number;
  readonly runs: readonly RunEntry[];
}

type Column = readonly (number | null)[];

/** A shard: every cell of one scenario, one metric, one chunk. */
export interface Shard {
  readonly schemaVersion: number;
  readonly first: number;
  readonly count: number;
  readonly cells: readonly {
    readonly cell: number;
    readonly value: Column;
    readonly ratio: Column;
    readonly low: Column;
    readonly high: Column;
  }[];
}

/** The newest point of every series: arrays by cell index. */
export interface Latest {
  readonly schemaVersion: number;
  readonly metrics: Readonly<
    Record<
      string,
      {
        readonly sequence: Column;
        readonly value: Column;
        readonly ratio: Column;
        readonly low: Column;
        readonly high: Column;
        readonly noise: Column;
        /** Cells whose ratio is left out, since no run links their reference to the one before; not there without any, and in older histories. */
        readonly unlinked?: readonly number[];
      }
    >
  >;
}

export interface HistoryEvent {
  readonly sequence: number;
  readonly kind: string;
  readonly subject: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly chained?: boolean;
  /** The run and when it began; not there where an older program wrote the event. */
  readonly run?: string;
  readonly startedAt?: string;
}

/** What somebody found a change or a verdict to be (crank/labels.yml). */
export type Label = 'real' | 'noise' | 'wanted' | 'infrastructure';

export interface ChangeGroup {
  readonly id: string;
  readonly sequence: number;
  /** The run until which a drift went on; null of a step. */
  readonly until?: number | null;
  readonly run: string;
  readonly startedAt: string;
  readonly shaBefore: string | null;
  readonly shaAfter: string | null;
  readonly repository: string | null;
  readonly detected: number;
  readonly cause: string;
  /** Whether a run on either side of it had local changes. */
  readonly localChanges?: boolean;
  readonly events: readonly number[];
  readonly verdict: 'worse' | 'better' | 'mixed';
  readonly label?: Label;
  /** The last day on which people know of it (crank/acknowledged.yml), also one that is over. */
  readonly acknowledged?: string;
  readonly effectPercent: number;
  readonly members: readonly ChangeMember[];
}

export interface ChangeMember {
  readonly cell: number;
  readonly metric: string;
  /** First run after its newest step. */
  readonly sequence: number;
  readonly verdict: 'worse' | 'better';
  readonly effectPercent: number;
  readonly noiseUnits: number | null;
  /** The 95 % interval of the effect; nothing of a drift, and in older histories. */
  readonly lowPercent?: number | null;
  readonly highPercent?: number | null;
}

/** The key of a series. */
export const seriesOf = ({ cell, metric }: Pick<ChangeMember, 'cell' | 'metric'>) => `${cell} ${metric}`;

/** The first run with a change in a series, which may have joined it later: its own. Of a drift only the newest step is known, so that of the change. */
export const beginOf = ({ sequence }: ChangeGroup, member: ChangeMember) => (member.lowPercent == null ? sequence : member.sequence);

/** The run at which a change was news last: a drift goes on after it began. */
export const lastOf = ({ sequence, until }: ChangeGroup) => until ?? sequence;

export interface ListItem {
  readonly id: string;
  readonly path: string;
  readonly publishedAt: string;
  readonly sha: string | null;
  readonly ref: string | null;
}

export interface VerdictItem extends ListItem {
  readonly outcome: string;
  readonly worse: number;
  readonly better: number;
  readonly same: number;
  readonly unknown: number;
  readonly label?: Label;
}

export interface SelfTestItem extends ListItem {
  readonly aaRuns: number;
  readonly aaRed: number;
  readonly redRate: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** A/A runs that ended undecided or incomplete; null or absent where an older program wrote the item. */
  readonly aaUnanswered?: number | null;
  /** Whether its document has a replay. */
  readonly replayed?: boolean;
}

/** Ratios are stored in 1/10,000 of a natural log ratio. */
export const ratioUnit = 10_000;
