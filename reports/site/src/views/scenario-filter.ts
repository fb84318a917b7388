import { isImported } from '../data/axes.ts';
import type { HistoryCell } from '../data/history-files.ts';
import { number } from '../text/format.ts';
import type { OverviewModel, OverviewRow, Pictures } from './overview-model.ts';

/** So many names are found by eye. */
export const fewNames = 10;

/** What the field looks for: the name of a scenario; of what was imported also that of the benchmark, because a whole suite is one scenario. */
export const nameOf = (cell: HistoryCell) => (isImported(cell) ? `${cell.scenario} ${cell.gc}` : cell.scenario);

/** What has these names. */
export const namedIn = (cells: readonly HistoryCell[]) => (cells.length > 0 && cells.every(isImported) ? 'Benchmark' : 'Scenario');

function nameIn({ scenario, cells }: OverviewRow): string {
  const cell = cells.find(each => each !== null)?.cell;
  return cell === undefined ? scenario : nameOf(cell);
}

/** Of some pictures those of rows whose names have every word, in upper or lower case; all without a word. Their scale stays. */
export function ofScenarios(pictures: Pictures, words: string): Pictures {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return pictures;
  const isNamed = (row: OverviewRow) => wanted.every(word => nameIn(row).toLowerCase().includes(word));
  const { model, extents } = pictures;
  const rows = model.rows.filter(isNamed);
  const groups = model.groups.map(({ scenario, folds }) => ({
    scenario,
    folds: folds.map(fold => ({ ...fold, rows: fold.rows.filter(isNamed) })).filter(fold => fold.rows.length > 0),
  }));
  return {
    model: { ...model, rows, groups: groups.filter(({ folds }) => folds.length > 0) },
    cells: rows.flatMap(row => row.cells.filter(cell => cell !== null)),
    extents,
  };
}

/** How many scenarios, or benchmarks, are shown for their names, and how many are not. */
export function shownText(words: string, shown: OverviewModel, whole: OverviewModel): string {
  const countIn = ({ rows }: OverviewModel) => new Set(rows.map(nameIn)).size;
  const [all, left] = [countIn(whole), countIn(shown)];
  const what = namedIn(whole.rows.flatMap(row => row.cells.flatMap(each => each?.cell ?? [])));
  return `${what}s with “${words.trim()}” in their names: ${number(left)} of ${number(all)}, ${number(all - left)} hidden.`;
}
