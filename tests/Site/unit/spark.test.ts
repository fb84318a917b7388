import { expect, it } from 'vitest';
import { bandPath, hasBand, linePath } from '../../../reports/site/src/charts/spark-path.ts';
import { aloneIn, cutsOfBand, gapsBetween, stretchesOf } from '../../../reports/site/src/charts/stretches.ts';

const same = (value: number) => value;

type Column = readonly (number | null)[];

/** Where there is no value. */
const lacks = (values: Column) => values.map(value => value === null);

const line = (values: Column, from = 0, to = values.length, cuts = lacks(values)) => linePath({ values, cuts }, from, to, same);

const lined = (low: Column, high: Column, values = low, cuts = lacks(values)) => ({ values, low, high, cuts });

it('breaks a small line at cuts, draws a part of it from its first run on, and a run alone as a dot', () => {
  expect(line([5, 6, null, 7, 8])).toBe('M0 5L1 6M3 7L4 8');
  expect(line([5, 6, null, 7, 8], 1, 4)).toBe('M1 6h0M3 7h0');
  expect(line([null, null])).toBe('');
  expect(line([5, 6, 7, 8], 0, 4, [false, false, true, false])).toBe('M0 5L1 6M2 7L3 8');
});

it('passes runs that did not measure a cell and need not have: one of two documents of a push', () => {
  const none = [false, false, false, false, false, false];
  const values = [5, null, 6, null, 7, null];
  expect(line(values, 0, 6, none)).toBe('M0 5L2 6L4 7');
  expect(line(values, 1, 6, none)).toBe('M2 6L4 7');
  expect(bandPath(lined(values, values, values, none), same)).toBe('M0 5L2 6L4 7L4 7L2 6L0 5Z');
  expect(line(values, 0, 6, [false, true, false, false, false, false])).toBe('M0 5h0M2 6L4 7');
});

it('closes a band around each stretch of runs with intervals, and draws none around a single one', () => {
  expect(bandPath(lined([1, 2, null, 3], [4, 5, null, 6]), same)).toBe('M0 4L1 5L1 2L0 1Z');
  expect(bandPath(lined([null], [null]), same)).toBe('');
  // Nor across a run that has a value without an interval.
  expect(bandPath(lined([1, null, 3], [4, null, 6], [2, 2, 2]), same)).toBe('');
});

it('has a band where one is drawn', () => {
  const all: (number | null)[][] = [[], [1], [1, 2], [1, null, 3], [null, 1, 3]];
  for (const ends of all) expect(hasBand(lined(ends, ends)), JSON.stringify(ends)).toBe(bandPath(lined(ends, ends), same) !== '');
  expect(hasBand(lined([1, 3], [2, null]))).toBe(false);
});

it('leaves no value of a chart unseen: each is on a line or a dot, however many there are', () => {
  const values = Array.from({ length: 300 }, (_, i) => (i % 2 === 0 ? i : null));
  // A chart that says nothing of cuts ends its lines at every lack.
  const alone = stretchesOf(values);
  expect([alone.length, aloneIn(alone).length]).toEqual([150, 150]);
  const passed = stretchesOf(values, lacks(values).fill(false));
  expect([passed.length, passed[0]?.length, aloneIn(passed)]).toEqual([1, 150, []]);
  expect(aloneIn(stretchesOf([1, 2, null, 3, undefined, 4, 5]))).toEqual([3]);
});

it('has no line between stretches of a chart, and no band past a value without an interval', () => {
  const cuts = [false, false, true, false, true];
  expect(gapsBetween(stretchesOf([1, null, null, 2, 3], cuts))).toEqual([
    [0, 3],
    [3, 4],
  ]);
  expect(gapsBetween(stretchesOf([1, 2], [true, false]))).toEqual([]);
  expect(cutsOfBand(cuts, [1, 2, null, 4, null], [1, null, null, 4, null])).toEqual([false, true, true, false, true]);
});
