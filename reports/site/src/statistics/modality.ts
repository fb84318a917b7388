/** Fewer values than this say nothing of the shape of their distribution. */
const fewest = 12;

/** Sarle's bimodality coefficient of a uniform distribution; more hints at two groups. */
const uniform = 5 / 9;

/**
 * Whether values probably fall into two groups: Sarle's bimodality coefficient from the sample skewness and excess kurtosis, as in R. Pfister et al. (2013),
 * "Good things peak in pairs", Frontiers in Psychology 4. A hint for the reader, never part of a verdict.
 */
export function looksBimodal(values: readonly number[]): boolean {
  const n = values.length;
  if (n < fewest || Math.max(...values) === Math.min(...values)) return false;
  const mean = values.reduce((sum, value) => sum + value / n, 0);
  const moment = (power: number) => values.reduce((sum, value) => sum + (value - mean) ** power / n, 0);
  const variance = moment(2);
  const skewness = (Math.sqrt(n * (n - 1)) / (n - 2)) * (moment(3) / variance ** 1.5);
  const kurtosis = ((n - 1) / ((n - 2) * (n - 3))) * ((n + 1) * (moment(4) / variance ** 2 - 3) + 6);
  return (skewness ** 2 + 1) / (kurtosis + (3 * (n - 1) ** 2) / ((n - 2) * (n - 3))) > uniform;
}
