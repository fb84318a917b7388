import { describe, expect, it } from 'vitest';
import { type CellExplanation, hasLowerBounds, samplesText } from '../../../reports/site/src/data/why.ts';
import { sampleWhy } from './samples.ts';

const cell = (change: Partial<CellExplanation>): CellExplanation => ({ ...(sampleWhy().cells[0] as CellExplanation), ...change });

describe('what the samples of traced rounds are of', () => {
  it.each([
    [2.1, '; a traced request of base took 2.1 % more CPU time than a measured one.'],
    [-12, '; a traced request of base took 12.0 % less CPU time than a measured one.'],
    [null, '.'],
  ])('is said with what a traced request takes: %s', (overheadPercent, expected) =>
    expect(samplesText(cell({ overheadPercent }))).toBe(`Samples cover 34 % of the CPU time${expected}`),
  );
});

it.each([
  ['eventPipe', 100, true],
  ['eventPipe', 100.1, false],
  ['perf', 34, false],
] as const)('times by %s of %d %% of the CPU time are lower bounds: %s', (profiler, sampledPercent, expected) =>
  expect(hasLowerBounds(cell({ profiler, sampledPercent }))).toBe(expected),
);
