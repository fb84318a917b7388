/** A metric, as src/PerfMatrix/Metrics/Metric.cs has it. */
export interface Metric {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly direction: 'higherIsBetter' | 'lowerIsBetter';
  readonly decimals: number;
  readonly description: string;
}

/** The words on every axis. */
export const directionWords = (metric: Metric) => (metric.direction === 'higherIsBetter' ? 'higher is better' : 'lower is better');

/** The sign that turns a log ratio so that a positive one is worse. */
export const worseSign = (metric: Metric) => (metric.direction === 'lowerIsBetter' ? 1 : -1);

/** ln(b / a): above 0 b is larger. Shares are compared by what they leave, because the ratio of two shares near 0 is chance. */
export const logRatio = (metric: Metric, a: number, b: number) => (metric.unit === '%' ? Math.log((100 - a) / (100 - b)) : Math.log(b / a));

/** How values of a metric are shown: divided by `factor`, with `unit` behind them. */
export interface Scale {
  readonly factor: number;
  readonly unit: string;
  readonly decimals: number;
}

const mebibyte = 1024 * 1024;

/** Larger units, by unit and from which value on. */
const larger: Readonly<Record<string, readonly (readonly [from: number, factor: number, unit: string])[]>> = {
  bytes: [[mebibyte, mebibyte, 'MiB']],
  'bytes/s': [[mebibyte, mebibyte, 'MiB/s']],
  us: [[10_000, 1000, 'ms']],
  ns: [
    [1e9, 1e9, 's'],
    [1e6, 1e6, 'ms'],
    [1e4, 1e3, 'µs'],
  ],
};

/** The scale that suits values up to `largest`: bytes become MiB, microseconds ms, when they are many. */
export function scaleFor(metric: Metric, largest: number): Scale {
  const better = larger[metric.unit]?.find(([from]) => largest >= from);
  if (better === undefined) return { factor: 1, unit: metric.unit === 'us' ? 'µs' : metric.unit, decimals: metric.decimals };
  const [, factor, unit] = better;
  return { factor, unit, decimals: largest / factor >= 10 && metric.unit.startsWith('bytes') ? 0 : largest / factor >= 100 ? 1 : 2 };
}

/** A metric that the catalogue does not know, so that its numbers are shown all the same. */
export const unknownMetric = (name: string): Metric => ({
  name,
  title: name,
  unit: 'unit unknown',
  direction: 'lowerIsBetter',
  decimals: 2,
  description: 'Not in the metric catalogue of this site.',
});

/** What tables call a metric; one that the catalogue does not know has its own name. */
export const titleOf = (name: string, metrics: readonly Metric[]) => metrics.find(metric => metric.name === name)?.title ?? name;
