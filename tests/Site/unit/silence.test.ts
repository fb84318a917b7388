import { describe, expect, it } from 'vitest';
import { daysOfSilence } from '../../../reports/site/src/views/silence.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);

const momentOf = (days: number) => start + Math.round(days * day);

/** Runs that began so many days after the first. */
const runsAt = (days: readonly number[], idOf = (i: number) => `run-${i}`) =>
  days.map((at, i) => ({ id: idOf(i), startedAt: new Date(momentOf(at)).toISOString() }));

/** What is said so many days after the last of them. */
const after = (silence: number, days: readonly number[], idOf?: (i: number) => string) =>
  daysOfSilence(runsAt(days, idOf), momentOf(days.at(-1) ?? 0) + silence * day);

/** Twenty runs, so many days apart. */
const every = (days: number) => Array.from({ length: 20 }, (_, i) => days * i);

describe('silence is news', () => {
  it('after a week where runs are a day apart, or where there is only one', () => {
    expect([7, 8, 33].map(silence => after(silence, every(1)))).toEqual([null, 8, 33]);
    expect([7, 8].map(silence => after(silence, [0]))).toEqual([null, 8]);
    expect(daysOfSilence([], start)).toBeNull();
  });

  it('after three times what is usual where runs are further apart', () => {
    expect([21, 22].map(silence => after(silence, every(7)))).toEqual([null, 22]);
    expect([90, 91].map(silence => after(silence, every(30)))).toEqual([null, 91]);
  });

  it('later where nobody works on weekends, and no later after a time without any runs', () => {
    const workdays = every(1).map(i => 7 * Math.floor(i / 5) + (i % 5));
    expect([9, 10].map(silence => after(silence, workdays))).toEqual([null, 10]);
    const pause = every(1).map(i => (i < 10 ? i : i + 60));
    expect([7, 8].map(silence => after(silence, pause))).toEqual([null, 8]);
  });

  it('by workflow runs, not by their documents', () => {
    const days = Array.from({ length: 240 }, (_, i) => 7 * Math.floor(i / 12) + (i % 12) / 1000);
    const [one, each] = [(i: number) => `2026-gh${Math.floor(i / 12)}-1-${i}`, (i: number) => `run-${i}`];
    expect([after(20, days, one), after(20, days, each)]).toEqual([null, 20]);
  });

  it('since the run that began last, in whatever order they were published', () =>
    expect(daysOfSilence(runsAt([50, 0, 1, 2]), momentOf(51))).toBeNull());
});
