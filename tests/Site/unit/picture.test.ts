import { describe, expect, it } from 'vitest';
import { RunIndex } from '../../../reports/site/src/data/run-index.ts';
import { columnsOf, groupsOf, sorted } from '../../../reports/site/src/views/picture-model.ts';
import { metric, metrics, sampleDocument, sampleRun } from './samples.ts';

describe('the picture of a run', () => {
  const groups = groupsOf(sampleRun());

  it('has a group for each scenario and core count, with what was not measured and why', () => {
    expect(groups.map(group => [group.title, group.rows.length, group.skipped.length])).toEqual([
      ['hello-controllers, 2 cores', 8, 1],
      ['hello-minimal, 2 cores', 0, 1],
      ['hello-minimal, 1 core', 0, 1],
    ]);
  });

  it('compares every variant with the anchor of its block, which comes first and is compared with nothing', () => {
    const [anchor, next] = groups[0]?.rows ?? [];
    expect([anchor?.label, anchor?.isAnchor, anchor?.change(metric('throughput'))]).toEqual(['net8.0 workstation', true, null]);
    expect([next?.isAnchor, next?.change(metric('peakRss')) === null]).toEqual([false, false]);
  });

  it('puts the best first, the anchor where it belongs', () => {
    const rows = sorted(groups[0]?.rows ?? [], metric('throughput'));
    const changes = rows.map(row => row.change(metric('throughput'))?.percent ?? 0);
    expect(changes).toEqual([...changes].sort((a, b) => b - a));
    const smallest = sorted(groups[0]?.rows ?? [], metric('peakRss')).map(row => row.change(metric('peakRss'))?.percent ?? 0);
    expect(smallest).toEqual([...smallest].sort((a, b) => a - b));
  });

  it('has every interval and the anchor on the axis of its column', () => {
    const rows = groups[0]?.rows ?? [];
    for (const column of columnsOf(sampleRun(), rows)) {
      expect(column.range[0]).toBeLessThan(0);
      expect(column.range[1]).toBeGreaterThan(0);
      for (const row of rows) {
        expect(row.change(column.metric)?.lowPercent ?? 0).toBeGreaterThan(column.range[0]);
        expect(row.change(column.metric)?.highPercent ?? 0).toBeLessThan(column.range[1]);
      }
    }
  });

  it('leaves reference variants out, and names sides and copies', () => {
    const document = sampleDocument();
    const variants = document.variants
      .slice(0, 3)
      .map((each, i) => ({ ...each, side: ['head', 'base', 'reference'][i] as string, twin: i }));
    const [group] = groupsOf(new RunIndex({ ...document, variants }, metrics));
    expect(group?.rows.map(row => row.label)).toEqual(['net8.0 workstation', 'net8.0 server @base#1']);
  });
});
