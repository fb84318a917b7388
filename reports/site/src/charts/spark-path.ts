import { type Cuts, cutsOfBand, stretchesOf } from './stretches.ts';

/** How far down a value stands, in units of the picture; across, a unit is a run. */
type Place = (value: number) => number;

/** What lines and bands are made of, by run. */
export interface Lined {
  readonly values: readonly (number | null)[];
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
  readonly cuts: Cuts;
}

/** From one index up to another; a line is broken at cuts, and a run alone is a dot. */
export function linePath({ values, cuts }: Pick<Lined, 'values' | 'cuts'>, from: number, to: number, y: Place): string {
  return stretchesOf(values, cuts, from, to)
    .map(stretch => `M${along(values, stretch, y)}${stretch.length === 1 ? 'h0' : ''}`)
    .join('');
}

/** From place to place of some values, without the first move. */
function along(values: Lined['values'], places: readonly number[], y: Place): string {
  let path = '';
  for (const i of places) path += `${path === '' ? '' : 'L'}${i} ${y(values[i] as number)}`;
  return path;
}

/** Closed areas between the ends of the intervals, one for each stretch of runs that have some. */
export function bandPath(of: Lined, y: Place): string {
  return bandsOf(of)
    .map(places => `M${along(of.high, places, y)}L${along(of.low, [...places].reverse(), y)}Z`)
    .join('');
}

/** Whether there are such areas. */
export const hasBand = (of: Lined) => bandsOf(of).length > 0;

/** The runs of each area: around a single one there is none. */
function bandsOf({ values, low, high, cuts }: Lined): number[][] {
  const ends = low.map((each, i) => (each === null ? null : high[i]));
  return stretchesOf(ends, cutsOfBand(cuts, values, ends)).filter(places => places.length > 1);
}
