import { describe, expect, it } from 'vitest';
import type { RunDocument } from '../../../reports/site/src/data/run-document.ts';
import { RunIndex } from '../../../reports/site/src/data/run-index.ts';
import { workflowRunOf } from '../../../reports/site/src/data/workflow-run.ts';
import { adjusted } from '../../../reports/site/src/statistics/benjamini-hochberg.ts';
import { twoSidedP } from '../../../reports/site/src/statistics/signed-rank-test.ts';
import { questionOf, roundsFor, upgradeAxes, upgradeOf } from '../../../reports/site/src/views/upgrade-model.ts';
import { metrics, sampleDocument, sampleRun } from './samples.ts';

describe('the correction for many comparisons', () => {
  // The example of Benjamini and Hochberg (1995), section 4.2, with R's p.adjust(method = "BH").
  it('is that of Benjamini and Hochberg', () => {
    const p = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1];
    const result = adjusted(p);
    expect(result.map(value => Number(value.toFixed(4))).slice(0, 5)).toEqual([0.0015, 0.003, 0.0095, 0.0356, 0.0603]);
    expect(result.filter(value => value <= 0.05).length).toBe(4);
  });

  it('keeps the order given, and never falls with p', () => expect(adjusted([0.5, 0.01, 0.5])).toEqual([0.5, 0.03, 0.5]));

  it('of nothing is nothing', () => expect(adjusted([])).toEqual([]));
});

describe('the signed-rank test', () => {
  it('has the exact p value: 2 / 2^n when all agree', () => expect(twoSidedP([1, 2, 3, 4, 5, 6])).toBe(2 / 64));

  it('shares ranks among ties and leaves zeros out of the signs', () => {
    // All 4 sign patterns of two ties: 2 of 4 are as extreme as both above 0.
    expect(twoSidedP([1, 1])).toBe(0.5);
    expect(twoSidedP([0, 1, 1])).toBe(0.5);
    expect(twoSidedP([0, 0])).toBe(1);
  });

  it('does not depend on signs alone or on the order', () => expect(twoSidedP([3, -1, 2])).toBe(twoSidedP([2, 3, -1])));
});

describe('an upgrade', () => {
  it('states the cells that one of both lacks, with the reason', () => {
    const { rows, gaps } = upgradeOf(sampleRun(), 'runtime', 'net8.0', 'net9.0', metrics);
    expect(rows.length).toBe(2);
    expect(gaps.map(gap => gap.label)).toEqual(['hello-controllers · datas · 2c']);
    expect(gaps[0]?.reason).toMatch(/^net9\.0 failed: all 6 rounds failed, the first because: exited with code 134/);
  });

  it('to a runtime that was not measured says so of every cell', () => {
    const { rows, gaps } = upgradeOf(sampleRun(), 'runtime', 'net8.0', 'net11.0', metrics);
    expect(rows).toEqual([]);
    expect(gaps.length).toBeGreaterThan(2);
    expect(gaps.every(gap => gap.reason.includes('net11.0'))).toBe(true);
  });

  it('of two that were never in one block is a gap', () => {
    const document: RunDocument = sampleDocument();
    const blocks = document.blocks.map(block => ({ ...block, variants: block.variants.filter(variant => !variant.includes('net10.0')) }));
    const { rows, gaps } = upgradeOf(new RunIndex({ ...document, blocks }, metrics), 'runtime', 'net8.0', 'net10.0', metrics);
    expect(rows).toEqual([]);
    expect(gaps.filter(gap => gap.reason.includes('not measured in the same block')).length).toBe(3);
  });

  it('is asked for in the words of what is exchanged', () => {
    expect(questionOf('runtime', 'net8.0', 'net10.0')).toBe('What does .NET 10 bring over .NET 8?');
    expect(questionOf('runtime', 'net10.0@10.0.11', 'net10.0@10.0.14')).toBe('What does .NET 10@10.0.14 bring over .NET 10@10.0.11?');
    expect(questionOf('gc', 'server', 'datas')).toBe('What does DATAS bring over server GC?');
    expect(questionOf('cores', '1', '4')).toBe('What do 4 cores bring over 1 core?');
    expect(questionOf('memory', 'none', '512MiB')).toBe('What does 512MiB bring over no memory limit?');
  });

  it('exchanges what a run has two of, whatever axis it is on, and names a cell by the others', () => {
    const document = sampleDocument();
    const limited = document.variants.map(variant => ({
      ...variant,
      id: `${variant.id}/512MiB`,
      cell: { ...variant.cell, id: `${variant.cell.id}/512MiB`, memoryBytes: 512 * 1024 ** 2 },
    }));
    const variants = [...document.variants, ...limited];
    const of = (ids: readonly string[]) => [...ids, ...ids.map(id => `${id}/512MiB`)];
    const run = new RunIndex(
      {
        ...document,
        variants,
        blocks: document.blocks.map(block => ({ ...block, variants: of(block.variants) })),
        samples: [...document.samples, ...document.samples.map(sample => ({ ...sample, variant: `${sample.variant}/512MiB` }))],
      },
      metrics,
    );
    expect(upgradeAxes(document.variants)).not.toContain('memory');
    expect(upgradeAxes(variants)).toContain('memory');
    const { rows } = upgradeOf(run, 'memory', 'none', '512MiB', metrics);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows[0]?.label).toMatch(/^hello-controllers · net\d+\.0 · \w+ · 2c$/);
    expect(rows.every(row => row.label === `hello-controllers · ${row.rest}`)).toBe(true);
  });

  it('knows how many rounds always suffice', () => expect(2 / 2 ** roundsFor(36)).toBeLessThanOrEqual(0.05 / 36));
});

describe('the workflow run of a run', () => {
  const source = { repository: 'https://example.com/owner/repository.git', sha: null, ref: null, dirty: false };

  it('is known from the id that github publish gives', () =>
    expect(workflowRunOf({ id: '20261121T075012345Z-gh4711-2-0a1b2c', source })).toEqual({
      name: 'workflow run 4711, attempt 2',
      address: 'https://example.com/owner/repository/actions/runs/4711/attempts/2',
    }));

  it('is not known elsewhere, and other addresses are no links', () => {
    expect(workflowRunOf({ id: '20261121T075012345Z-7f3a', source })).toBeNull();
    expect(workflowRunOf({ id: '20261121T-gh1-1-0', source: { ...source, repository: 'javascript:alert(1)//' } })).toBeNull();
    expect(workflowRunOf({ id: '20261121T-gh1-1-0', source: { ...source, repository: null } })).toBeNull();
  });
});
