import { readFileSync } from 'node:fs';
import { logRatio, type Metric, worseSign } from '../../../reports/site/src/data/metric.ts';
import { checkRun, type Pair, type RunDocument, type Variant } from '../../../reports/site/src/data/run-document.ts';
import { RunIndex } from '../../../reports/site/src/data/run-index.ts';
import type { Flame, WhyDocument } from '../../../reports/site/src/data/why.ts';

/** Two metrics, one of each direction. */
export const metrics: readonly Metric[] = [
  { name: 'throughput', title: 'Throughput', unit: 'requests/s', direction: 'higherIsBetter', decimals: 0, description: 'Requests.' },
  { name: 'peakRss', title: 'Peak RSS', unit: 'bytes', direction: 'lowerIsBetter', decimals: 0, description: 'Memory.' },
];

export const metric = (name: string) => metrics.find(each => each.name === name) as Metric;

/** The run document that the command line's own tests use. */
export const sampleDocument = (): RunDocument =>
  checkRun(JSON.parse(readFileSync(new URL('../../../reports/samples/run.json', import.meta.url), 'utf8')), 'run.json');

/**
 * The same measured as a comparison, in the order of `compare` (CellPair.Processes): base and head of every cell, then a copy of each, in one
 * block. Head needs a quarter more memory, answers a fifth fewer requests, has another package, and was compiled beforehand.
 */
export function comparedDocument(): RunDocument {
  const document = sampleDocument();
  const sidesOf = (id: string) => [`${id}@base`, id];
  const processesOf = (id: string) => [...sidesOf(id), ...sidesOf(id).map(side => `${side}#1`)];
  const programOf = (digit: string) => ({ sha: digit.repeat(40), artifactHash: digit.repeat(64) });
  const variants = document.variants.flatMap(variant =>
    processesOf(variant.id).map((id, i) => ({
      ...variant,
      id,
      ...programOf(i % 2 === 0 ? 'b' : 'a'),
      ...(i % 2 === 0 ? { side: 'base' } : {}),
      ...(i < 2 ? {} : { twin: 1 }),
    })),
  );
  const sampled = document.samples.flatMap(sample => {
    const { peakRss, throughput } = sample.metrics;
    const base = { ...sample.metrics, peakRss: (peakRss ?? 0) / 1.25, throughput: (throughput ?? 0) / 0.8 };
    return processesOf(sample.variant).map((variant, i) => ({ ...sample, variant, metrics: i % 2 === 0 ? base : sample.metrics }));
  });
  const fact = (kind: string, name: string, value: string) => ({ kind, name, value });
  return {
    ...document,
    variants,
    blocks: document.blocks.map(block => ({ ...block, variants: block.variants.flatMap(processesOf) })),
    samples: sampled,
    pairs: document.blocks.flatMap(block => pairsOf(block.variants.flatMap(processesOf), sampled)),
    programs: [
      { artifactHash: 'b'.repeat(64), facts: [fact('package', 'Dapper', '2.1.35')], incomplete: [] },
      {
        artifactHash: 'a'.repeat(64),
        facts: [fact('package', 'Dapper', '2.1.66'), fact('property', 'ReadyToRun', 'True')],
        incomplete: [],
      },
    ],
  };
}

/** The pairs of a block as RoundPairs makes them: every variant against the first, of throughput every two. */
function pairsOf(ids: readonly string[], samples: RunDocument['samples']): Pair[] {
  const ofVariant = new Map(ids.map(id => [id, samples.filter(({ variant }) => variant === id)]));
  const samplesOf = (id: string) => ofVariant.get(id) ?? [];
  const pairs: Pair[] = [];
  for (const [place, a] of ids.entries())
    for (const b of ids.slice(place + 1))
      for (const metric of metrics.filter(({ name }) => place === 0 || name === 'throughput'))
        for (const { round, block, metrics: after } of samplesOf(b)) {
          const before = samplesOf(a).find(each => each.round === round)?.metrics[metric.name] ?? Number.NaN;
          const ratio = worseSign(metric) * logRatio(metric, before, after[metric.name] ?? Number.NaN);
          if (Number.isFinite(ratio)) pairs.push({ block: block ?? '', round, a, b, metric: metric.name, logRatio: ratio });
        }
  return pairs;
}

