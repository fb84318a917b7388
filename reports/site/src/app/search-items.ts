import { type Axis, axisTitle, axisValues, isImported, namedAxes } from '../data/axes.ts';
import type { RunEntry } from '../data/history-files.ts';
import type { Cell } from '../data/run-document.ts';
import { shortSha, time } from '../text/format.ts';
import { href, listOf } from './route.ts';

/** Something that can be found, and where it is. */
export interface SearchItem {
  readonly kind: string;
  readonly text: string;
  readonly link: string;
  /** Its whole commit, of which the text has the beginning. */
  readonly sha?: string | null;
}

/** Everything that the search box finds: scenarios, runtimes, GC modes, cells, runs by commit, branch and time. */
export function searchItems(cells: readonly Cell[], runs: readonly RunEntry[], hasHistory: boolean): SearchItem[] {
  const own = cells.filter(cell => !isImported(cell));
  const values = namedAxes.flatMap(axis => axisValues(axis === 'scenario' ? cells : own, axis).map(value => ofValue(axis, value)));
  // A comparison has each of them several times.
  const all = [...new Map(cells.map(cell => [cell.id, cell])).values()].map(cell => ({
    kind: 'Cell',
    text: cell.id,
    link: hasHistory ? href('trend', { cells: listOf([cell.id]) }) : href('compare', { b: cell.id }),
  }));
  const published = [...runs].reverse().map(run => ({
    kind: 'Run',
    text: `${shortSha(run.sha)} ${run.ref ?? ''} ${time(run.startedAt)} ${run.id}`,
    link: href('run', { run: run.id }),
    sha: run.sha,
  }));
  return [...values, ...all, ...published];
}

/** The items that hold every word, those that begin with the first word in front. */
export function search(items: readonly SearchItem[], text: string, most = 12): SearchItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = items.filter(item =>
    words.every(word => `${item.kind} ${item.text}`.toLowerCase().includes(word) || isOfCommit(item, word)),
  );
  const rank = (item: SearchItem) => (item.text.toLowerCase().startsWith(words[0] as string) ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b)).slice(0, most);
}

/** Fewest digits by which git and GitHub name a commit. */
const fewestDigits = 7;

/** Whether a word is the commit of an item, more or less of it: people paste all 40 digits, and a run may have fewer. */
function isOfCommit({ sha }: SearchItem, word: string): boolean {
  const known = sha?.toLowerCase() ?? '';
  return known.length >= fewestDigits && word.length >= fewestDigits && (known.startsWith(word) || word.startsWith(known));
}

function ofValue(axis: Axis, value: string): SearchItem {
  const link = axis === 'scenario' ? href('matrix', { scenario: value }) : href('versions', { axis, to: value });
  return { kind: axisTitle[axis], text: value, link };
}
