import type { EnvironmentDifference } from '../data/verdict.ts';
import { number } from '../text/format.ts';
import type { Side } from './compare-model.ts';

/** What two sides differ in beside what was measured, as far as their runs recorded it; and what somebody else found. */
export function environmentOf(a: Side, b: Side, found: readonly EnvironmentDifference[] = []): EnvironmentDifference[] {
  const [old, now] = [factsOf(a), factsOf(b)];
  const recorded = [...new Map([...old, ...now]).keys()]
    .filter(key => old.get(key) !== now.get(key))
    .map(key => ({ ...named(key), base: old.get(key) ?? null, head: now.get(key) ?? null }));
  const key = ({ kind, name }: EnvironmentDifference) => `${kind}: ${name}`;
  return [...recorded, ...found.filter(each => !recorded.some(other => key(other) === key(each)))];
}

const named = (key: string) => ({ kind: key.slice(0, key.indexOf(': ')), name: key.slice(key.indexOf(': ') + 2) });

function factsOf({ run, variant }: Side): Map<string, string> {
  const { machine, tool } = run.document;
  const { proof } = variant;
  const facts: [string, string | null | undefined][] = [
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
    ['gc: server', proof && `${proof.isServerGc}`],
    ['gc: latency mode', proof?.latencyMode],
    ['gc: processors', proof && `${proof.processorCount}`],
    ['gc: libraries', proof?.gcLibraries.join(', ')],
    ...Object.entries(proof?.gcConfiguration ?? {}).map(([name, value]): [string, string] => [`gc: ${name}`, value]),
  ];
  return new Map(facts.flatMap(([key, value]) => (value ? [[key, value] as const] : [])));
}
