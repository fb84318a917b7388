import type { Metric } from '../../../reports/site/src/data/metric.ts';
import type { Pair, RunDocument, Sample } from '../../../reports/site/src/data/run-document.ts';
import { sampleDocument } from '../unit/samples.ts';

/** The metrics of made-up runs, with their directions. */
export const metrics: readonly Metric[] = (
  ['throughput', 'cpuPerRequest', 'latencyP50', 'latencyP99', 'allocatedPerRequest', 'peakRss', 'startup'] as const
).map(name => ({
  name,
  title: name,
  unit: '',
  direction: name === 'throughput' ? 'higherIsBetter' : 'lowerIsBetter',
  decimals: 0,
  description: '',
}));

/** A generator of uniform numbers: mulberry32, public domain. */
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * The stored sample with other numbers: so many rounds, changes of all sizes around what is significant, allocations that hardly scatter, and rounded values, so that there
 * are ties and zeros.
 */
export function madeUp(seed: number, rounds: number): RunDocument {
  const random = uniform(seed);
  const document = sampleDocument();
  const block = document.blocks[0] as RunDocument['blocks'][0];
  const measured = document.variants.filter(variant => variant.status === 'measured').map(variant => variant.id);
  const samples: Sample[] = measured.flatMap(variant => {
    const levels = Object.fromEntries(metrics.map(metric => [metric.name, 1 + 0.06 * (random() - 0.5)]));
    return Array.from({ length: rounds }, (_, i) => ({
      variant,
      round: i + 1,
      block: block.id,
      metrics: Object.fromEntries(
        metrics.map(metric => {
          const noise = metric.name === 'allocatedPerRequest' ? 0.001 : 0.04;
          return [metric.name, Math.round(1000 * (levels[metric.name] ?? 1) * (1 + noise * (random() - 0.5)))];
        }),
      ),
    }));
  });
  const throughput = (variant: string, round: number) =>
    samples.find(sample => sample.variant === variant && sample.round === round)?.metrics.throughput ?? 1;
  const pairs: Pair[] = measured.flatMap((a, i) =>
    measured.slice(i + 1).flatMap(b =>
      Array.from({ length: rounds }, (_, k) => ({
        block: block.id,
        round: k + 1,
        a,
        b,
        metric: 'throughput',
        logRatio: -Math.log(throughput(b, k + 1) / throughput(a, k + 1)),
      })),
    ),
  );
  return { ...document, id: `${document.id}-${seed}`, samples, pairs };
}
