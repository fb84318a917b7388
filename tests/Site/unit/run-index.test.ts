import { describe, expect, it } from 'vitest';
import type { RunDocument, Variant } from '../../../reports/site/src/data/run-document.ts';
import { RunIndex } from '../../../reports/site/src/data/run-index.ts';
import { metric, metrics, sampleDocument } from './samples.ts';

describe('the rounds of two variants', () => {
  const document = sampleDocument();
  const samplesOf = ({ id }: Variant) => document.samples.filter(({ variant }) => variant === id);
  const [first, second, third] = document.variants.filter(each => samplesOf(each).length === 6) as [Variant, Variant, Variant];
  const ratios = (name: string, a: Variant, b: Variant, changes: Partial<RunDocument>) =>
    new RunIndex({ ...document, ...changes }, metrics).naturalLogRatios(metric(name), a.id, b.id);
  const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);

  it('are those of the same block and round, in whatever order they are written', () => {
    const others = document.samples.filter(({ variant }) => variant !== first.id);
    const withFirst = (samples: RunDocument['samples']) =>
      sorted(ratios('peakRss', first, second, { samples: [...samples, ...others], pairs: [] }));
    const known = withFirst(samplesOf(first));
    expect(known).toHaveLength(6);
    expect(withFirst(samplesOf(first).reverse())).toEqual(known);
    // A round that one of them lacks is left out, and the others stay what they are.
    expect(known).toEqual(expect.arrayContaining(withFirst(samplesOf(first).slice(1))));
    expect(withFirst(samplesOf(first).slice(1))).toHaveLength(5);
    expect(withFirst(samplesOf(first).map(each => ({ ...each, block: 'another' })))).toEqual([]);
  });

  it('of throughput go through the anchor where only it has pairs with both', () => {
    const pairs = document.pairs.filter(({ a }) => a === first.id);
    const through = ratios('throughput', second, third, { pairs });
    const [before, after] = [second, third].map(each => ratios('throughput', first, each, { pairs })) as [number[], number[]];
    expect(through).toEqual(after.map((ratio, i) => ratio - (before[i] ?? Number.NaN)));
    const mixed = [...pairs.filter(({ b }) => b === second.id).reverse(), ...pairs.filter(({ b }) => b !== second.id)];
    expect(ratios('throughput', second, third, { pairs: mixed })).toEqual(through);
  });

  it('are compared once, whoever asks', () => {
    const run = new RunIndex(document, metrics);
    const change = run.change(metric('peakRss'), first, second);
    expect(change?.pairs).toBe(6);
    expect(run.change(metric('peakRss'), first, second)).toBe(change);
    expect(run.change(metric('peakRss'), second, first)?.percent).not.toBe(change?.percent);
    expect(run.change(metric('throughput'), first, second)?.percent).not.toBe(change?.percent);
  });
});
