import { count, number } from '../text/format.ts';

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
  /** What there was before thinning; absent when nothing was taken out. */
  readonly recorded?: Recorded;
}

/** Counts and sums of all collections since the load began. */
export interface Recorded {
  readonly points: number;
  readonly collections: number;
  readonly pauseMs: number;
  /** 0 when no collection told. */
  readonly leastHeaps: number;
  readonly mostHeaps: number;
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

/** What was recorded since the load began: as stored where the timeline was thinned, else counted. */
export function recordedOf(timeline: Timeline): Recorded {
  if (timeline.recorded !== undefined) return timeline.recorded;
  const collections = timeline.collections.filter(collection => collection.atMs >= 0).map(collection => collection.gc);
  const heaps = collections.map(gc => gc.heaps).filter(count => count > 0);
  return {
    points: timeline.points.length,
    collections: collections.length,
    pauseMs: collections.reduce((sum, gc) => sum + gc.pauseMilliseconds, 0),
    leastHeaps: heaps.length === 0 ? 0 : Math.min(...heaps),
    mostHeaps: Math.max(0, ...heaps),
  };
}

/** The answer to the articles' question: how many heaps were in use, and how long the application stood still. */
export function heapsInWords(timeline: Timeline): string {
  const { collections, pauseMs, leastHeaps, mostHeaps } = recordedOf(timeline);
  if (collections === 0) return 'no collection';
  const heaps =
    mostHeaps === 0
      ? ''
      : `${leastHeaps === mostHeaps ? `always ${mostHeaps}` : `${leastHeaps} to ${mostHeaps}`} ${mostHeaps === 1 ? 'heap' : 'heaps'}, `;
  return `${count(collections, 'collection')}, ${heaps}${number(pauseMs, 1)} ms of pauses`;
}
