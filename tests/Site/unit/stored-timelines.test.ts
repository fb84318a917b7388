import { describe, expect, it } from 'vitest';
import { FileProblem } from '../../../reports/site/src/data/run-document.ts';
import { expandTimelines, timelinesPath } from '../../../reports/site/src/data/stored-timelines.ts';
import { heapsInWords, memoryLines } from '../../../reports/site/src/data/timeline.ts';
import { sampleDocument } from './samples.ts';

const run = sampleDocument();

/** As StoredTimelines of the command line writes it. */
const stored = {
  schemaVersion: 1,
  run: run.id,
  timelines: [
    {
      variant: 1,
      block: 'b',
      round: 2,
      interrupted: null,
      recorded: { points: 900, collections: 700, dropped: 3, pauseMs: 41.25, leastHeaps: 1, mostHeaps: 4 },
      points: {
        atMs: [-100, 1000],
        rssKib: [1024, 4096],
        gen0Kib: [null, 1024],
        gen1Kib: [null, 512],
        gen2Kib: [null, 2048],
        lohKib: [null, 0],
        pohKib: [null, 0],
        committedKib: [null, 3072],
      },
      collections: { atMs: [500], number: [7], generation: [2], kind: 'b', heaps: [4], pauseUs: [1250], budgetKib: [256] },
    },
  ],
};

const spoiled = (change: (timeline: (typeof stored.timelines)[0]) => unknown) => ({ ...stored, timelines: stored.timelines.map(change) });

describe('timelines of a history', () => {
  it('are those of the report, in their units', () => {
    const [timeline] = expandTimelines(stored, run, 'x.json');
    expect(timeline).toMatchObject({ variant: run.variants[1]?.id, round: 2, dropped: 3 });
    expect(timeline?.collections).toEqual([
      { atMs: 500, gc: { number: 7, generation: 2, isBackground: true, pauseMilliseconds: 1.25, heaps: 4, budgetBytes: 262144 } },
    ]);
    expect(memoryLines.map(line => line.mebibytes(timeline?.points[1] as never))).toEqual([4, 1, 0.5, 2, 0, 0, 1]);
    expect(memoryLines.map(line => line.mebibytes(timeline?.points[0] as never))).toEqual([1, null, null, null, null, null, null]);
  });

  it('keep the counts and sums of what was recorded', () =>
    expect(heapsInWords(expandTimelines(stored, run, 'x.json')[0] as never)).toBe('700 collections, 1 to 4 heaps, 41.3 ms of pauses'));

  it('lie beside the run', () => expect(timelinesPath('20261121T075012345Z-7f3a')).toBe('timelines/2026/20261121T075012345Z-7f3a.json'));

  it.each([
    ['of a newer version', { ...stored, schemaVersion: 2 }, 'schemaVersion is 2'],
    ['without a list', { schemaVersion: 1 }, 'damaged'],
    ['with a column that is too short', spoiled(each => ({ ...each, points: { ...each.points, lohKib: [0] } })), 'damaged'],
    ['without collections', spoiled(({ collections, ...rest }) => rest), 'damaged'],
    ['with nothing for a timeline', { ...stored, timelines: [null] }, 'damaged'],
  ])('are refused %s', (_, value, expected) => {
    expect(() => expandTimelines(value, run, 'x.json')).toThrow(expected);
    expect(() => expandTimelines(value, run, 'x.json')).toThrow(FileProblem);
  });

  it('of a variant that the run does not have are left out', () =>
    expect(
      expandTimelines(
        spoiled(each => ({ ...each, variant: 99 })),
        run,
        'x.json',
      ),
    ).toEqual([]));
});
