import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expandRun, tableOf } from '../../../reports/site/src/data/compact-run.ts';
import { FileProblem, type ProgramFact, type Variant } from '../../../reports/site/src/data/run-document.ts';
import { RunIndex } from '../../../reports/site/src/data/run-index.ts';
import type { Side } from '../../../reports/site/src/views/compare-model.ts';
import { environmentOf, notRecorded } from '../../../reports/site/src/views/environment-model.ts';
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

describe('what two published runs differ in beside the code', () => {
  const fact = (kind: string, name: string, value: string): ProgramFact => ({ kind, name, value });
  const facts = [fact('sdk', 'version', '10.0.400'), fact('package', 'Dapper', '2.1.35'), fact('property', 'System.GC.Server', 'True')];
  const sideOf = (run: object, table: object): Side => {
    const index = new RunIndex(
      expandRun({ ...sample('run-v2.json'), ...run }, { ...sample('table.json'), settings: {}, ...table }, metrics),
      metrics,
    );
    return { run: index, variant: index.document.variants[0] as Variant };
  };
  const published = (recorded: readonly ProgramFact[], incomplete: readonly string[] = []) =>
    sideOf(
      { artifacts: ['b'.repeat(64), 'a'.repeat(64)], programs: [null, 1], variants: { ...sample('run-v2.json').variants, artifact: [1] } },
      {
        facts: recorded,
        programs: [
          { facts: [], incomplete },
          { facts: recorded.map((_, i) => i), incomplete },
        ],
      },
    );
  const before = sideOf({}, {});
  const ofPrograms = (a: Side, b: Side) => environmentOf(a, b).filter(row => ['sdk', 'package', 'property'].includes(row.kind));

  it('is a row for each package, SDK and property of another version, or that one of them lacks', () => {
    const other = [fact('sdk', 'version', '10.0.401'), fact('package', 'Dapper', '2.1.66'), fact('package', 'Polly', '8.0.0')];
    expect(environmentOf(published(facts), published([...other, ...facts.slice(2)]))).toEqual([
      { kind: 'sdk', name: 'version', base: '10.0.400', head: '10.0.401' },
      { kind: 'package', name: 'Dapper', base: '2.1.35', head: '2.1.66' },
      { kind: 'package', name: 'Polly', base: null, head: '8.0.0' },
    ]);
    expect(environmentOf(published(facts), published(facts))).toEqual([]);
    expect(notRecorded(published(facts), published(other))).toEqual([]);
  });

  it('is not known of a run from before, which says so', () => {
    expect(ofPrograms(before, published(facts))).toEqual([]);
    expect(notRecorded(before, published(facts))).toEqual(['Not recorded for A, so not compared: SDK, packages, project properties.']);
    expect(notRecorded(published(facts), before)).toEqual(['Not recorded for B, so not compared: SDK, packages, project properties.']);
    expect(notRecorded(before, before)).toEqual(['Not recorded for A and B, so not compared: SDK, packages, project properties.']);
  });

  it('is not known of what a cut list lacks, but of what it has', () => {
    const cut = published([fact('package', 'Dapper', '2.1.66'), ...facts.filter(each => each.kind !== 'package')], ['package']);
    expect(ofPrograms(cut, published([...facts, fact('package', 'Polly', '8.0.0')]))).toEqual([
      { kind: 'package', name: 'Dapper', base: '2.1.66', head: '2.1.35' },
    ]);
    expect(notRecorded(cut, published(facts))).toEqual(['Not recorded for A, so not compared: a part of packages.']);
  });

  it('has the SDK that the settings name, and the variables of head', () => {
    const old = sideOf({}, { settings: { sdk: '9.0.300' } });
    const now = sideOf({}, { settings: { sdk: '10.0.400', headEnvironment: { DOTNET_TieredPGO: '0' } } });
    expect(environmentOf(old, now)).toEqual([
      { kind: 'sdk', name: 'version', base: '9.0.300', head: '10.0.400' },
      { kind: 'variable', name: 'DOTNET_TieredPGO', base: null, head: '0' },
    ]);
    expect(notRecorded(old, now)).toEqual(['Not recorded for A and B, so not compared: packages, project properties, a part of SDK.']);
  });
});
