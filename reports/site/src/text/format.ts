import { type Metric, type Scale, scaleFor } from '../data/metric.ts';

const minus = '\u2212';

/** One a number of decimals: making one costs a hundred times as much as using it. */
const formats = new Map<number, Intl.NumberFormat>();

/** A number with thousands separators, the same in every browser's language. */
export function number(value: number, decimals = 0): string {
  if (isPlain(value, decimals)) return value.toFixed(decimals).replace('-', minus);
  let format = formats.get(decimals);
  if (format === undefined) {
    format = new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
    formats.set(decimals, format);
  }
  return format.format(value).replace('-', minus);
}

/** Whether `toFixed`, which is much quicker, writes the same: it has no separators and no sign of a zero, and rounds the middle of two by another rule. */
function isPlain(value: number, decimals: number): boolean {
  const size = Math.abs(value);
  return value !== 0 && size < 999 && Math.abs(((size * 10 ** decimals) % 1) - 0.5) > 1e-6;
}

/** A value on a scale, without its unit. */
export const onScale = (value: number, scale: Scale) => number(value / scale.factor, scale.decimals);

/** A value with its unit. */
export function withUnit(value: number, metric: Metric): string {
  const scale = scaleFor(metric, Math.abs(value));
  return `${onScale(value, scale)} ${scale.unit}`;
}

/** A difference with its sign: +5.8. */
export const signed = (value: number, decimals: number) => `${value < 0 ? minus : '+'}${number(Math.abs(value), decimals)}`;

/** A change with its sign: +5.8 %. */
export const percent = (value: number, decimals = 1) => `${signed(value, decimals)} %`;

/** A tick on an axis of changes: +5, −5, and 0 without a sign. */
export const percentTick = (value: number, decimals = 0) => (value === 0 ? '0' : percent(value, decimals).replace(' %', ''));

/** An interval of changes: −1.2 to +2.3 %. */
export const interval = (low: number, high: number) => `${percent(low).replace(' %', '')} to ${percent(high)}`;

/** Sizes of several changes: from −3.4 to −5.6 %, or the one that all have. Their spread must not look like an interval. */
export function spread(sizes: readonly number[]): string {
  const sorted = [...sizes].sort((a, b) => Math.abs(a) - Math.abs(b));
  const [smallest, largest] = [percent(sorted[0] ?? 0), percent(sorted.at(-1) ?? 0)];
  return smallest === largest ? smallest : `from ${smallest.replace(' %', '')} to ${largest}`;
}

/** The bound of what counts as the same: 5 %. */
export const boundText = ({ percent: most }: { readonly percent: number }) => `${number(most, Number.isInteger(most) ? 0 : 1)} %`;

/** A change in noise units: 2.1 σ. Beyond 1,000 the noise is that of rounding. */
export const noise = (units: number) => (Math.abs(units) > 1000 ? '> 1,000 σ' : `${number(Math.abs(units), 1)} σ`);

/** Date and time in UTC, to the minute. */
export function time(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A duration in words. */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A commit as people write it. */
export const shortSha = (sha: string | null | undefined) => sha?.slice(0, 8) ?? 'no commit';

/** A count with its noun. */
export const count = (n: number, one: string, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;
