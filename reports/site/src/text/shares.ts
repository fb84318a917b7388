import { number } from './format.ts';

/** A share from 0 to 1 in percent. */
export const share = (value: number | null) => (value === null ? null : 100 * value);

export const shareText = (value: number | null) => (value === null ? '–' : number(100 * value, 1));

/** The ends of an interval of shares, in percent. */
export const intervalText = (low: number | null, high: number | null) =>
  low === null || high === null ? '–' : `${shareText(low)} to ${shareText(high)}`;
