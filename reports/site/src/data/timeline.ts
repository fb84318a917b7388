/** A timeline of memory and collections of one variant in one round: what the run's timeline files hold; only what is shown. Times count from the start of the load. */
export interface Timeline {
  readonly schemaVersion: number;
  readonly variant: string;
  readonly block: string;
  readonly round: number;
  readonly interrupted?: string | null;
  readonly points: readonly TimelinePoint[];
  readonly collections: readonly Collection[];
  readonly dropped: number;
}

export interface TimelinePoint {
  readonly atMs: number;
  readonly process: { readonly rssBytes: number };
  readonly gc?: Generations | null;
}

/** Sizes after the last collection. */
export interface Generations {
  readonly gen0Bytes: number;
  readonly gen1Bytes: number;
  readonly gen2Bytes: number;
  readonly lohBytes: number;
  readonly pohBytes: number;
  readonly committedBytes: number;
}

export interface Collection {
  readonly atMs: number;
  readonly gc: {
    readonly number: number;
    readonly generation: number;
    readonly isBackground: boolean;
    readonly pauseMilliseconds: number;
    readonly heaps: number;
    readonly budgetBytes: number;
  };
}

const mebibyte = 1024 * 1024;

/** A line of the memory chart: its name, and its value in MiB at a point. */
export interface MemoryLine {
  readonly label: string;
  readonly mebibytes: (point: TimelinePoint) => number | null;
}

const ofGc = (label: string, pick: (gc: Generations) => number): MemoryLine => ({
  label,
  mebibytes: ({ gc }) => (gc ? pick(gc) / mebibyte : null),
});

/** What memory is made of. Unmanaged is what is resident and not committed by the GC. */
export const memoryLines: readonly MemoryLine[] = [
  { label: 'resident (RSS)', mebibytes: point => point.process.rssBytes / mebibyte },
  ofGc('gen 0', gc => gc.gen0Bytes),
  ofGc('gen 1', gc => gc.gen1Bytes),
  ofGc('gen 2', gc => gc.gen2Bytes),
  ofGc('large objects', gc => gc.lohBytes),
  ofGc('pinned objects', gc => gc.pohBytes),
  {
    label: 'unmanaged',
    mebibytes: ({ gc, process }) => (gc && gc.committedBytes > 0 ? Math.max(0, process.rssBytes - gc.committedBytes) / mebibyte : null),
  },
];

/** The answer to the articles' question: how many heaps were in use, and how long the application stood still. */
export function heapsInWords(timeline: Timeline): string {
  const heaps = timeline.collections.map(collection => collection.gc.heaps);
  if (heaps.length === 0) return 'no collection';
  const [least, most] = [Math.min(...heaps), Math.max(...heaps)];
  const pause = timeline.collections.reduce((sum, collection) => sum + collection.gc.pauseMilliseconds, 0);
  const count = `${heaps.length} ${heaps.length === 1 ? 'collection' : 'collections'}`;
  return `${count}, ${least === most ? `always ${least}` : `${least} to ${most}`} ${most === 1 ? 'heap' : 'heaps'}, ${pause.toFixed(1)} ms of pauses`;
}
