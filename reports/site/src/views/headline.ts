import type { Metric } from '../data/metric.ts';
import type { RunIndex } from '../data/run-index.ts';
import { type Change, isSignificant } from '../statistics/change.ts';
import { percent } from '../text/format.ts';
import type { PictureRow } from './picture-model.ts';

/** What is said of a metric: who is best, and what it is called where nobody is. */
const topics = [
  ['throughput', 'fastest', 'throughput'],
  ['peakRss', 'smallest memory', 'peak memory'],
  ['meanTime', 'fastest', 'mean time'],
  ['allocatedPerOperation', 'fewest allocations', 'allocated bytes'],
] as const;

/** How many equals are named. */
const mostNames = 3;

/** The sentence above a table: the words of `Headline` (src/PerfMatrix/Reporting/ReportWords.cs), tested against its output. It names only differences that are significant. */
export function headline(run: RunIndex, rows: readonly PictureRow[]): string {
  const [first] = rows;
  if (first === undefined) return 'Nothing was measured.';
  if (run.document.imported) return 'One value each: nothing is compared.';
  if (!run.hasRounds) return 'The variants are no longer compared with each other.';
  if (rows.length === 1) return `Only ${first.label} was measured: there is nothing to compare it with.`;
  if (rows.every(row => isAnchor(run, row))) return 'Measured one after the other, each in a block of its own: not compared.';
  if (!rows.some(row => isAnchor(run, row))) return 'The anchor was not measured: no comparison is possible.';
  const metrics = run.metrics();
  const text = topics
    .flatMap(([name, best, noun]) => {
      const metric = metrics.find(each => each.name === name);
      return metric === undefined ? [] : (part(run, rows, metric, best, noun) ?? []);
    })
    .join('; ');
  return text === '' ? 'No figures to compare.' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Whether a row is the first of its block. It alone can rank all of them: the bases of a comparison rank one pair each. */
const isAnchor = (run: RunIndex, { variant: { id } }: PictureRow) => run.anchorOf(id) === id;

function changeOf(run: RunIndex, row: PictureRow, metric: Metric): Change | null {
  const anchor = run.variants.get(run.anchorOf(row.variant.id) ?? '');
  if (anchor === undefined || isAnchor(run, row)) return null;
  return run.counterpartOf(row.variant.id) === anchor.id ? row.change(metric) : run.change(metric, anchor, row.variant);
}

/** A row and its change of a metric against the anchor of its block; null for the anchor itself. */
interface Compared {
  readonly row: PictureRow;
  readonly change: Change | null;
}

function part(run: RunIndex, rows: readonly PictureRow[], metric: Metric, best: string, noun: string): string | null {
  const known = rows
    .map(row => ({ row, change: changeOf(run, row, metric) }))
    .filter(({ row, change }) => isAnchor(run, row) || change !== null);
  const compared = known.filter(({ change }) => change === null || change.lowPercent !== null);
  if (known.length < 2) return null;
  if (compared.length < 2) return `too few rounds to compare ${noun}`;
  const few = known.length - compared.length;
  return `${winners(run, compared, metric, best, noun)}${few > 0 ? ` (${few} with too few rounds not compared)` : ''}`;
}

/** Only what was measured side by side with the leader is behind it, or equal. */
function winners(run: RunIndex, compared: readonly Compared[], metric: Metric, best: string, noun: string): string {
  const leader = compared.reduce((most, each) => (gain(each, metric) > gain(most, metric) ? each : most));
  const against = ({ row }: Compared) => run.change(metric, leader.row.variant, row.variant);
  const beside = compared.filter(each => each === leader || against(each) !== null);
  const tied = beside.filter(each => each === leader || against(each)?.verdict !== 'worse');
  const apart = compared.length > beside.length ? ` (${compared.length - beside.length} in other blocks not compared)` : '';
  if (tied.length === beside.length) return `no significant difference in ${noun}${apart}`;
  const { label } = leader.row;
  if (tied.length > mostNames)
    return `${best}: ${label} and ${tied.length - 1} others without a significant difference between them${apart}`;
  if (tied.length > 1) return `${best}: ${tied.map(({ row }) => row.label).join(', ')} (no significant difference between them)${apart}`;
  const { change } = leader;
  const anchor = beside.find(({ row }) => isAnchor(run, row))?.row;
  const over = isSignificant(change) && anchor !== undefined ? `, ${percent(change.percent, 0)} against ${anchor.label}` : '';
  return `${best}: ${label}${over}${apart}`;
}

/** How much better than the anchor, as far as it is significant. */
const gain = ({ change }: Compared, metric: Metric) =>
  isSignificant(change) ? (metric.direction === 'higherIsBetter' ? 1 : -1) * change.percent : 0;
