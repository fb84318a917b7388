import { count } from '../text/format.ts';
import type { CellAxes, Variant } from './run-document.ts';

/** The optional axes: what an application may use at most, as text; null without a limit. */
const limits = { memory: memoryText, cpuLimit: cpuText } as const;

type Limit = keyof typeof limits;
export type Axis = 'scenario' | 'runtime' | 'gc' | 'cores' | Limit;

export const axisTitle: Readonly<Record<Axis, string>> = {
  scenario: 'Scenario',
  runtime: 'Runtime',
  gc: 'GC',
  cores: 'Cores',
  memory: 'Memory limit',
  cpuLimit: 'CPU limit',
};

/** The axes of the matrix, in the order of a cell's id. */
export const axes = Object.keys(axisTitle) as readonly Axis[];
const optional = Object.keys(limits) as readonly Limit[];
/** The value of a limit that a cell does not have. */
export const noLimit = 'none';

export const isAxis = (text: string): text is Axis => (axes as readonly string[]).includes(text);

const isLimit = (axis: Axis): axis is Limit => axis in limits;

/** The axes whose values are names: those that are searched and that tell variants of one core count apart. */
export const namedAxes: readonly Axis[] = ['scenario', 'runtime', 'gc'];

/** The value of a cell on an axis, as text. */
export const axisValue = (cell: CellAxes, axis: Axis) => (isLimit(axis) ? (limits[axis](cell) ?? noLimit) : String(cell[axis]));

/** Whether a cell was taken over from another tool: it has a benchmark where ours have a GC mode, and no cores (ActionBenchmarkImport). */
export const isImported = ({ runtime }: CellAxes) => runtime === 'imported';

/** The title of an axis over some cells. */
export const titleOver = (cells: readonly CellAxes[], axis: Axis) =>
  axis === 'gc' && cells.length > 0 && cells.every(isImported) ? 'Benchmark' : axisTitle[axis];

/** The axes worth showing: a limit only where a cell has one, cores where one says how many. */
export const axesOf = (cells: readonly CellAxes[]) => axes.filter(axis => isTold(cells, axis));

function isTold(cells: readonly CellAxes[], axis: Axis): boolean {
  if (isLimit(axis)) return cells.some(cell => axisValue(cell, axis) !== noLimit);
  return axis !== 'cores' || !cells.every(isImported);
}

/** A memory limit as it stands in ids, in the largest unit that it is a multiple of: 512MiB. */
export function memoryText({ memoryBytes }: CellAxes): string | null {
  if (memoryBytes === undefined || memoryBytes === null) return null;
  const power = [3, 2, 1].find(each => memoryBytes % 1024 ** each === 0) ?? 0;
  return `${memoryBytes / 1024 ** power}${['B', 'KiB', 'MiB', 'GiB'][power]}`;
}

/** A CPU limit as it stands in ids, in cores if it is a whole number of them: cpu-500m. */
export function cpuText({ cpuMillicores }: CellAxes): string | null {
  if (cpuMillicores === undefined || cpuMillicores === null) return null;
  return `cpu-${cpuMillicores % 1000 === 0 ? cpuMillicores / 1000 : `${cpuMillicores}m`}`;
}

/** The limits of a cell after what stands before them; nothing without any. */
export const andLimits = (cell: CellAxes, separator: string) =>
  optional
    .map(axis => limits[axis](cell))
    .filter(text => text !== null)
    .map(text => `${separator}${text}`)
    .join('');

/** The values on an axis, in the order in which they first occur; numbers ascending. */
export function axisValues(cells: readonly CellAxes[], axis: Axis): string[] {
  const values = [...new Set(cells.map(cell => axisValue(cell, axis)))];
  return axis === 'cores' ? values.sort((a, b) => Number(a) - Number(b)) : values;
}

/** A variant in words: side and number of the copy first where its run has several, because a phone shows no more than the beginning; then its axes. */
export function variantLabel({ cell, side, twin }: Variant, hasSides: boolean): string {
  const copy = hasSides || twin ? [`${side}${twin ? `#${twin}` : ''}`] : [];
  if (isImported(cell)) return [...copy, cell.scenario, cell.gc].join(' · ');
  return [...copy, cell.scenario, cell.runtime, cell.gc, `${count(cell.cores, 'core')}${andLimits(cell, ' · ')}`].join(' · ');
}
