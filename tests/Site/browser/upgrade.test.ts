import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { RunIndex } from '../../../reports/site/src/data/run-index.ts';
import type { Rules } from '../../../reports/site/src/data/same-rule.ts';
import type { Change } from '../../../reports/site/src/statistics/change.ts';
import { type UpgradeAxis, upgradeMetrics, upgradeOf } from '../../../reports/site/src/views/upgrade-model.ts';
import { sampleDocument } from '../unit/samples.ts';
import { temporaryFolder } from './browser.ts';
import { madeUp, metrics } from './made-up.ts';
import { missingProgram, program, root } from './program.ts';

/** What `report upgrade --json` says. */
interface Reported {
  readonly cases: readonly {
    readonly scenario: string;
    readonly other: string;
    readonly metrics: readonly {
      readonly metric: string;
      readonly difference: 'better' | 'worse' | 'none' | 'tooFewRounds';
      readonly percent: number | null;
      readonly lowPercent: number | null;
      readonly adjustedP: number | null;
      readonly isUndecided: boolean;
      readonly rounds: number;
    }[];
  }[];
  readonly gaps: readonly { readonly scenario: string; readonly other: string; readonly reason: string }[];
}

/** The words of the command line for a change of the site. */
const differenceOf = (change: Change) =>
  change.lowPercent === null ? 'tooFewRounds' : change.verdict === 'better' || change.verdict === 'worse' ? change.verdict : 'none';

describe.skipIf(missingProgram !== null)(`the upgrade view${missingProgram === null ? '' : ` (skipped: ${missingProgram})`}`, () => {
  let rules: Rules;

  beforeAll(() => {
    const folder = temporaryFolder();
    rules = rulesOf(folder.path);
    folder.remove();
  });

  it.each([
    ['the stored sample', sampleDocument(), 'runtime', 'net8.0', 'net10.0'],
    ['the stored sample, with a failed cell', sampleDocument(), 'runtime', 'net8.0', 'net9.0'],
    ['the stored sample, to what was not measured', sampleDocument(), 'runtime', 'net8.0', 'net11.0'],
    ['the stored sample, another GC', sampleDocument(), 'gc', 'workstation', 'datas'],
    ['20 rounds', madeUp(1, 20), 'runtime', 'net8.0', 'net10.0'],
    ['14 rounds, another GC', madeUp(2, 14), 'gc', 'server', 'datas'],
    ['10 rounds', madeUp(3, 10), 'runtime', 'net9.0', 'net10.0'],
    ['7 rounds', madeUp(4, 7), 'runtime', 'net8.0', 'net10.0'],
    ['5 rounds', madeUp(5, 5), 'runtime', 'net8.0', 'net10.0'],
    ['70 rounds', madeUp(6, 70), 'gc', 'workstation', 'server'],
  ] as const)('agrees with report upgrade: %s', (_, document, axis: UpgradeAxis, from, to) => {
    const folder = temporaryFolder();
    try {
      const file = join(folder.path, 'run.json');
      writeFileSync(file, JSON.stringify(document));
      const reported = JSON.parse(reportOf(file, from, to)) as Reported;
      const run = new RunIndex(document, metrics, rules);
      const shown = upgradeOf(run, axis, from, to, upgradeMetrics(run));

      expect(shown.gaps.map(gap => [gap.scenario, gap.reason])).toEqual(reported.gaps.map(gap => [gap.scenario, gap.reason]));
      expect(shown.rows.length).toBe(reported.cases.length);
      for (const [i, row] of shown.rows.entries()) {
        for (const each of reported.cases[i]?.metrics ?? []) {
          const change = row.changes[each.metric] as Change;
          const name = `${row.label} ${each.metric}`;
          expect([differenceOf(change), change.isUndecided, change.pairs], name).toEqual([each.difference, each.isUndecided, each.rounds]);
          if (each.lowPercent === null) expect(change.lowPercent, name).toBeNull();
          else expect(change.lowPercent, name).toBeCloseTo(each.lowPercent, 9);
          if (each.percent !== null) expect(change.percent, name).toBeCloseTo(each.percent, 9);
          if (each.adjustedP === null) expect(row.adjustedP[each.metric], name).toBeUndefined();
          else expect(row.adjustedP[each.metric], name).toBeCloseTo(each.adjustedP, 12);
        }
        expect(Object.keys(row.changes).length).toBe(reported.cases[i]?.metrics.length);
      }
    } finally {
      folder.remove();
    }
  });

  it('was compared where something is significant, something undecided, and something neither', () => {
    const shown = [madeUp(1, 20), madeUp(3, 10), madeUp(4, 7)]
      .map(document => new RunIndex(document, metrics, rules))
      .flatMap(run => upgradeOf(run, 'runtime', 'net8.0', 'net10.0', upgradeMetrics(run)).rows)
      .flatMap(row => Object.values(row.changes) as Change[]);
    const words = shown.map(change => (change.isUndecided ? 'undecided' : differenceOf(change)));
    expect([...new Set(words)].sort()).toEqual(['better', 'none', 'undecided', 'worse']);
  });
});

/** The rules that the program writes into every page, whatever its run. */
function rulesOf(folder: string): Rules {
  const file = join(folder, 'run.json');
  writeFileSync(file, JSON.stringify(sampleDocument()));
  const page = execFileSync(program, ['report', file, '--format', 'html'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  return JSON.parse(/id="perfmatrix-data"[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? '') as Rules;
}

/** Exit code 3 says that there was nothing to compare; the report is written all the same. */
function reportOf(file: string, from: string, to: string): string {
  try {
    return execFileSync(program, ['report', 'upgrade', file, '--from', from, '--to', to, '--json'], { cwd: root, encoding: 'utf8' });
  } catch (problem) {
    const { status, stdout } = problem as { status: number; stdout: string };
    if (status !== 3) throw problem;
    return stdout;
  }
}
