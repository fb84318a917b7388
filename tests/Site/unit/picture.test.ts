import { describe, expect, it } from 'vitest';
import type { Metric } from '../../../reports/site/src/data/metric.ts';
import type { RunDocument } from '../../../reports/site/src/data/run-document.ts';
import { RunIndex } from '../../../reports/site/src/data/run-index.ts';
import type { Rules } from '../../../reports/site/src/data/same-rule.ts';
import { headline } from '../../../reports/site/src/views/headline.ts';
import { paretoOf, paretoWords } from '../../../reports/site/src/views/pareto-model.ts';
import { captionOf, columnsOf, groupsOf, metricRowsOf, sorted } from '../../../reports/site/src/views/picture-model.ts';
import { comparedDocument, importedRun, metric, metrics, sampleDocument, sampleRun } from './samples.ts';

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

  const compared = comparedDocument();
  /** Of two values of an axis both are of side head. */
  const across: typeof compared = { ...compared, variants: compared.variants.map(variant => ({ ...variant, side: 'head' })) };

  it.each([
    ['sides', compared],
    ['values of an axis', across],
  ])('compares every pair of two %s with its own base, however many pairs a block has', (_, document) => {
    const run = new RunIndex(document, metrics);
    const [{ blocks, rows }] = groupsOf(run) as [(typeof groups)[0]];
    expect([blocks.length, rows[0]?.variant.id]).toEqual([8, 'hello-controllers/net8.0/workstation/2c@base']);
    for (const { anchor, rows: of } of blocks) {
      const [base, head, ...copies] = of;
      expect([base?.isAnchor, head?.isAnchor, copies.length]).toEqual([true, false, 2]);
      expect(anchor).toBe(base?.label);
      expect(head?.variant.cell.id).toBe(base?.variant.cell.id);
      expect(head?.change(metric('throughput'))?.percent).toBeCloseTo(-20, 6);
      expect(head?.change(metric('peakRss'))?.percent).toBeCloseTo(25, 6);
    }
  });

  it('ranks all of a comparison by the first of their block, as the terminal does', () => {
    const run = new RunIndex(comparedDocument(), metrics);
    const rows = groupsOf(run)[0]?.rows ?? [];
    // Each base is the best of its own pair, the first of all of them not the fastest.
    expect(headline(run, rows)).toMatch(/^Fastest: (?!net8\.0 workstation )/);
  });

  it('puts the best first, the anchor where it belongs', () => {
    const rows = sorted(groups[0]?.rows ?? [], metric('throughput'));
    const changes = rows.map(row => row.change(metric('throughput'))?.percent ?? 0);
    expect(changes).toEqual([...changes].sort((a, b) => b - a));
    const smallest = sorted(groups[0]?.rows ?? [], metric('peakRss')).map(row => row.change(metric('peakRss'))?.percent ?? 0);
    expect(smallest).toEqual([...smallest].sort((a, b) => a - b));
  });

  it('has every metric of every variant in its table, of each metric the best first, on one scale', () => {
    const [group] = groups;
    const rows = group === undefined ? [] : metricRowsOf(sampleRun(), group);
    const names = [...new Set(rows.map(row => row.metric.name))];
    expect(names.slice(0, 2)).toEqual(['throughput', 'peakRss']);
    expect(names).toEqual(expect.arrayContaining(['cpuPerRequest', 'latencyP50', 'allocatedPerRequest', 'gcPauseTotal', 'startup']));
    expect(rows.length).toBe(8 * names.length);
    expect(new Set(rows.map(row => row.against))).toEqual(new Set(['net8.0 workstation']));
    for (const name of names) {
      const of = rows.filter(row => row.metric.name === name);
      expect(of.map(each => each.row)).toEqual(sorted(group?.rows ?? [], of[0]?.metric as Metric));
      expect(new Set(of.map(each => each.scale.unit)).size).toBe(1);
    }
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

  it('keeps blocks apart, each with the anchor that its changes are against', () => {
    const document = sampleDocument();
    const [block] = document.blocks as [(typeof document.blocks)[0]];
    const [first, second] = [block.variants.slice(0, 3), block.variants.slice(3)];
    const blocks = [
      { ...block, id: 'one', variants: first },
      { ...block, id: 'two', variants: second },
    ];
    const [group] = groupsOf(new RunIndex({ ...document, blocks }, metrics));
    expect(group?.rows.length).toBe(8);
    expect(group?.blocks.map(each => [each.anchor, each.rows.filter(row => row.isAnchor).length])).toEqual([
      ['net8.0 workstation', 1],
      [expect.stringMatching(/^net\d+\.0 \w+$/), 1],
    ]);
    expect(new Set(group?.blocks.flatMap(each => each.rows.map(row => row.variant.id)))).toEqual(
      new Set(group?.rows.map(row => row.variant.id)),
    );
  });

  it('says of a block whose anchor failed that it has medians only', () => {
    const document = sampleDocument();
    const [anchor] = document.blocks[0]?.variants ?? [];
    const variants = document.variants.map(each => (each.id === anchor ? { ...each, status: 'failed' as const } : each));
    const caption = (of: RunDocument) => {
      const [group] = groupsOf(new RunIndex(of, metrics));
      return captionOf('hello', group?.blocks[0]?.anchor ?? null, metric('throughput'));
    };
    expect(caption({ ...document, variants })).toBe('hello: medians only, because nothing to compare them with was measured.');
    expect(caption(document)).toBe(
      'hello: medians and their changes against net8.0 workstation (the line), with 95 % intervals. Best by Throughput first.',
    );
  });

  it('is one table of an imported run, a row a benchmark, which nobody compares', () => {
    const run = importedRun();
    const [group, ...others] = groupsOf(run);
    expect(others).toEqual([]);
    expect(group?.title).toBe('Shop');
    expect(group?.blocks.map(block => block.rows.map(row => row.label))).toEqual([['Json.Parse(Length: 10)', 'Json.Format']]);
    expect(headline(run, group?.rows ?? [])).toBe('One value each: nothing is compared.');
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

describe('throughput against memory', () => {
  const same = { detectPercent: 5, sameConfidencePercent: 95, metrics: {}, scenarios: [] };

  /** Six rounds of GC modes with these two figures, which differ a little from round to round. */
  const runOf = (figures: Readonly<Record<string, readonly [throughput: number, memory: number]>>, rules: Rules = { same }) => {
    const document = sampleDocument();
    const block = document.blocks[0] as (typeof document.blocks)[0];
    const [model] = document.variants as [(typeof document.variants)[0]];
    const variants = Object.keys(figures).map(gc => ({
      ...model,
      id: gc,
      status: 'measured' as const,
      cell: { ...model.cell, id: gc, gc },
    }));
    const names = Object.keys(figures);
    const samples = names.flatMap(gc =>
      Array.from({ length: 6 }, (_, i) => {
        const [throughput, peakRss] = figures[gc] as readonly [number, number];
        const wobble = 1 + 0.001 * ((i * names.indexOf(gc)) % 5);
        return { variant: gc, round: i + 1, block: block.id, metrics: { throughput: throughput * wobble, peakRss: peakRss * wobble } };
      }),
    );
    const pairs = names.slice(1).flatMap(b =>
      Array.from({ length: 6 }, (_, i) => {
        const at = (gc: string) => samples.find(each => each.variant === gc && each.round === i + 1)?.metrics.throughput as number;
        return {
          block: block.id,
          round: i + 1,
          a: names[0] as string,
          b,
          metric: 'throughput',
          logRatio: -Math.log(at(b) / at(names[0] as string)),
        };
      }),
    );
    const run = new RunIndex({ ...document, variants, samples, pairs, blocks: [{ ...block, variants: names }] }, metrics, rules);
    return { run, variants };
  };

  it('names the modes that nothing outdoes: not one that another is better than in one, and better or the same in the other', () => {
    const { run, variants } = runOf({ workstation: [100, 100], server: [130, 300], wasteful: [100, 300], datas: [120, 150] });
    const pareto = paretoOf(run, variants);
    expect(pareto?.points.map(point => [point.variant.cell.gc, point.outdoneBy])).toEqual([
      ['workstation', []],
      ['server', []],
      ['wasteful', ['workstation', 'server', 'datas']],
      ['datas', []],
    ]);
    expect(pareto === null ? '' : paretoWords(pareto)).toMatch(/^Nothing is shown to outdo workstation, server, datas\./);
  });

  it('takes no difference found for no proof: without a bound for the same, only the better in both outdoes', () => {
    const { run, variants } = runOf({ workstation: [100, 100], server: [130, 300], wasteful: [100, 300], datas: [120, 150] }, {});
    expect(paretoOf(run, variants)?.points.map(point => point.outdoneBy)).toEqual([[], [], ['datas'], []]);
  });

  it('allows that there is no winner, and needs two modes side by side', () => {
    const even = runOf({ workstation: [100, 100], server: [130, 300], datas: [120, 150] });
    const pareto = paretoOf(even.run, even.variants);
    expect(pareto === null ? '' : paretoWords(pareto)).toBe(
      'No mode is shown to outdo another (better in one metric, better or the same in the other).',
    );
    const two = runOf({ server: [100, 300], datas: [100, 150] });
    const both = paretoOf(two.run, two.variants);
    expect(both?.points.map(point => [point.variant.cell.gc, point.outdoneBy])).toEqual([
      ['server', ['datas']],
      ['datas', []],
    ]);
    expect(both === null ? '' : paretoWords(both)).toMatch(/^Nothing is shown to outdo datas\./);
    const one = runOf({ server: [100, 300] });
    expect(paretoOf(one.run, one.variants)).toBeNull();
  });
});
