/** How far down a value stands, in units of the picture; across, a unit is a run. */
type Place = (value: number) => number;

/** From one index up to another; where nothing was measured the line is broken, and a run alone is a dot. */
export function linePath(values: readonly (number | null)[], from: number, to: number, y: Place): string {
  let path = '';
  for (let i = from; i < to; i++) {
    const start = i;
    for (; i < to && typeof values[i] === 'number'; i++) path += `${i === start ? 'M' : 'L'}${i} ${y(values[i] as number)}`;
    if (i === start + 1) path += 'h0';
  }
  return path;
}

/** Closed areas between the ends of the intervals, one for each stretch of runs that have some. */
export function bandPath(low: readonly (number | null)[], high: readonly (number | null)[], y: Place): string {
  let path = '';
  for (let i = 0; i < low.length; i++) {
    const from = i;
    while (i < low.length && low[i] !== null && high[i] !== null) i++;
    if (i - from < 2) continue;
    for (let k = from; k < i; k++) path += `${k === from ? 'M' : 'L'}${k} ${y(high[k] as number)}`;
    for (let k = i - 1; k >= from; k--) path += `L${k} ${y(low[k] as number)}`;
    path += 'Z';
  }
  return path;
}

/** Whether there are such areas: around a single run there is none. */
export const hasBand = (low: readonly (number | null)[], high: readonly (number | null)[]) =>
  low.some((_, i) => [low[i], high[i], low[i + 1], high[i + 1]].every(end => typeof end === 'number'));
