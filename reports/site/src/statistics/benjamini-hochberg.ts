/**
 * p values adjusted so that rejecting those of at most q keeps the expected share of false discoveries at q: Y. Benjamini and Y. Hochberg (1995), J. R. Stat. Soc. B 57(1);
 * the same as src/PerfMatrix/Statistics/BenjaminiHochberg.cs. In the order given.
 */
export function adjusted(pValues: readonly number[]): number[] {
  const order = pValues.map((_, i) => i).sort((a, b) => (pValues[a] as number) - (pValues[b] as number));
  const result = pValues.map(() => 1);
  let smallest = 1;
  for (let rank = order.length; rank > 0; rank--) {
    const place = order[rank - 1] as number;
    smallest = Math.min(smallest, ((pValues[place] as number) * pValues.length) / rank);
    result[place] = smallest;
  }
  return result;
}
