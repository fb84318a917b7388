import type { Cell, Variant } from './run-document.ts';

/** The axes of the matrix, in the order of a cell's id. */
export const axes = ['scenario', 'runtime', 'gc', 'cores'] as const;
export type Axis = (typeof axes)[number];

export const axisTitle: Readonly<Record<Axis, string>> = { scenario: 'Scenario', runtime: 'Runtime', gc: 'GC', cores: 'Cores' };

export const isAxis = (text: string): text is Axis => (axes as readonly string[]).includes(text);

/** The value of a cell on an axis, as text. */
export const axisValue = (cell: Cell, axis: Axis) => String(cell[axis]);

/** The values on an axis, in the order in which they first occur; numbers ascending. */
export function axisValues(cells: readonly Cell[], axis: Axis): string[] {
  const values = [...new Set(cells.map(cell => axisValue(cell, axis)))];
  return axis === 'cores' ? values.sort((a, b) => Number(a) - Number(b)) : values;
}

/** A variant in words: its axes, and its side when that is not the usual one. */
export function variantLabel(variant: Variant): string {
  const extra = variant.id.startsWith(variant.cell.id) ? variant.id.slice(variant.cell.id.length) : '';
  return `${variant.cell.scenario} · ${variant.cell.runtime} · ${variant.cell.gc} · ${variant.cell.cores} ${variant.cell.cores === 1 ? 'core' : 'cores'}${extra === '' ? '' : ` ${extra}`}`;
}
