import { number } from '../text/format.ts';
import type { OverviewModel, Pictures } from './overview-model.ts';

/** So many scenarios are found by eye. */
export const fewScenarios = 10;

/** Of some pictures those of scenarios whose names have every word, in upper or lower case; all without a word. Their scale stays. */
export function ofScenarios(pictures: Pictures, words: string): Pictures {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return pictures;
  const isNamed = ({ scenario }: { readonly scenario: string }) => wanted.every(word => scenario.toLowerCase().includes(word));
  const { model, extents } = pictures;
  const rows = model.rows.filter(isNamed);
  return {
    model: { ...model, rows, groups: model.groups.filter(isNamed) },
    cells: rows.flatMap(row => row.cells.filter(cell => cell !== null)),
    extents,
  };
}

/** How many scenarios are shown for their names, and how many are not. */
export function shownText(words: string, shown: OverviewModel, whole: OverviewModel): string {
  const all = whole.groups.length;
  const hidden = all - shown.groups.length;
  return `Scenarios with “${words.trim()}” in their names: ${number(all - hidden)} of ${number(all)}, ${number(hidden)} hidden.`;
}
