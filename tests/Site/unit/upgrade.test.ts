import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RunDocument } from '../../../reports/site/src/data/run-document.ts';
import { RunIndex } from '../../../reports/site/src/data/run-index.ts';
import { workflowOf, workflowRunOf, workflowRunsOf } from '../../../reports/site/src/data/workflow-run.ts';
import { adjusted } from '../../../reports/site/src/statistics/benjamini-hochberg.ts';
import { type Change, isSignificant } from '../../../reports/site/src/statistics/change.ts';
import { twoSidedP } from '../../../reports/site/src/statistics/signed-rank-test.ts';
import { codeNotes } from '../../../reports/site/src/views/code-notes.ts';
import { environmentOfAll } from '../../../reports/site/src/views/environment-model.ts';
import {
  lackedAxes,
  questionOf,
  roundsFor,
  summarize,
  type UpgradeRow,
  upgradeAxes,
  upgradeOf,
  upgradeValues,
} from '../../../reports/site/src/views/upgrade-model.ts';
import { comparedDocument, metric, metrics, sampleDocument, sampleRun } from './samples.ts';

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
    expect(gaps.map(gap => gap.label)).toEqual(['hello-controllers · datas · 2 cores']);
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
    expect(questionOf('memory', 'none', '512MiB')).toBe('What does a memory limit of 512MiB bring over no memory limit?');
    expect(questionOf('cpuLimit', 'cpu-2', 'cpu-500m')).toBe('What does a CPU limit of 500m bring over a CPU limit of 2?');
    expect(questionOf('code', 'base', 'head')).toBe('What does head bring over base?');
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
    expect([upgradeAxes(sampleRun()), lackedAxes(sampleRun())]).toEqual([
      ['runtime', 'gc', 'cores'],
      ['code', 'memory', 'cpuLimit'],
    ]);
    expect([upgradeAxes(run), lackedAxes(run)]).toEqual([
      ['runtime', 'gc', 'cores', 'memory'],
      ['code', 'cpuLimit'],
    ]);
    const { rows } = upgradeOf(run, 'memory', 'none', '512MiB', metrics);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows[0]?.label).toMatch(/^hello-controllers · net\d+\.0 · \w+ · 2 cores$/);
    expect(rows.every(row => row.label === `hello-controllers · ${row.rest}`)).toBe(true);
  });

  it('to more cores compares nothing, because a block has as many for all', () => {
    const { rows, gaps } = upgradeOf(sampleRun(), 'cores', '1', '2', metrics);
    expect([rows.length, gaps.length]).toEqual([0, sampleDocument().variants.length]);
  });

  it('is summed up with what most cells show first, the typical size, and its spread over cells', () => {
    const said = (...sizes: readonly (readonly ['better' | 'worse' | 'unknown', number])[]) => {
      const of = sizes.map(([verdict, percent]) => ({ changes: { peakRss: { verdict, percent, lowPercent: percent - 1 } } }));
      return summarize(of as unknown as readonly UpgradeRow[], [metric('peakRss')])[0];
    };
    const none = ['unknown', 0.2] as const;
    expect(said(['better', -4], ['better', -8], ['better', -5], none)).toBe(
      'Peak RSS: better in 3 of 4 cells, typically −5.0 %, from −4.0 to −8.0 %; no difference found in 1.',
    );
    expect(said(['better', -0.8], ['worse', 1], ['worse', 2], none, none, none)).toBe(
      'Peak RSS: no difference found in 3 of 6 cells; worse in 2, from +1.0 to +2.0 %; better in 1, −0.8 %.',
    );
    expect(said(['worse', 3])).toBe('Peak RSS: worse in 1 of 1 cell, +3.0 %.');
  });

  it('knows how many rounds always suffice', () => expect(2 / 2 ** roundsFor(36)).toBeLessThanOrEqual(0.05 / 36));
});

/** Numbers that UpgradeReportTests judges, too. */
interface CountedCase {
  readonly what: string;
  readonly base: number;
  readonly heads: readonly number[];
  readonly expected: string;
}

describe('a metric that hardly varies', () => {
  const cases: readonly CountedCase[] = JSON.parse(readFileSync(new URL('../../Shared/counted-changes.json', import.meta.url), 'utf8'));
  const allocated = { ...metric('peakRss'), name: 'allocatedPerRequest' };
  const rules = { upgrade: { countedPercent: 1, metrics: [{ name: allocated.name, countedAmount: 8 }] } };
  const ids = ['net8.0', 'net10.0'].map(runtime => `hello-controllers/${runtime}/workstation/2c`);

  it.each(cases)('has changed where nine of ten rounds differ by more than an amount and a percent: $what', ({ base, heads, expected }) => {
    const document = sampleDocument();
    const samples = heads.flatMap((head, i) =>
      ids.map((variant, side) => ({
        variant,
        round: i + 1,
        block: document.blocks[0]?.id ?? '',
        metrics: { [allocated.name]: side === 0 ? base : head },
      })),
    );
    const variants = document.variants.filter(({ id }) => ids.includes(id));
    const run = new RunIndex({ ...document, variants, samples, pairs: [] }, [allocated], rules);
    const change = upgradeOf(run, 'runtime', 'net8.0', 'net10.0', [allocated]).rows[0]?.changes[allocated.name] as Change;
    expect(change.lowPercent === null ? 'tooFewRounds' : isSignificant(change) ? change.verdict : 'none').toBe(expected);
  });
});

