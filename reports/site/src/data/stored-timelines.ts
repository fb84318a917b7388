import { checkSchema, FileProblem, type RunDocument } from './run-document.ts';
import type { Collection, Generations, Recorded, Timeline, TimelinePoint } from './timeline.ts';

/** timelines/<yyyy>/<id>.json: thinned timelines of a run in columns; memory in KiB. */
interface StoredTimelines {
  readonly schemaVersion: number;
  readonly timelines: readonly StoredTimeline[];
}

interface StoredTimeline {
  readonly variant: number;
  readonly block: string;
  readonly round: number;
  readonly interrupted: string | null;
  readonly recorded: Recorded & { readonly dropped: number };
  readonly points: { readonly atMs: readonly number[]; readonly rssKib: readonly number[] } & Readonly<Record<GenerationColumn, Column>>;
  readonly collections: {
    readonly atMs: readonly number[];
    readonly number: readonly number[];
    readonly generation: readonly number[];
    readonly kind: string;
    readonly heaps: readonly number[];
    readonly pauseUs: readonly number[];
    readonly budgetKib: readonly number[];
  };
}

type GenerationColumn = 'gen0Kib' | 'gen1Kib' | 'gen2Kib' | 'lohKib' | 'pohKib' | 'committedKib';
type Column = readonly (number | null)[];

/** The path of the timelines of a run. */
export const timelinesPath = (run: string) => `timelines/${run.slice(0, 4)}/${run}.json`;

/** The timelines of a run, as those of its report but for what thinning took out. */
export function expandTimelines(value: unknown, run: RunDocument, file: string): Timeline[] {
  const stored = value as StoredTimelines | null;
  checkSchema(stored?.schemaVersion, file);
  if (!Array.isArray(stored?.timelines) || !stored.timelines.every(isWhole))
    throw new FileProblem(file, '"timelines" is missing, or columns of one differ in length: the file is damaged.');
  return stored.timelines.flatMap(timeline => {
    const variant = run.variants[timeline.variant]?.id;
    return variant === undefined ? [] : [expand(timeline, variant, stored.schemaVersion)];
  });
}

function expand(timeline: StoredTimeline, variant: string, schemaVersion: number): Timeline {
  const { block, round, interrupted, recorded } = timeline;
  return {
    schemaVersion,
    variant,
    block,
    round,
    interrupted,
    dropped: recorded.dropped,
    recorded,
    points: timeline.points.atMs.map((_, i) => pointAt(timeline.points, i)),
    collections: timeline.collections.atMs.map((_, i) => collectionAt(timeline.collections, i)),
  };
}

const bytes = (kib: number | null | undefined) => 1024 * (kib ?? 0);

function pointAt(points: StoredTimeline['points'], i: number): TimelinePoint {
  const gc: Generations = {
    gen0Bytes: bytes(points.gen0Kib[i]),
    gen1Bytes: bytes(points.gen1Kib[i]),
    gen2Bytes: bytes(points.gen2Kib[i]),
    lohBytes: bytes(points.lohKib[i]),
    pohBytes: bytes(points.pohKib[i]),
    committedBytes: bytes(points.committedKib[i]),
  };
  return {
    atMs: points.atMs[i] as number,
    process: { rssBytes: bytes(points.rssKib[i]) },
    gc: points.committedKib[i] === null ? null : gc,
  };
}

function collectionAt(columns: StoredTimeline['collections'], i: number): Collection {
  return {
    atMs: columns.atMs[i] as number,
    gc: {
      number: columns.number[i] as number,
      generation: columns.generation[i] as number,
      isBackground: columns.kind[i] === 'b',
      pauseMilliseconds: (columns.pauseUs[i] as number) / 1000,
      heaps: columns.heaps[i] as number,
      budgetBytes: bytes(columns.budgetKib[i]),
    },
  };
}

/** Whether every column of a timeline is there and as long as the others. */
function isWhole(timeline: StoredTimeline | null): boolean {
  const { points, collections, recorded } = (timeline ?? {}) as Partial<StoredTimeline>;
  const parts: [object | undefined, string[]][] = [
    [points, ['atMs', 'rssKib', 'gen0Kib', 'gen1Kib', 'gen2Kib', 'lohKib', 'pohKib', 'committedKib']],
    [collections, ['atMs', 'number', 'generation', 'kind', 'heaps', 'pauseUs', 'budgetKib']],
  ];
  const length = (part: object | undefined, name: string) =>
    (part as Record<string, { length?: number } | undefined> | undefined)?.[name]?.length;
  return (
    typeof recorded === 'object' &&
    recorded !== null &&
    parts.every(([part, names]) => length(part, 'atMs') !== undefined && names.every(name => length(part, name) === length(part, 'atMs')))
  );
}
