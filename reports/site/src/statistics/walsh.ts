/** The means of all pairs of values, each with itself included, ascending. Halves first, as the C# original does, so both round alike. */
export function walshAverages(values: readonly number[]): Float64Array {
  const averages = new Float64Array((values.length * (values.length + 1)) / 2);
  let next = 0;
  for (let i = 0; i < values.length; i++) {
    for (let j = i; j < values.length; j++) averages[next++] = 0.5 * (values[i] as number) + 0.5 * (values[j] as number);
  }
  return averages.sort();
}
