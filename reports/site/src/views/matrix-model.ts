import { href } from '../app/route.ts';
import { type Axis, axes, axesOf, axisTitle, axisValue, axisValues, noLimit } from '../data/axes.ts';
import { directionWords, type Metric, type Scale } from '../data/metric.ts';
import type { Status, Variant } from '../data/run-document.ts';
import type { RunIndex } from '../data/run-index.ts';
import type { Change } from '../statistics/change.ts';
import { count } from '../text/format.ts';

/** What a heat map shows: two axes, one value of each other axis, a metric, and what cells are compared with. */
export interface MatrixChoice {
  readonly rows: Axis;
  readonly columns: Axis;
  readonly filters: Readonly<Partial<Record<Axis, string>>>;
  readonly metric: Metric;
  /** `anchor`, or an axis and its value: `runtime:net8.0`. */
  readonly against: string;
}

export interface MatrixCell {
  readonly row: string;
  readonly column: string;
  /** null: the run does not have this cell. */
  readonly variant: Variant | null;
  readonly status: Status | 'notPlanned';
  readonly value: number | null;
  readonly reference: Variant | null;
  readonly change: Change | null;
}

export interface MatrixModel {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly cells: readonly (readonly MatrixCell[])[];
}

/** What became of a cell, in words. */
export const statusWords: Readonly<Record<MatrixCell['status'], string>> = {
  measured: 'measured',
  failed: 'failed',
  unavailable: 'unavailable',
  notApplicable: 'n/a',
  identical: 'identical',
  dropped: 'missing',
  notPlanned: 'not in this run',
};

/** The variants that a heat map shows: those of the code under test, not of base or reference, when there are any; of identical copies the first. */
export function shownVariants(run: RunIndex): Variant[] {
  const variants = run.document.variants.filter(variant => !variant.twin);
  const heads = variants.filter(variant => variant.side === 'head');
  return heads.length > 0 ? heads : variants;
}

/** Whether those leave a side out that a reader expects: base of a comparison. */
export const hidesBase = (run: RunIndex) =>
  run.document.variants.some(({ side }) => side === 'base') && run.document.variants.some(({ side }) => side === 'head');

/** What a heat map shows, also where its lists of choices are not: on paper. What cells are compared with comes in the words of its list. */
export function captionOf(run: RunIndex, { metric, filters }: MatrixChoice, scale: Scale, against: string): string {
  const shown = axesOf(shownVariants(run).map(variant => variant.cell));
  const values = shown.flatMap(axis => filterWords(axis, filters[axis]) ?? []).join(', ');
  const parts = [`${metric.title}, ${scale.unit} (${directionWords(metric)})`, values, `change against: ${against}`];
  return parts.filter(part => part !== '').join('; ');
}

/** The value of a filter without its title; most need none. */
function filterWords(axis: Axis, value: string | undefined): string | undefined {
  if (axis === 'cores' && value !== undefined) return count(Number(value), 'core');
  return value === noLimit ? `${axisTitle[axis]}: ${value}` : value;
}

/** Builds the heat map of a run. */
export function matrixOf(run: RunIndex, choice: MatrixChoice): MatrixModel {
  const variants = shownVariants(run).filter(variant =>
    axes.every(axis => [undefined, axisValue(variant.cell, axis)].includes(choice.filters[axis])),
  );
  const cells = variants.map(variant => variant.cell);
  const [rows, columns] = [axisValues(cells, choice.rows), axisValues(cells, choice.columns)];
  const byPlace = new Map(
    variants.map(variant => [place(axisValue(variant.cell, choice.rows), axisValue(variant.cell, choice.columns)), variant]),
  );
  return {
    rows,
    columns,
    cells: rows.map(row => columns.map(column => cellOf(run, choice, row, column, byPlace.get(place(row, column)) ?? null))),
  };
}

function cellOf(run: RunIndex, choice: MatrixChoice, row: string, column: string, variant: Variant | null): MatrixCell {
  if (variant === null) return { row, column, variant, status: 'notPlanned', value: null, reference: null, change: null };
  const reference = referenceOf(run, variant, choice.against);
  const isItself = reference === null || reference.id === variant.id;
  const change = isItself ? null : run.change(choice.metric, reference, variant);
  return { row, column, variant, status: variant.status, value: run.value(variant.id, choice.metric.name), reference, change };
}

/** What a variant is compared with: the base of its run, or its sibling with another value on one axis. */
export function referenceOf(run: RunIndex, variant: Variant, against: string): Variant | null {
  const mark = against.indexOf(':');
  if (mark < 0) return run.baseOf(variant);
  const [axis, value] = [against.slice(0, mark) as Axis, against.slice(mark + 1)];
  const wanted = axes.map(each => (each === axis ? value : axisValue(variant.cell, each))).join('\n');
  return (
    run.document.variants.find(
      other => other.side === variant.side && !other.twin && axes.map(each => axisValue(other.cell, each)).join('\n') === wanted,
    ) ?? null
  );
}

/** The comparison behind a cell; one that would be compared with itself leaves open with what. */
export const comparisonOf = (variant: Variant, reference: Variant | null, metric: Metric, run: string | null) =>
  href('compare', { run, a: reference?.id === variant.id ? null : reference?.id, b: variant.id, metric: metric.name });

const place = (row: string, column: string) => `${row}\n${column}`;
