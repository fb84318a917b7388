import type { Settings } from '../data/run-document.ts';
import type { RunIndex } from '../data/run-index.ts';
import type { EnvironmentDifference } from '../data/verdict.ts';
import { number } from '../text/format.ts';
import type { Side } from './compare-model.ts';
import type { UpgradeRow } from './upgrade-model.ts';

/** What may be unknown of a side, in words: an older run has nothing of its programs, and without a probe nobody told of the GC. */
const kinds: Readonly<Record<string, string>> = { sdk: 'SDK', package: 'packages', property: 'project properties', gc: 'GC settings' };

/** What two sides differ in beside what was measured, as far as both runs recorded it. */
export function environmentOf(a: Side, b: Side): EnvironmentDifference[] {
  const [old, now] = [factsOf(a), factsOf(b)];
  const isKnown = (side: Side, facts: ReadonlyMap<string, string>, key: string) =>
    facts.has(key) || !incompleteOf(side).includes(named(key).kind);
  return [...new Map([...old, ...now]).keys()]
    .filter(key => old.get(key) !== now.get(key) && isKnown(a, old, key) && isKnown(b, now, key))
    .map(key => ({ ...named(key), base: old.get(key) ?? null, head: now.get(key) ?? null }));
}

/** What couples of one run differ in beside their code, each difference once. */
export function environmentOfAll(run: RunIndex, couples: readonly Pick<UpgradeRow, 'from' | 'to'>[]): EnvironmentDifference[] {
  const all = couples.flatMap(({ from, to }) => environmentOf({ run, variant: from }, { run, variant: to }));
  return [...new Map(all.filter(({ kind }) => kind !== 'program').map(each => [JSON.stringify(each), each])).values()];
}

/** What the runs of two sides did not record: there nobody knows whether they differ. */
export function notRecorded(a: Side, b: Side): string[] {
  const [ofA, ofB] = [lackOf(a), lackOf(b)];
  const said =
    ofA === ofB
      ? [['A and B', ofA] as const]
      : ([
          ['A', ofA],
          ['B', ofB],
        ] as const);
  return said.flatMap(([name, lack]) => (lack === '' ? [] : [`Not recorded for ${name}, so not compared: ${lack}.`]));
}

function lackOf(side: Side): string {
  const known = new Set([...factsOf(side).keys()].map(key => named(key).kind));
  const lack = incompleteOf(side);
  const word = (kind: string) => kinds[kind] ?? kind;
  const nothing = lack.filter(kind => !known.has(kind)).map(word);
  const parts = lack.filter(kind => known.has(kind)).map(kind => `a part of ${word(kind)}`);
  return [...nothing, ...parts].join(', ');
}

const programOf = ({ run, variant }: Side) => run.document.programs?.find(program => program.artifactHash === variant.artifactHash);

const incompleteOf = (side: Side): readonly string[] => [
  ...(programOf(side)?.incomplete ?? ['sdk', 'package', 'property']),
  ...(side.variant.proof ? [] : ['gc']),
];

const named = (key: string) => ({ kind: key.slice(0, key.indexOf(': ')), name: key.slice(key.indexOf(': ') + 2) });

function factsOf(side: Side): Map<string, string> {
  const { machine, tool, settings } = side.run.document;
  const { variant } = side;
  const { proof } = variant;
  const ofHead: Settings = variant.side === 'head' ? settings : {};
  const facts: [string, unknown][] = [
    ['machine: CPU', machine.cpuModel],
    ['machine: cores', `${machine.cores}`],
    ['machine: memory', `${number(machine.memoryBytes / 1024 ** 3, 1)} GiB`],
    ['machine: system', machine.os],
    ['machine: kernel', machine.kernel],
    ['machine: driver', machine.driver],
    ['machine: image', machine.runnerImage],
    ['machine: perfmatrix', tool.version],
    ['runtime: .NET', proof?.frameworkDescription ?? variant.cell.runtimeVersion],
    ['program: SHA-256', variant.artifactHash?.slice(0, 12)],
    ['sdk: version', ofHead.sdk],
    ...(programOf(side)?.facts ?? []).map(({ kind, name, value }): [string, string] => [`${kind}: ${name}`, value]),
    ...Object.entries(ofHead.headEnvironment ?? {}).map(([name, value]): [string, unknown] => [`variable: ${name}`, value]),
    ['gc: server', proof && `${proof.isServerGc}`],
    ['gc: latency mode', proof?.latencyMode],
    ['gc: processors', proof && `${proof.processorCount}`],
    ['gc: libraries', proof?.gcLibraries.join(', ')],
    ...Object.entries(proof?.gcConfiguration ?? {}).map(([name, value]): [string, string] => [`gc: ${name}`, value]),
  ];
  return new Map(facts.flatMap(([key, value]) => (value ? [[key, String(value)] as const] : [])));
}
