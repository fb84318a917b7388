import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { intervalText } from '../../../reports/site/src/components/ChangeText.tsx';
import { expandRun } from '../../../reports/site/src/data/compact-run.ts';
import type { Variant } from '../../../reports/site/src/data/run-document.ts';
import { RunIndex } from '../../../reports/site/src/data/run-index.ts';
import { againstReference, compare, relationOf } from '../../../reports/site/src/views/compare-model.ts';
import { headline } from '../../../reports/site/src/views/headline.ts';
import { matrixOf } from '../../../reports/site/src/views/matrix-model.ts';
import { columnsOf, groupsOf } from '../../../reports/site/src/views/picture-model.ts';
import { summarize, upgradeOf } from '../../../reports/site/src/views/upgrade-model.ts';
import { metric, metrics } from './samples.ts';

const sample = (name: string) => JSON.parse(readFileSync(new URL(`../../../reports/samples/history/${name}`, import.meta.url), 'utf8'));

/** The stored run as StoredRun.WithoutRounds leaves it, with what a test changes. */
function pruned(changes: object = {}) {
  const run = sample('run-v2.json');
  const blocks = run.blocks.map((block: object) => ({ ...block, start: null, path: null, sha256: null }));
  const left = { ...run, rounds: null, pairs: null, timelines: null, blocks, ...changes };
  return new RunIndex(expandRun(left, sample('table.json'), metrics), metrics);
}

