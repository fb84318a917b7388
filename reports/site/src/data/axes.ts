import type { Cell, Variant } from './run-document.ts';

/** The axes of the matrix, in the order of a cell's id. */
export const axes = ['scenario', 'runtime', 'gc', 'cores', 'memory'] as const;
const noLimit = 'none';

export type Axis = (typeof axes)[number];

export const axisTitle: Readonly<Record<Axis, string>> = {
  scenario: 'Scenario',
  runtime: 'Runtime',
  gc: 'GC',
  cores: 'Cores',
  memory: 'Memory limit',
};

export const isAxis = (text: string): text is Axis => (axes as readonly string[]).includes(text);

/** The value of a cell on an axis, as text. */
export const axisValue = (cell: Cell, axis: Axis) => (axis === 'memory' ? memoryText(cell) : String(cell[axis]));

/** The axes worth showing: memory only where a cell has a limit. */
export const axesOf = (cells: readonly Cell[]) => axes.filter(axis => axis !== 'memory' || cells.some(hasLimit));

/** A memory limit as it stands in ids, in the largest unit that it is a multiple of: 512MiB; none without one. */
export function memoryText({ memoryBytes }: Cell): string {
  if (memoryBytes === undefined || memoryBytes === null) return noLimit;
  const power = [3, 2, 1].find(each => memoryBytes % 1024 ** each === 0) ?? 0;
  return `${memoryBytes / 1024 ** power}${['B', 'KiB', 'MiB', 'GiB'][power]}`;
}

/** A memory limit after what stands before it; nothing without one. */
export const andMemory = (cell: Cell, separator: string) => (hasLimit(cell) ? `${separator}${memoryText(cell)}` : '');

/** The values on an axis, in the order in which they first occur; numbers ascending. */
export function axisValues(cells: readonly Cell[], axis: Axis): string[] {
  const values = [...new Set(cells.map(cell => axisValue(cell, axis)))];
  return axis === 'cores' ? values.sort((a, b) => Number(a) - Number(b)) : values;
}

const hasLimit = (cell: Cell) => memoryText(cell) !== noLimit;

/** A variant in words: its axes, and its side when that is not the usual one. */
export function variantLabel(variant: Variant): string {
  const extra = variant.id.startsWith(variant.cell.id) ? variant.id.slice(variant.cell.id.length) : '';
  return `${variant.cell.scenario} · ${variant.cell.runtime} · ${variant.cell.gc} · ${variant.cell.cores} ${variant.cell.cores === 1 ? 'core' : 'cores'}${andMemory(variant.cell, ' · ')}${extra === '' ? '' : ` ${extra}`}`;
}
