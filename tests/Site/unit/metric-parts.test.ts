import { describe, expect, it } from 'vitest';
import type { ChangeGroup } from '../../../reports/site/src/data/history-files.ts';
import { FileProblem } from '../../../reports/site/src/data/run-document.ts';
import { metricParts, stepCounts } from '../../../reports/site/src/views/metric-parts.ts';
import type { Summary } from '../../../reports/site/src/views/summary.ts';
import { latestOf } from './asked.ts';
import { catalogue, change, first, index, judged, newest, tables } from './overview-history.ts';
import { metric, metrics } from './samples.ts';

describe('the count of changes of each metric', () => {
  const countsOf = (changes: readonly ChangeGroup[], ...gone: readonly number[]) => [...stepCounts(changes, first, new Set(gone))];

  it('has each commit once, and none from before the newest runs', () =>
    expect(countsOf([change(10, [0]), change(85, [0, 1]), change(90, [2]), change(95, [2], 'peakRss')])).toEqual([
      ['throughput', 2],
      ['peakRss', 1],
    ]));

  it('leaves out a change of nothing but cells that are no longer measured', () =>
    expect(countsOf([change(85, [0]), change(90, [0, 3])], 0, 4)).toEqual([['throughput', 1]]));

  it('has a drift that began before the newest runs and went on in them', () => {
    const drift = (until: number) => [change(10, [0], 'throughput', { until })];
    expect([countsOf(drift(95)), countsOf(drift(79))]).toEqual([[['throughput', 1]], []]);
  });

  it('leaves out what is labelled, and what is acknowledged until its day is over', () => {
    const labelled = (label: ChangeGroup['label'], cells: readonly number[]) => change(90, cells, 'throughput', { label });
    expect(countsOf([change(85, [3]), labelled('noise', [0]), labelled('wanted', [0, 2])])).toEqual([['throughput', 1]]);
    const until = (acknowledged: string) => countsOf([change(90, [0], 'throughput', { acknowledged }), change(85, [3])]);
    expect([until('9999-12-31'), until('2026-11-02')]).toEqual([[['throughput', 1]], [['throughput', 2]]]);
  });
});

describe('the changes by metric', () => {
  const judgedIn = (...names: readonly string[]) =>
    ({ metrics: Object.fromEntries(names.map(name => [name, latestOf(judged).metrics.throughput])) }) as unknown as Summary['latest'];

  /** The parts in words, behind each how many metrics it does not name. */
  function partsOf(changes: readonly ChangeGroup[], latest = judgedIn('throughput', 'peakRss'), more: object = {}) {
    const summary = { index, catalogue: { ...tables, metrics }, changes, events: [], newest, unread: [], latest, ...more };
    return metricParts(summary as unknown as Summary).map(
      ({ words, metrics: named, others }) => `${words} ${named.map(({ text }) => text).join(', ')} +${others}`,
    );
  }

  const noise = { label: 'noise' } as const;

  it('are counted, and metrics without any are told from those that nobody can judge', () => {
    expect(partsOf([change(85, [0, 1]), change(90, [2])])).toEqual([' Throughput 2 +0', 'none of Peak RSS +0']);
    expect(partsOf([change(85, [0])], undefined, { index: { runs: 200 } })).toEqual(['none of Throughput, Peak RSS +0']);
    expect(partsOf([change(85, [0])], judgedIn('throughput'))).toEqual([' Throughput 1 +0', 'not judged: Peak RSS +0']);
    // A cell that failed last time, or is gone, judges nothing.
    const lost = catalogue.map((_, i) => (i < 4 ? null : 100));
    expect(partsOf([], latestOf(lost))).toEqual([]);
  });

  it('are not said to be none where people have settled all of them', () => {
    expect(partsOf([change(85, [0], 'throughput', noise)])).toEqual([' Throughput 1 settled +0', 'none of Peak RSS +0']);
    expect(partsOf([change(85, [0]), change(90, [0], 'throughput', noise)])[0]).toBe(' Throughput 1 +0');
  });

  it('are not told at all where no metric is judged, or their file could not be read', () => {
    expect(partsOf([], judgedIn())).toEqual([]);
    for (const file of ['changes.json', 'latest.json'])
      expect(partsOf([change(85, [0])], undefined, { unread: [new FileProblem(file, 'damaged')] })).toEqual([]);
  });

  it('name of many metrics without any those that people ask for first', () => {
    const of = (...names: readonly string[]) => {
      const many = names.map(name => ({ ...metric('peakRss'), name, title: name }));
      return partsOf([], judgedIn(...names), { catalogue: { ...tables, metrics: many } });
    };
    expect(of('throughput', 'a', 'b', 'latencyP99', 'c', 'd', 'peakRss')).toEqual(['none of throughput, latencyP99, peakRss +4']);
    expect(of('throughput', 'a', 'b', 'c', 'd', 'e')).toEqual(['none of throughput, a, b, c, d, e +0']);
    expect(of('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')).toEqual(['none of a, b, c, d, e, f +2']);
  });
});
