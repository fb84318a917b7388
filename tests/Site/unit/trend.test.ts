import { describe, expect, it } from 'vitest';
import type { ChangeGroup, HistoryIndex, RunEntry } from '../../../reports/site/src/data/history-files.ts';
import { answer } from '../../../reports/site/src/views/trend-model.ts';

const indexOf = (runs: number) => ({ schemaVersion: 1, runs, chunk: 250, chunks: 1 }) as unknown as HistoryIndex;

/** Runs in order, each with the reference given for it. */
const runsOf = (references: readonly (number | null | undefined)[]) =>
  references.map((reference, sequence) => ({ sequence, reference })) as unknown as readonly RunEntry[];

const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);

const said = (references: readonly (number | null | undefined)[], changes: readonly ChangeGroup[] = []) =>
  answer(indexOf(references.length), changes, runsOf(references));

const change = (sequence: number) =>
  ({ sequence, verdict: 'worse', effectPercent: 5.2, startedAt: '2026-11-20T03:17:00Z', members: [{}] }) as unknown as ChangeGroup;

describe('the answer to "is it getting slower?"', () => {
  it('is not known where no run measured a reference, and says how to pin one', () => {
    for (const reference of [null, undefined]) {
      const { verdict, text } = said(times(30, reference));
      expect(verdict).toBe('unknown');
      expect(text).toContain('no reference was measured in the newest 30 runs');
      expect(text).toContain('crank/reference.yml');
    }
  });

  it('is not known when the newest runs lost their reference', () => {
    const { verdict, text } = said([...times(30, 0), ...times(8, null)]);
    expect([verdict, text.includes('the newest 8 runs measured no reference')]).toEqual(['unknown', true]);
  });

  it('is not known from fewer than eight runs with a reference', () => {
    expect(said([...times(30, null), 0]).text).toBe('only one run measured a reference yet, too few to tell a step from noise.');
    expect(said([...times(30, null), ...times(7, 0)]).verdict).toBe('unknown');
  });

  it('is not known when the list of runs is not there', () =>
    expect(answer(indexOf(30), [], [])).toEqual({ verdict: 'unknown', text: 'the list of runs could not be loaded.' }));

  it('is no where the newest runs have ratios without a step, also when one of them has none', () => {
    expect(said([...times(29, 0), null])).toEqual({ verdict: 'no', text: 'no step for the worse in the newest 30 runs.' });
    expect(said([...times(30, null), ...times(8, 1)]).verdict).toBe('no');
  });

  it('is yes where a step is marked, whatever was measured since', () =>
    expect(said([...times(30, 0), ...times(9, null)], [change(20)]).verdict).toBe('yes'));

  it('looks at the newest hundred runs only', () =>
    expect(said([...times(100, 0), ...times(100, null)]).text).toContain('no reference was measured in the newest 100 runs'));
});
