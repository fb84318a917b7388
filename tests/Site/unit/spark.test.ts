import { expect, it } from 'vitest';
import { bandPath, hasBand, linePath } from '../../../reports/site/src/charts/spark-path.ts';

const same = (value: number) => value;

it('breaks a small line where nothing was measured, draws a part of it from its first run on, and a run alone as a dot', () => {
  expect(linePath([5, 6, null, 7, 8], 0, 5, same)).toBe('M0 5L1 6M3 7L4 8');
  expect(linePath([5, 6, null, 7, 8], 1, 4, same)).toBe('M1 6h0M3 7h0');
  expect(linePath([null, null], 0, 2, same)).toBe('');
});

it('closes a band around each stretch of runs with intervals, and draws none around a single one', () => {
  expect(bandPath([1, 2, null, 3], [4, 5, null, 6], same)).toBe('M0 4L1 5L1 2L0 1Z');
  expect(bandPath([null], [null], same)).toBe('');
});

it('has a band where one is drawn', () => {
  const all: (number | null)[][] = [[], [1], [1, 2], [1, null, 3], [null, 1, 3]];
  for (const ends of all) expect(hasBand(ends, ends), JSON.stringify(ends)).toBe(bandPath(ends, ends, same) !== '');
  expect(hasBand([1, 3], [2, null])).toBe(false);
});
