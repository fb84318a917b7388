import { type ChangeGroup, endOf, type HistoryCell, lastOf } from '../data/history-files.ts';
import type { Metric } from '../data/metric.ts';
import { groupBy } from '../text/group.ts';
import { answerRuns } from './answer.ts';
import { goneCells } from './gone-cells.ts';
import { lacksOf } from './lacks.ts';
import { preferred } from './picture-model.ts';
import { settledAs } from './standing-steps.ts';
import { isUnread, type Summary } from './summary.ts';

/** How many change points of the newest runs that stand, or that people have settled, are of each metric, but for those of cells that are no longer measured. */
export function stepCounts(
  changes: readonly ChangeGroup[],
  first: number,
  gone: ReadonlySet<number>,
  isSettled = false,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const change of changes) {
    if (lastOf(change) < first || (settledAs(change) !== null) !== isSettled) continue;
    const measured = change.members.filter(({ cell }) => !gone.has(cell));
    for (const name of new Set(measured.map(({ metric }) => metric))) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Metrics of which the same is known. */
export interface MetricPart {
  /** What is known of them: none of. Nothing of those with changes, whose texts say how many. */
  readonly words: string;
  readonly metrics: readonly { readonly name: string; readonly text: string }[];
  /** How many more there are. */
  readonly others: number;
}

/** Without a change so many metrics are named at most; of more only those that people ask for first. */
const mostNamed = 6;

const unjudged = 'not judged:';

/** What is known of each metric in the newest runs: Throughput 1, CPU/req 1; none of p99, Peak RSS and 9 others. Nothing where no metric is judged. */
export function metricParts(summary: Summary): MetricPart[] {
  if (isUnread(summary, 'changes.json') || isUnread(summary, 'latest.json')) return [];
  const { changes, index, catalogue } = summary;
  const gone = goneCells(summary);
  const countsOf = (isSettled: boolean) => stepCounts(changes, endOf(index) - answerRuns, gone, isSettled);
  const [standing, settled] = [countsOf(false), countsOf(true)];
  const lackOf = lacksOf(summary);
  const isJudgedIn = ({ status }: HistoryCell, cell: number, name: string) =>
    status === 'measured' && !gone.has(cell) && lackOf(name, cell) === null;
  const wordsOf = ({ name }: Metric) => {
    if (standing.has(name) || settled.has(name)) return '';
    return catalogue.cells.some((cell, i) => isJudgedIn(cell, i, name)) ? 'none of' : unjudged;
  };
  const textOf = ({ name, title }: Metric) => {
    if (standing.has(name)) return `${title} ${standing.get(name)}`;
    return settled.has(name) ? `${title} ${settled.get(name)} settled` : title;
  };
  const kinds = groupBy(catalogue.metrics, wordsOf);
  if (kinds.size === 1 && kinds.has(unjudged)) return [];
  return ['', 'none of', unjudged].flatMap(words => {
    const all = kinds.get(words) ?? [];
    const named = words === '' || all.length <= mostNamed ? all : firstOf(all);
    const metrics = named.map(metric => ({ name: metric.name, text: textOf(metric) }));
    return all.length === 0 ? [] : [{ words, metrics, others: all.length - named.length }];
  });
}

function firstOf(metrics: readonly Metric[]): readonly Metric[] {
  const asked = metrics.filter(({ name }) => preferred.includes(name));
  return asked.length > 0 ? asked : metrics.slice(0, mostNamed);
}
