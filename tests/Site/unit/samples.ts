import { readFileSync } from 'node:fs';
import type { Metric } from '../../../reports/site/src/data/metric.ts';
import { checkRun, type RunDocument } from '../../../reports/site/src/data/run-document.ts';
import { RunIndex } from '../../../reports/site/src/data/run-index.ts';

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