/** A run as `history import` takes it over: one value of each benchmark of a suite, without blocks. */
export function importedRun(): RunIndex {
  const document = sampleDocument();
  const [model] = document.variants as [Variant];
  const variants = ['Json.Parse(Length: 10)', 'Json.Format'].map((gc, i) => {
    const id = `Shop/${gc}`;
    const cell = { id, scenario: 'Shop', runtime: 'imported', runtimeVersion: null, gc, cores: 0 };
    return { ...model, id, cell, proof: null, sample: { variant: id, round: 1, metrics: { 'imported smaller ns': 100 + i } } };
  });
  const samples = variants.map(variant => variant.sample);
  return new RunIndex({ ...document, imported: 'github-action-benchmark', variants, samples, blocks: [], pairs: [], kept: [] }, []);
}

export const sampleRun = () => new RunIndex(sampleDocument(), metrics);

/** Stacks of two sides: a method that calls itself needs more, another one the same. */
export const flame: Flame = {
  names: ['all samples', 'Program.Main', 'Orders.Total', 'Json.Write'],
  nodes: [
    { name: 0, parent: -1, base: 3, head: 5 },
    { name: 1, parent: 0, base: 3, head: 5 },
    { name: 2, parent: 1, base: 1, head: 3 },
    { name: 3, parent: 1, base: 1, head: 1 },
    { name: 2, parent: 2, base: 0.5, head: 1.5 },
  ],
};

/** A stack, innermost method first, with a name that is wider than a phone. */
const stack = [
  'String.Concat',
  'Orders.LinesOf<System.Collections.Generic.KeyValuePair<System.String,System.Collections.Generic.List<Shop.OrderLine>>>',
  'Program.Main',
];

/** An explanation as perfmatrix writes it, with what it must have and nobody shows. */
const explained = {
  cell: 'hello-minimal/net10.0/server/2c',
  problem: null,
  rounds: 5,
  profiler: 'eventPipe' as const,
  baseCpuPerRequest: 12.2,
  cpuDifference: { perRequest: 2.1, low: 1.9, high: 2.3 },
  cpu: [
    {
      method: 'Orders.Total',
      module: 'Shop',
      perRequest: 2,
      low: 1.8,
      high: 2.2,
      selfPerRequest: 2,
      inclusivePerRequest: 2,
      file: 'src/Orders.cs',
      line: 42,
    },
  ],
  flame,
  baseBytesPerRequest: 1200,
  allocations: [{ type: 'string', bytesPerRequest: 48, low: 40, high: 56, from: 'Orders.Format', stack }],
  events: [
    {
      kind: 'exception' as const,
      name: 'FormatException',
      perRequest: 0.125,
      low: 0.12,
      high: 0.13,
      from: 'Orders.Parse',
      file: null,
      line: null,
      stack: [],
    },
  ],
  unattributed: 0.1,
  sampledPercent: 34,
  overheadPercent: 2.1,
  notes: ['perf is not installed.'],
};

/** The explanation of two cells, of which one failed. */
export function sampleWhy(): WhyDocument & { readonly schemaVersion: number } {
  const failed = {
    ...explained,
    cell: 'hello-controllers/net10.0/server/2c',
    problem: 'no events',
    cpu: [],
    flame: null,
    allocations: [],
    events: [],
    notes: [],
  };
  const sides = { base: { label: 'main', sha: null }, head: { label: 'the change', sha: null } };
  return { schemaVersion: 1, ...sides, cells: [explained, failed] };
}
