import type {
  ChangeGroup,
  ChangeMember,
  HistoryCell,
  HistoryIndex,
  Latest,
  RunEntry,
} from '../../../reports/site/src/data/history-files.ts';
import type { Asked } from '../../../reports/site/src/views/answer.ts';
import { metrics } from './samples.ts';

const indexOf = (runs: number) => ({ schemaVersion: 1, runs, chunk: 250, chunks: 1 }) as unknown as HistoryIndex;

/** Runs in order, one a day, each with the reference given for it. */
const runsOf = (references: readonly (number | null | undefined)[]) =>
  references.map((reference, sequence) => ({
    sequence,
    id: `run-${sequence}`,
    reference,
    startedAt: new Date(Date.UTC(2026, 0, 1 + sequence)).toISOString(),
  })) as unknown as readonly RunEntry[];

export const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);

export const cells = ['net8.0', 'net10.0'].flatMap(runtime =>
  ['hello', 'values', 'post'].map(scenario => ({ id: `${scenario}/${runtime}/server/2c`, scenario, runtime, gc: 'server', cores: 2 })),
) as unknown as readonly HistoryCell[];

/** What is asked of runs with these references, the day after the newest. */
export const askedOf = (references: readonly (number | null | undefined)[], more: Partial<Asked> = {}): Asked => ({
  index: indexOf(references.length),
  catalogue: { cells, metrics },
  changes: [],
  events: [],
  newest: runsOf(references),
  latest: latestOf(times(cells.length, 100)),
  unread: [],
  now: Date.UTC(2026, 0, 1 + references.length),
  ...more,
});

/** The newest points of the cells: their noise, and the ratio where that is not known. */
export const latestOf = (noise: readonly (number | null)[], ratio: readonly (number | null)[] = noise) =>
  ({ metrics: { throughput: { ratio, noise } } }) as unknown as Latest;

export const member = (cell: number, effectPercent = -5.2, metric = 'throughput'): ChangeMember => ({
  cell,
  metric,
  sequence: 0,
  verdict: effectPercent < 0 === (metric === 'throughput') ? 'worse' : 'better',
  effectPercent,
  noiseUnits: 6.3,
});

export const change = (sequence: number, members: readonly ChangeMember[] = [member(0)], shaAfter: string | null = '0123456789abcdef') =>
  ({
    sequence,
    run: `run-${sequence}`,
    shaAfter,
    cause: 'commit',
    verdict: members.every(each => each.verdict === 'better') ? 'better' : 'worse',
    startedAt: '2026-11-20T03:17:00Z',
    members: members.map(each => ({ ...each, sequence })),
  }) as unknown as ChangeGroup;
