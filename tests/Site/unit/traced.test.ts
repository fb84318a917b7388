import { describe, expect, it } from 'vitest';
import type { Variant } from '../../../reports/site/src/data/run-document.ts';
import type { GcDocument, GcStatistic, TracedItem } from '../../../reports/site/src/data/traced.ts';
import { gcGroupOf, isTracedOf, nearestTraced, placeOfTraced, tracedOf } from '../../../reports/site/src/data/traced.ts';
import { type CellVerdict, seenOf, seenText, type VerdictDocument } from '../../../reports/site/src/data/verdict.ts';
import { environmentOf } from '../../../reports/site/src/views/environment-model.ts';
import { sampleRun } from './samples.ts';

const statistic = (name: string): GcStatistic => ({ name, unit: '', from: 1, to: 2, difference: 1, low: 0, high: 2 });

it.each([
  ['Pause of gen2, p99', 'Collections and pauses'],
  ['Promoted in a millisecond of pause', 'Collections and pauses'],
  ['Suspension', 'Phases'],
  ['Promoted from handles', 'Roots'],
  ['Promoted for finalisation', 'Roots'],
  ['Survival of gen1', 'Generations and heaps'],
  ['Budget of large objects', 'Generations and heaps'],
  ['Objects for finalisation', 'Generations and heaps'],
])('%s is about: %s', (name, group) => expect(gcGroupOf(statistic(name))).toBe(group));

describe('the traced cell of a choice', () => {
  const document = (from: string, to: string, ...cells: readonly string[]) =>
    ({ from, to, cells: cells.map(cell => ({ cell })) }) as unknown as GcDocument;
  const chosen = (scenario: string, runtime: string, ...gcs: readonly string[]) =>
    gcs.map(gc => ({ cell: { id: `${scenario}/${runtime}/${gc}/2c`, scenario, runtime, gc, cores: 2 } })) as unknown as readonly Variant[];
  /** Its name, and whether it is the chosen one. */
  const found = (gc: GcDocument, variants: readonly Variant[]) => {
    const cell = nearestTraced(gc, variants);
    return cell && [placeOfTraced(gc, cell), isTracedOf(gc, cell, variants)];
  };
  const cells = ['hello/net8.0/server..datas/2c', 'post/net8.0/server..datas/4c', 'post/net9.0/server..datas/2c'];
  const modes = document('server', 'datas', ...cells);

  it.each([
    ['hello', 'net8.0', ['workstation', 'server'], ['hello/net8.0/2c', true]],
    ['post', 'net9.0', ['datas'], ['post/net9.0/2c', true]],
    // Of other cores, of another runtime, of another scenario.
    ['post', 'net8.0', ['server', 'datas'], ['post/net8.0/4c', false]],
    ['post', 'net10.0', ['server', 'datas'], ['post/net8.0/4c', false]],
    ['values', 'net9.0', ['server', 'datas'], ['hello/net8.0/2c', false]],
  ] as const)('is of two GC modes of it, else the nearest: %s, %s', (scenario, runtime, gcs, expected) =>
    expect(found(modes, chosen(scenario, runtime, ...gcs))).toEqual(expected),
  );

  it.each([
    ['net8.0', ['hello/server/2c', true]],
    ['net10.0', ['hello/server/2c', true]],
    ['net9.0', ['hello/server/2c', false]],
  ] as const)('is of two runtimes of which it is one: %s', (runtime, expected) =>
    expect(found(document('net8.0', 'net10.0', 'hello/net8.0..net10.0/server/2c'), chosen('hello', runtime, 'server'))).toEqual(expected),
  );

  it('is none where none is there', () => expect(found(document('server', 'datas'), chosen('hello', 'net8.0', 'server'))).toBeUndefined());
});

