import { describe, expect, it } from 'vitest';
import type { HistoryCell } from '../../../reports/site/src/data/history-files.ts';
import { answer } from '../../../reports/site/src/views/answer.ts';
import { askedOf, cells, change, member, times } from './asked.ts';

const runs = 150;

/** The answer where a run was the last that planned the cells of hello; runs have so many hours between them, and so many of them are known. */
function answerTo(last: number, { hours = 24, status = 'measured', changed = [] as readonly number[], sequence = 90, known = runs } = {}) {
  const asked = askedOf(times(runs, 0));
  const planned = cells.map(cell => ({
    ...cell,
    ...(cell.scenario === 'hello' ? { last, status } : { last: runs - 1, status: 'measured' }),
  })) as readonly HistoryCell[];
  const { more, ...rest } = answer({
    ...asked,
    catalogue: { ...asked.catalogue, cells: planned },
    now: Date.UTC(2026, 0, 1, hours * runs),
    newest: asked.newest.map((run, i) => ({ ...run, startedAt: new Date(Date.UTC(2026, 0, 1, hours * i)).toISOString() })).slice(-known),
    changes:
      changed.length === 0
        ? []
        : [
            change(
              sequence,
              changed.map(cell => member(cell)),
            ),
          ],
  });
  return { ...rest, more: more.map(remark => remark.text) };
}

describe('a cell that is no longer measured', () => {
  it('is one that none of the newest twenty runs planned, nor any within eight days', () => {
    const verdict = (last: number, hours: number) => answerTo(last, { hours, changed: [0] }).verdict;
    expect([verdict(130, 24), verdict(129, 24)]).toEqual(['yes', 'no']);
    expect([verdict(129, 9), verdict(129, 10)]).toEqual(['yes', 'no']);
  });

  it('is not one while the runs that are known do not reach back eight days, however long ago it was planned', () => {
    const verdict = (hours: number) => answerTo(20, { hours, changed: [0], known: 100 }).verdict;
    expect([verdict(1), verdict(2)]).toEqual(['yes', 'no']);
  });

  it('ends its change, which is counted as such', () => {
    const { verdict, step, more } = answerTo(100, { changed: [0] });
    expect([verdict, step]).toEqual(['no', null]);
    expect(more).toEqual(['In the newest 100 runs also: 1 change for the worse in what is no longer measured.']);
    // However old it is.
    expect(answerTo(100, { changed: [0], sequence: 20 })).toMatchObject({ verdict: 'no', more: [] });
    expect(answerTo(140, { changed: [0], sequence: 20 }).more).toEqual([expect.stringMatching(/^A change before them still stands: /)]);
  });

  it('leaves the change to the cells that are measured still', () => {
    expect(answerTo(100, { changed: [0, 1] }).text).toMatch(/ in values\/net8.0\/server\/2c since /);
    expect(answerTo(140, { changed: [0, 1] }).text).toMatch(/ in both cells of hello and values, net8.0 since /);
  });

  it('leaves nothing open that failed when it was last planned', () => {
    expect(answerTo(140, { status: 'failed' })).toMatchObject({ verdict: 'unknown', more: [expect.stringMatching(/^Failed last time/)] });
    expect(answerTo(100, { status: 'failed' })).toMatchObject({ verdict: 'no', more: [] });
  });
});
