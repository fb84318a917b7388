import { href } from '../app/route.ts';
import { type Axis, axes, axesOf, axisTitle, axisValue, axisValues, noLimit } from '../data/axes.ts';
import { directionWords, type Metric, type Scale } from '../data/metric.ts';
import type { Status, Variant } from '../data/run-document.ts';
import type { RunIndex } from '../data/run-index.ts';
import type { Change } from '../statistics/change.ts';
import { count } from '../text/format.ts';
import { groupBy } from '../text/group.ts';

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

/** A cell and what it is compared with. */
interface Compared {
  readonly variant: Variant | null;
  readonly reference: Variant | null;
}

/**
 * What each measured cell is compared with, by name: the values on the axes on which that is not the cell itself everywhere. Two names are two things that changes must not be
 * added up over: the anchors of several blocks. Bases, each of its own cell, have one name, which is empty. Cells that are compared with themselves have none.
 */
export function referenceNames<T extends Compared>(cells: readonly T[]): ReadonlyMap<T, string> {
  const pairs = cells.flatMap(cell => {
    const { variant, reference } = cell;
    return variant?.status !== 'measured' || reference === null || reference.id === variant.id ? [] : [{ cell, variant, reference }];
  });
  const differs = (axis: Axis) => pairs.some(({ variant, reference }) => axisValue(variant.cell, axis) !== axisValue(reference.cell, axis));
  const told = axes.filter(differs);
  const nameOf = (reference: Variant) => told.map(axis => filterWords(axis, axisValue(reference.cell, axis))).join(' ');
  return new Map(pairs.map(({ cell, reference }) => [cell, nameOf(reference)]));
}

/** The names of `referenceNames`, each once. */
export const distinct = (names: ReadonlyMap<unknown, string>) => [...new Set(names.values())];

/** What cells are compared with where nobody chose: the anchors of their blocks; where these differ, the first sibling that most cells were measured beside. */
export function usualAgainst(run: RunIndex, filters: MatrixChoice['filters'], siblings: readonly string[]): string {
  const variants = filtered(run, filters);
  const comparedWith = (against: string) => variants.map(variant => ({ variant, reference: referenceOf(run, variant, against) }));
  const names = referenceNames(comparedWith('anchor'));
  if (distinct(names).length < 2) return 'anchor';
  const isBeside = ({ variant, reference }: Compared) =>
    variant !== null && reference?.status === 'measured' && run.commonBlock(reference.id, variant.id) !== null;
  const counts = siblings.map(against => [...referenceNames(comparedWith(against)).keys()].filter(isBeside).length);
  const most = Math.max(0, ...counts);
  return (2 * most > names.size && siblings[counts.indexOf(most)]) || 'anchor';
}

/** What cells are compared with, in the words of its list, and which cell an anchor is; where there are several, each cell says which. */
export function againstWords(words: string, against: string, references: readonly string[]): string {
  if (against !== 'anchor' || references.join('') === '') return words;
  return `${words}, ${references.length > 1 ? `one of ${references.length}, named in each cell` : references[0]}`;
}

/** How the changes of a heat map count together; those against different references, whose names are given, do not. */
export function summaryOf(cells: readonly MatrixCell[], names: ReadonlyMap<MatrixCell, string>, { metric }: MatrixChoice): string {
  const compared = [...names].filter(([{ change }]) => change !== null);
  const groups = groupBy(compared, ([, name]) => name);
  const words = [...groups].map(([name, group]) => {
    const of = (verdict: string) => group.filter(([{ change }]) => change?.verdict === verdict).length;
    const [better, worse] = [of('better'), of('worse')];
    const against = groups.size > 1 ? `against ${name} ` : '';
    return `${against}${better} better, ${worse} worse, ${group.length - better - worse} without a difference found`;
  });
  const missing = cells.filter(cell => cell.status === 'failed' || cell.status === 'unavailable').length;
  return `${metric.title}: ${words.join('; ') || 'nothing is compared'}${missing > 0 ? `; ${missing} not measured` : ''}.`;
}

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
  const variants = filtered(run, choice.filters);
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

const filtered = (run: RunIndex, filters: MatrixChoice['filters']) =>
  shownVariants(run).filter(({ cell }) => axes.every(axis => [undefined, axisValue(cell, axis)].includes(filters[axis])));

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
  const isSibling = ({ cell }: Variant) =>
    axes.every(each => axisValue(cell, each) === (each === axis ? value : axisValue(variant.cell, each)));
  return run.document.variants.find(other => other.side === variant.side && !other.twin && isSibling(other)) ?? null;
}

/** The comparison behind a cell; one that would be compared with itself leaves open with what. */
export const comparisonOf = (variant: Variant, reference: Variant | null, metric: Metric, run: string | null) =>
  href('compare', { run, a: reference?.id === variant.id ? null : reference?.id, b: variant.id, metric: metric.name });

const place = (row: string, column: string) => `${row}\n${column}`;
