import type { HistoryCell } from '../data/history-files.ts';
import { count } from '../text/format.ts';

/** Cells in a few words: how many there are, what they have in common, and whether they are all that have it. */
export function place(changed: readonly HistoryCell[], all: readonly HistoryCell[]): string {
  const [first] = changed;
  if (first === undefined) return 'cells that the catalogue does not have';
  if (changed.length === 1) return first.id;
  const scenarios = scenariosOf(changed);
  const shared = (['runtime', 'gc'] as const).filter(
    axis => changed.every(cell => cell[axis] === first[axis]) && all.some(cell => cell[axis] !== first[axis]),
  );
  const alike = all.filter(cell => scenarios.includes(cell.scenario) && shared.every(axis => cell[axis] === first[axis]));
  const n = count(changed.length, 'cell');
  const cells = alike.length > changed.length ? n : changed.length === 2 ? 'both cells' : `all ${n}`;
  return `${cells} of ${[namesOf(scenarios), ...shared.map(axis => first[axis])].join(', ')}`;
}

export const namesOf = (scenarios: readonly string[]) =>
  scenarios.length <= 2 ? scenarios.join(' and ') : count(scenarios.length, 'scenario');

export const scenariosOf = (cells: readonly HistoryCell[]) => [...new Set(cells.map(cell => cell.scenario))];

/** Whole scenarios by their names, and how many other cells there are. */
export function wholeOrPlace(some: readonly HistoryCell[], all: readonly HistoryCell[]): string {
  const others = new Set(all.filter(cell => !some.includes(cell)).map(cell => cell.scenario));
  const rest = some.filter(cell => others.has(cell.scenario));
  return [...scenariosOf(some).filter(name => !others.has(name)), ...(rest.length === 0 ? [] : [place(rest, all)])].join(', ');
}