describe('the cause of a change of the trend', () => {
  const item = (shaBefore: string | null, shaAfter: string | null, kind: TracedItem['kind'] = 'why'): TracedItem => ({
    ...{ id: '2026-a', kind, path: 'traced/2026/2026-a.why.json', publishedAt: '', from: 'a', to: 'b', cells: [] },
    ...{ shaBefore, shaAfter },
  });

  it('is that of the same two commits', () => {
    const items = [item('a', 'c'), item('b', 'c', 'gc'), item('b', 'c')];
    expect(tracedOf(items, { shaBefore: 'b', shaAfter: 'c' })).toBe(items[2]);
    expect(tracedOf(items, { shaBefore: 'b', shaAfter: 'd' })).toBeUndefined();
  });

  it('is not known where a commit is not', () => expect(tracedOf([item(null, null)], { shaBefore: null, shaAfter: null })).toBeUndefined());
});

describe('what a verdict would have seen', () => {
  const cell = (name: string, metric: string, detectablePercent: number | null): CellVerdict => ({
    ...{ cell: name, metric, verdict: 'same', reason: '', effectPercent: 0, lowPercent: -1, highPercent: 1, rounds: 6, machines: 1 },
    detectablePercent,
  });
  const verdict = {
    schemaVersion: 1,
    outcome: 'pass' as const,
    cells: [cell('a', 'throughput', 6), cell('b', 'throughput', 3), cell('c', 'throughput', 4), cell('a', 'peakRss', null)],
  };

  it('is the best, the median and the worst of its cells, by metric; a metric of which nothing is known is not there', () =>
    expect(seenOf(verdict)).toEqual([
      {
        metric: 'throughput',
        median: 4,
        wanted: [],
        cells: [
          { cell: 'b', percent: 3, wanted: null },
          { cell: 'c', percent: 4, wanted: null },
          { cell: 'a', percent: 6, wanted: null },
        ],
        unknown: 0,
      },
    ]));

  it('is said with what the gate wants', () => {
    const said = (policy: VerdictDocument['policy']) => seenText({ ...verdict, policy });
    expect(said({ detectPercent: 5 })).toBe(
      'a change of 4.0 % in half of 3 series, of 6.0 % in all. In 2 of them it would have seen what the gate wants found.',
    );
    expect(said({ detectPercent: 5, metrics: [{ metric: 'throughput', detectPercent: 7 }] })).toContain('In 3 of them it would have seen');
    expect(said(null)).toBe('a change of 4.0 % in half of 3 series, of 6.0 % in all.');
    expect(seenText({ ...verdict, cells: [] })).toContain('not known');
  });

  it('is held against the size of its own scenario and metric', () => {
    const axes = [
      { id: 'a', scenario: 'datas-call' },
      { id: 'b', scenario: 'datas-call' },
      { id: 'c', scenario: 'hello' },
    ];
    const scenarios = [
      { scenario: 'datas-*', metric: null, detectPercent: 2 },
      { scenario: '*', metric: 'peakRss', detectPercent: 90 },
    ];
    const sized = { ...verdict, axes, policy: { detectPercent: 5, scenarios } };
    const rows = seenOf(sized);
    expect(rows[0]?.wanted).toEqual([2, 5]);
    expect(rows[0]?.cells.map(each => each.wanted)).toEqual([2, 5, 2]);
    expect(seenText(sized)).toContain('In 1 of them it would have seen what the gate wants found.');
  });
});

describe('what else differs between two sides', () => {
  const run = sampleRun();
  const [variant] = run.document.variants.filter(each => each.status === 'measured');
  const side = { run, variant: variant as NonNullable<typeof variant> };

  it('is nothing of a side and itself', () => expect(environmentOf(side, side)).toEqual([]));

  it('is every fact that one of them has and the other has not, or has otherwise', () => {
    const document = { ...run.document, machine: { ...run.document.machine, cpuModel: 'another', runnerImage: 'new' } };
    const other = {
      run: Object.assign(Object.create(Object.getPrototypeOf(run)), run, { document }),
      variant: { ...side.variant, proof: side.variant.proof && { ...side.variant.proof, gcConfiguration: { GCHeapCount: '4' } } },
    };
    const rows = environmentOf(side, other);
    expect(rows).toContainEqual({ kind: 'machine', name: 'CPU', base: run.document.machine.cpuModel, head: 'another' });
    expect(rows).toContainEqual({ kind: 'machine', name: 'image', base: run.document.machine.runnerImage ?? null, head: 'new' });
    expect(rows.find(row => row.name === 'GCHeapCount')?.head ?? '4').toBe('4');
  });
});
