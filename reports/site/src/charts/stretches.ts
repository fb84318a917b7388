/** Values of a line by place. */
type Values = ArrayLike<number | null | undefined>;

/** Places at which a line ends: it joins nothing before one with what is there or behind it. */
export type Cuts = readonly boolean[];

/** The places of the values that a line joins, stretch by stretch. It passes places without a value but for those that are cuts; without cuts all of them are. */
export function stretchesOf(values: Values, cuts?: Cuts, from = 0, to = values.length): number[][] {
  const found: number[][] = [];
  let isOpen = false;
  for (let i = from; i < to; i++) {
    const isThere = typeof values[i] === 'number';
    if (cuts === undefined ? !isThere : cuts[i]) isOpen = false;
    if (!isThere) continue;
    if (isOpen) found.at(-1)?.push(i);
    else found.push([i]);
    isOpen = true;
  }
  return found;
}

/** The cuts of a band: it does not pass a value without an interval either. */
export const cutsOfBand = (cuts: Cuts, values: Values, ends: Values): Cuts =>
  cuts.map((isCut, i) => isCut || (typeof values[i] === 'number' && typeof ends[i] !== 'number'));

/** The places of the values that no line joins with others. */
export const aloneIn = (stretches: readonly (readonly number[])[]): number[] =>
  stretches.flatMap(([first, ...others]) => (first === undefined || others.length > 0 ? [] : [first]));

/** From where to where there is no line: from the last place of each stretch to the first of the next. */
export const gapsBetween = (stretches: readonly (readonly number[])[]): [from: number, to: number][] =>
  stretches.slice(1).map((next, i) => [stretches[i]?.at(-1) as number, next[0] as number]);