describe('an exchange of the code', () => {
  const run = new RunIndex(comparedDocument(), metrics);

  it('is offered first where both sides were measured; a pinned reference is none, and other axes compare head alone', () => {
    expect([upgradeAxes(run)[0], upgradeValues(run, 'code')]).toEqual(['code', ['base', 'head']]);
    const pinned = comparedDocument().variants.map(variant => (variant.side === 'base' ? { ...variant, side: 'reference' } : variant));
    expect(upgradeAxes(new RunIndex({ ...comparedDocument(), variants: pinned }, metrics))).not.toContain('code');
    const sides = upgradeOf(run, 'runtime', 'net8.0', 'net10.0', metrics).rows.flatMap(row => [row.from.side, row.to.side]);
    expect(new Set(sides)).toEqual(new Set(['head']));
  });

  it('compares base and head of every cell, with all pairs of their copies, and names what one of them lacks', () => {
    const { rows, gaps, pairsARound, fewestRounds } = upgradeOf(run, 'code', 'base', 'head', metrics);
    expect(rows.map(row => [row.from.id, row.to.id])).toContainEqual([
      'hello-controllers/net10.0/server/2c@base',
      'hello-controllers/net10.0/server/2c',
    ]);
    expect(rows.map(row => row.label)).toContain('hello-controllers · net10.0 · server · 2 cores');
    expect([rows.length, pairsARound]).toEqual([8, 2]);
    const alone = new RunIndex({ ...comparedDocument(), variants: comparedDocument().variants.filter(variant => !variant.twin) }, metrics);
    const single = upgradeOf(alone, 'code', 'base', 'head', metrics);
    const pairs = (of: readonly UpgradeRow[]) => of.flatMap(({ changes }) => metrics.map(({ name }) => changes[name]?.pairs ?? Number.NaN));
    expect(pairs(rows)).toEqual(pairs(single.rows).map(each => 2 * each));
    expect([single.pairsARound, single.fewestRounds]).toEqual([1, fewestRounds]);
    for (const { changes } of rows) {
      expect(changes.peakRss?.percent).toBeCloseTo(25, 6);
      expect(changes.throughput?.percent).toBeCloseTo(-20, 6);
    }
    expect(gaps.map(gap => gap.reason)).toContainEqual(expect.stringMatching(/^base failed: .*; head failed: /));
  });

  it('says what base and head are, and which packages and properties of the build differ, each once', () => {
    const { rows } = upgradeOf(run, 'code', 'base', 'head', metrics);
    const differences = environmentOfAll(run, rows);
    expect(differences).toEqual([
      { kind: 'package', name: 'Dapper', base: '2.1.35', head: '2.1.66' },
      { kind: 'property', name: 'ReadyToRun', base: null, head: 'True' },
    ]);
    const [{ from, to }] = rows as [UpgradeRow];
    expect(codeNotes(run, from, to, differences)).toEqual([
      'From base, commit bbbbbbbb, to head, commit aaaaaaaa.',
      'Also different: package Dapper 2.1.35 → 2.1.66, property ReadyToRun none → True.',
    ]);
    const local = new RunIndex({ ...run.document, source: { ...run.document.source, dirty: true } }, metrics);
    const many = Array.from({ length: 7 }, (_, i) => ({ kind: 'package', name: `P${i}`, base: '1', head: '2' }));
    const [sides, told] = codeNotes(local, { ...to, sha: null }, to, many);
    expect(sides).toBe('From head, commit unknown, to head, commit aaaaaaaa with local changes.');
    expect(told).toMatch(/package P4 1 → 2, and 2 more\.$/);
    expect(codeNotes(run, from, to, [])[1]).toBe('Nothing else that the run recorded differs.');
  });
});

describe('the workflow run of a run', () => {
  const source = { repository: 'https://example.com/owner/repository.git', sha: null, ref: null, dirty: false };

  it('is known from the id that github publish gives', () =>
    expect(workflowRunOf({ id: '20261121T075012345Z-gh4711-2-0a1b2c', source })).toEqual({
      name: 'workflow run 4711, attempt 2',
      address: 'https://example.com/owner/repository/actions/runs/4711/attempts/2',
    }));

  it('has several documents, one a kind of machine and attempt', () => {
    const documents = ['2026-7f3a', '2026-gh7-1-a', '2026-gh7-1-b', '2026-gh7-2-a', '2026-gh71-1-a', '2026-gh71-1-b'].map(id => ({ id }));
    expect(new Set(documents.map(({ id }) => workflowOf(id))).size).toBe(3);
  });

  it('is not known elsewhere, and other addresses are no links', () => {
    expect(workflowRunOf({ id: '20261121T075012345Z-7f3a', source })).toBeNull();
    expect(workflowRunOf({ id: '20261121T-gh1-1-0', source: { ...source, repository: 'javascript:alert(1)//' } })).toBeNull();
    expect(workflowRunOf({ id: '20261121T-gh1-1-0', source: { ...source, repository: null } })).toBeNull();
  });

  it('stands among all those of the repository, where that has an https address', () => {
    expect(workflowRunsOf(source.repository)).toBe('https://example.com/owner/repository/actions');
    for (const other of ['generated/repository', 'https://gitlab.com/owner/repository', 'javascript:alert(1)//', null, undefined])
      expect(workflowRunsOf(other)).toBeNull();
  });
});
