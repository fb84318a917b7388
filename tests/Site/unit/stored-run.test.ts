import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expandRun, tableOf } from '../../../reports/site/src/data/compact-run.ts';
import { FileProblem } from '../../../reports/site/src/data/run-document.ts';
import { metrics } from './samples.ts';

const sample = (name: string) => JSON.parse(readFileSync(new URL(`../../../reports/samples/history/${name}`, import.meta.url), 'utf8'));
const expanded = (name: string) => expandRun(sample(name), sample('table.json'), metrics);

describe('a run of a history', () => {
  it('has a value a round, a pair a round, raw files with their names, and hashes that sha256sum prints', () => {
    const run = expanded('run-v2.json');
    expect(run.samples.filter(each => each.variant === 'hello-minimal/net8.0/workstation/2c').length).toBe(6);
    expect(run.pairs.length).toBe(4 * 6);
    expect(run.blocks[0]?.rounds[0]?.raw.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(run.blocks[0]?.rounds[1]?.raw.path).toBe(`raw/${run.blocks[0]?.id}-2.json`);
  });

  it('of a newer version is refused with its name', () => {
    expect(() => tableOf({ ...sample('run-v2.json'), schemaVersion: 3 }, 'runs/x.json')).toThrow('schemaVersion is 3');
    expect(() => tableOf({ ...sample('run-v2.json'), schemaVersion: 3 }, 'runs/x.json')).toThrow(FileProblem);
  });
});