describe('a run whose single rounds were removed', () => {
  const run = pruned();
  const [anchor, server] = run.document.variants as [Variant, Variant];
  const reference = run.document.variants.find(variant => variant.side === 'reference') as Variant;
  const whole = new RunIndex(expandRun(sample('run-v2.json'), sample('table.json'), metrics), metrics);

  it('knows that they are gone, and has the medians', () => {
    expect([run.hasRounds, whole.hasRounds]).toEqual([false, true]);
    expect([run.value(anchor.id, 'throughput'), run.value(server.id, 'throughput')]).toEqual([79960, 82000]);
  });

  it('compares no two variants with each other, which one round each would not do either', () => {
    for (const name of ['throughput', 'peakRss']) {
      expect(run.change(metric(name), anchor, server)).toBeNull();
      expect(run.naturalLogRatios(metric(name), anchor.id, server.id)).toEqual([]);
    }
    expect(whole.change(metric('throughput'), anchor, server)?.pairs).toBe(6);
  });

  it('has the change against the reference that was stored, which is what the rounds say', () => {
    const kept = run.change(metric('throughput'), reference, anchor);
    for (const each of [run, whole])
      expect(againstReference({ run: each, variant: anchor }, metric('throughput'))).toBe('−2.0 % (−4.8 to +2.7 %)');
    expect([kept?.verdict, kept?.pairs, kept?.noiseUnits]).toEqual(['unknown', null, null]);
    expect(run.change(metric('peakRss'), reference, anchor)).toMatchObject({ verdict: 'better' });
    expect(againstReference({ run, variant: reference }, metric('throughput'))).toBe('no reference in its block');
  });

  it('says of a value without a ratio whether a reference was beside it', () => {
    const blocks = [{ id: 'alone', rounds: [], variants: [anchor.id] }];
    const alone = new RunIndex({ ...whole.document, blocks }, metrics);
    const words = (each: RunIndex, name: string) => againstReference({ run: each, variant: anchor }, { ...metric('throughput'), name });
    expect([words(whole, 'unheard-of'), words(alone, 'throughput')]).toEqual(['no ratio in its rounds', 'no reference in its block']);
  });

  it('has no interval where there were fewer than six rounds, and says so without a count', () => {
    const summary = { throughput: { value: [1000, 1100], ratio: [-198, 55], low: [], high: [] } };
    const few = pruned({ summary });
    const change = few.change(metric('throughput'), reference, anchor);
    const said = againstReference({ run: few, variant: anchor }, metric('throughput'));
    const words = 'too few rounds (needs 6)';
    expect([change?.verdict, intervalText(change), said]).toEqual(['unknown', words, words]);
  });

  it('is compared with the reference as its base, a run with its rounds with the anchor, and the change from it is known both ways', () => {
    expect([run, whole].map(each => each.baseOf(server)?.id)).toEqual([reference.id, anchor.id]);
    for (const each of [run, whole])
      expect(each.change(metric('throughput'), each.baseOf(server) as Variant, server)?.percent).toBeTypeOf('number');
  });

  it('is drawn against the reference instead of the anchor', () => {
    const [group] = groupsOf(run);
    const rows = group?.rows ?? [];
    expect([rows.length, rows.filter(row => row.isAnchor).length]).toEqual([4, 0]);
    expect(group?.blocks.map(block => block.anchor)).toEqual(['the pinned reference']);
    for (const { metric: shown } of columnsOf(run, rows))
      expect(rows.map(row => row.change(shown))).toEqual(rows.map(row => run.change(shown, reference, row.variant)));
    expect(rows.every(row => row.change(metric('throughput')) !== null)).toBe(true);
    expect(headline(run, rows)).toBe('The variants are no longer compared with each other.');
  });

  it('has medians only where no reference was measured', () => {
    const alone = pruned({ summary: { throughput: { value: [1000, 1100, 1200, 1300], ratio: [], low: [], high: [] } } });
    const blocks = alone.document.blocks.map(block => ({ ...block, variants: block.variants.filter(id => id !== reference.id) }));
    const [group] = groupsOf(new RunIndex({ ...alone.document, blocks }, metrics));
    expect(group?.blocks.map(block => block.anchor)).toEqual([null]);
  });

  it('is never called a fair comparison: each side has its ratio to the reference', () => {
    const [a, b] = [
      { run, variant: anchor },
      { run, variant: server },
    ];
    expect(relationOf(a, b)).toBe('roundsRemoved');
    const [row] = compare(a, b, 'roundsRemoved');
    expect([row?.a, row?.b, row?.change, row?.logRatios]).toEqual([79960, 82000, null, []]);
    expect(relationOf({ run: whole, variant: anchor }, { run: whole, variant: server })).toBe('sameBlock');
  });

  it('is compared with the reference in the matrix', () => {
    const choice = {
      rows: 'runtime',
      columns: 'gc',
      filters: { scenario: 'hello-minimal' },
      metric: metric('throughput'),
      against: 'anchor',
    } as const;
    const [cells] = matrixOf(run, choice).cells;
    expect([cells?.length, ...new Set(cells?.map(cell => cell.reference?.id))]).toEqual([4, reference.id]);
    expect(cells?.[0]?.change).toEqual(run.change(metric('throughput'), reference, anchor));
  });

  it('has no picture of an upgrade, and keeps both sides of each cell', () => {
    const { rows, gaps, kept, tests } = upgradeOf(run, 'gc', 'workstation', 'server', metrics);
    expect([rows, gaps, tests]).toEqual([[], [], 0]);
    expect(kept.map(({ from, to }) => [from.id, to.id])).toEqual([[anchor.id, server.id]]);
    expect(upgradeOf(whole, 'gc', 'workstation', 'server', metrics)).toMatchObject({ gaps: [], kept: [] });
    expect(summarize(upgradeOf(whole, 'gc', 'workstation', 'server', metrics).rows, [metric('throughput')])[0]).toMatch(/^Throughput: /);
  });
});

it('takes the reference of the own cell of a variant, else the newest pin of its block', () => {
  const document = pruned().document;
  const [head, other] = document.variants as [Variant, Variant];
  const pin = (id: string, of: Variant) => ({ ...of, id, side: 'reference' });
  const pins = [pin('own', head), pin('older', other), pin('newest', document.variants[2] as Variant)];
  const last = document.variants[3] as Variant;
  const blocks = [
    { id: 'without', rounds: [], variants: [head.id, last.id] },
    { id: 'with', rounds: [], variants: [head.id, last.id, 'own', 'older', 'newest'] },
  ];
  const run = new RunIndex({ ...document, variants: [...document.variants, ...pins], blocks }, metrics);
  expect([head, last].map(variant => run.referenceOf(variant)?.id)).toEqual(['own', 'newest']);
  expect(run.referenceOf(pins[0] as Variant)).toBeNull();
});
