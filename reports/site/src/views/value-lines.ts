import { median } from '../statistics/estimate.ts';
import type { Summary } from './summary.ts';
import { machinesAlike, type TrendData, type TrendSeries } from './trend-model.ts';

/** What a picture draws of a series, by run: percents, or values. */
export type Line = TrendSeries['value'];

const isKnown = (value: number | null) => value !== null;

/** Finds the values of a series that has no ratio; null of one that has some. Those of other machines than its newest share no line with it. */
export function valuesIn({ runs }: Pick<TrendData, 'runs'>, { machines }: Pick<Summary['catalogue'], 'machines'>) {
  // Most histories have ratios, and never ask.
  let known: readonly number[] | null = null;
  const machineOfRuns = () => {
    const alike = machinesAlike(machines);
    return runs.map(({ machine }) => alike[machine] ?? machine);
  };
  return ({ value, percent }: Pick<TrendSeries, 'value' | 'percent'>): Line | null => {
    const last = value.findLastIndex(isKnown);
    if (last < 0 || percent.some(isKnown)) return null;
    known ??= machineOfRuns();
    const machineAt = known;
    return value.map((each, i) => (machineAt[i] === machineAt[last] ? each : null));
  };
}

/** Values in percent against their median, as ratios are against the reference. What is not 0 where the median is counts as twice as much. */
export function againstMedian(values: Line): Line {
  const middle = median(values.filter(isKnown));
  return values.map(value => {
    if (value === null) return null;
    return middle === 0 ? 100 * Math.sign(value) : 100 * (value / middle - 1);
  });
}
