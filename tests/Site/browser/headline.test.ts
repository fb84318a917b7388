import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RunIndex } from '../../../reports/site/src/data/run-index.ts';
import { headline } from '../../../reports/site/src/views/headline.ts';
import { groupsOf } from '../../../reports/site/src/views/picture-model.ts';
import { comparedDocument, sampleDocument } from '../unit/samples.ts';
import { temporaryFolder } from './browser.ts';
import { madeUp, metrics } from './made-up.ts';
import { missingProgram, program, root } from './program.ts';

const sample = sampleDocument();
const [anchor] = sample.blocks[0]?.variants ?? [];

describe.skipIf(missingProgram !== null)(`the headline of a run${missingProgram === null ? '' : ` (skipped: ${missingProgram})`}`, () => {
  it.each([
    ['the stored sample', sample],
    ['20 rounds', madeUp(1, 20)],
    ['14 rounds', madeUp(2, 14)],
    ['10 rounds', madeUp(3, 10)],
    ['7 rounds', madeUp(4, 7)],
    ['5 rounds', madeUp(5, 5)],
    [
      'an anchor that failed',
      { ...sample, variants: sample.variants.map(each => (each.id === anchor ? { ...each, status: 'failed' } : each)) },
    ],
    ['a single variant', { ...sample, variants: sample.variants.slice(0, 1) }],
    ['a comparison', comparedDocument()],
    ['a second side', { ...sample, variants: sample.variants.map((each, i) => (i % 2 === 1 ? { ...each, side: 'base' } : each)) }],
  ] as const)('is that of the command line: %s', (_, document) => {
    const folder = temporaryFolder();
    try {
      const file = join(folder.path, 'run.json');
      writeFileSync(file, JSON.stringify(document));
      const text = execFileSync(program, ['report', file, '--format', 'markdown'], { cwd: root, encoding: 'utf8' });
      const said = [...text.matchAll(/^\*\*(.*)\*\*$/gm)]
        .map(match => (match[1] ?? '').replaceAll(/\\(.)/g, '$1').replaceAll('&#64;', '@'))
        .filter(line => line !== 'Notes');

      const run = new RunIndex(document as typeof sample, metrics);
      expect(groupsOf(run).map(group => headline(run, group.rows).replaceAll('−', '-'))).toEqual(said);
    } finally {
      folder.remove();
    }
  });
});
