import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changeOf } from '../../../reports/site/src/statistics/change.ts';
import { estimate, median } from '../../../reports/site/src/statistics/estimate.ts';
import { twoSidedP } from '../../../reports/site/src/statistics/signed-rank-test.ts';
import { metric } from './samples.ts';

interface Case {
  readonly logRatios: number[];
  readonly location: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly twoSidedP: number;
}

/** Written by the C# statistics: tests/PerfMatrix.Tests/Statistics/SiteFiguresTests.cs. */
const file = new URL('../../PerfMatrix.Tests/Statistics/SiteFiguresTests.estimates.approved.txt', import.meta.url);
const cases = JSON.parse(readFileSync(file, 'utf8')) as Case[];

describe('the estimate in the browser', () => {
  it.each(cases.map(each => [each.logRatios.length, each] as const))('equals the one of the command line for %i pairs', (_, each) => {
    const result = estimate(each.logRatios);
    expect(result?.location).toBe(each.location);
    expect(result?.interval ?? null).toEqual(each.low === null ? null : { low: each.low, high: each.high });
    expect(twoSidedP(each.logRatios)).toBeCloseTo(each.twoSidedP, 12);
  });

  it('has no interval below six pairs', () => expect(estimate([0.01, 0.02, 0.03, 0.04, 0.05])?.interval).toBeNull());

  it('is null without pairs', () => expect(estimate([])).toBeNull());

  it('takes the middle of an even number of values', () => expect(median([4, 1, 3, 2])).toBe(2.5));
});

describe('a change', () => {
  const small = [0.001, -0.001, 0.002, -0.002, 0.0015, -0.0015, 0.0005];
  const bound = { percent: 5, thresholdPercent: 2.5, confidence: 0.9 };
  const times = (factor: number) => small.map(value => value * factor);

  it('is worse when a metric falls of which higher is better', () => {
    expect(changeOf([-0.05, -0.051, -0.052, -0.049, -0.05, -0.048], metric('throughput'))?.verdict).toBe('worse');
    expect(changeOf([-0.05, -0.051, -0.052, -0.049, -0.05, -0.048], metric('peakRss'))?.verdict).toBe('better');
  });

  it('is the same only when the whole interval lies within the bound of the gate', () => {
    expect(changeOf(small, metric('throughput'), bound)?.verdict).toBe('same');
    expect(changeOf(times(40), metric('throughput'), bound)?.verdict).toBe('unknown');
    // The 90 % interval ends beyond 2.5 % and below 5 %.
    expect(changeOf(times(20), metric('throughput'), bound)?.verdict).toBe('same');
    expect(changeOf(times(20), metric('throughput'), { ...bound, percent: 2.5 })?.verdict).toBe('unknown');
  });

  it('is not the same when the estimate itself reaches the threshold, or the page does not know the bound', () => {
    // Its 90 % interval is [2.1 %, 4.7 %], within the bound; that of 95 % holds no change.
    const shifted = [0.045, 0.046, 0.044, 0.047, 0.043, -0.001, -0.002];
    expect(changeOf(shifted, metric('throughput'), bound)?.verdict).toBe('unknown');
    expect(changeOf(small, metric('throughput'))?.verdict).toBe('unknown');
  });

  it('is unknown with too few rounds, however large', () =>
    expect(changeOf([0.5, 0.5, 0.5], metric('throughput'))?.verdict).toBe('unknown'));
});
