import { describe, expect, it } from 'vitest';
import { looksBimodal } from '../../../reports/site/src/statistics/modality.ts';

/** Quantiles of the logistic distribution, which has one peak. */
const onePeak = (n: number) => Array.from({ length: n }, (_, i) => Math.log((i + 0.5) / (n - i - 0.5)));

describe('two groups of rounds', () => {
  it('are seen when they are there', () => expect(looksBimodal([...onePeak(9), ...onePeak(9).map(value => value + 12)])).toBe(true));

  it('are not seen in one peak', () => expect(looksBimodal(onePeak(18))).toBe(false));

  it('are not guessed from few rounds, or from equal ones', () => {
    expect(looksBimodal([0, 0, 0, 1, 1, 1])).toBe(false);
    expect(looksBimodal(Array.from({ length: 20 }, () => 0.5))).toBe(false);
  });
});
