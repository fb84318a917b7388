import { readFileSync } from 'node:fs';
import type { Metric } from '../../../reports/site/src/data/metric.ts';
import { checkRun, type RunDocument } from '../../../reports/site/src/data/run-document.ts';
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
