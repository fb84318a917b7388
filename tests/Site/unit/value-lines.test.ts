import { describe, expect, it } from 'vitest';
import type { Summary } from '../../../reports/site/src/views/summary.ts';
import type { TrendData } from '../../../reports/site/src/views/trend-model.ts';
import { againstMedian, valuesIn } from '../../../reports/site/src/views/value-lines.ts';

type Values = (number | null)[];

describe('the values that the line of a series shows', () => {
  /** Of runs on three machines, of which the first and the last are alike. */
  function valuesOf(value: Values, percent: Values = value.map(() => null), machineOfRuns = value.map(() => 0)) {
    const runs = machineOfRuns.map(machine => ({ machine })) as unknown as TrendData['runs'];
    const machines = ['a', 'b', 'a'].map(fingerprint => ({ fingerprint })) as unknown as Summary['catalogue']['machines'];
    return valuesIn({ runs }, { machines })({ value, percent });
  }

  it('are there where no run has a ratio, and some run a value', () => {
    expect(valuesOf([100, null, 300])).toEqual([100, null, 300]);
    expect(valuesOf([100, null, 300], [null, null, 2])).toBeNull();
    expect(valuesOf([null, null])).toBeNull();
  });

  it('are those of the machine of the newest value alone', () =>
    expect(valuesOf([100, 200, 300, 400, null], undefined, [0, 1, 2, 0, 1])).toEqual([100, null, 300, 400, null]));

  it('are drawn in percent against their median', () => expect(againstMedian([100, null, 300, 200])).toEqual([-50, null, 50, 0]));

  it('are drawn also where most are 0, as those of allocations', () => expect(againstMedian([0, 7, 0, 0])).toEqual([0, 100, 0, 0]));
});
