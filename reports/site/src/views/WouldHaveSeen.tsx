import { DetectablePlot } from '../charts/DetectablePlot.tsx';
import { DataTable } from '../components/DataTable.tsx';
import { Load } from '../components/Load.tsx';
import type { VerdictItem } from '../data/history-files.ts';
import { type Metric, titleOf } from '../data/metric.ts';
import { type Loadable, listOrNone, type Store } from '../data/store.ts';
import { type SeenMetric, seenOf, seenText, type VerdictDocument } from '../data/verdict.ts';
import { number, shortSha, time } from '../text/format.ts';

interface Newest {
  readonly item: VerdictItem;
  readonly verdict: VerdictDocument;
  readonly metrics: readonly Metric[];
}

/** What the newest verdict would have seen: its silence means nothing below that. */
export const WouldHaveSeen = () => (
  <Load of={newestVerdict} what="the newest verdict">
    {showNewest}
  </Load>
);

const showNewest = (newest: Newest | null) => newest !== null && <Seen {...newest} />;

export const newestVerdict: Loadable<Newest | null> = { key: 'newest verdict', load: loadNewest };

async function loadNewest(store: Store): Promise<Newest | null> {
  const [item] = (await listOrNone<VerdictItem>(store, 'verdicts')).items;
  if (item === undefined) return null;
  // Without the catalogue metrics have their own names.
  const metrics = await store.metrics().catch(() => []);
  return { item, verdict: await store.verdict(item.path), metrics };
}

function Seen({ item, verdict, metrics }: Newest) {
  const rows = seenOf(verdict);
  const title = ({ metric }: SeenMetric) => titleOf(metric, metrics);
  return (
    <>
      <h2>What the newest verdict would have seen</h2>
      <p class="answer">{`${item.ref ?? shortSha(item.sha)}, ${time(item.publishedAt)}: ${seenText(verdict)}`}</p>
      {rows.length > 0 && (
        <div class="pair">
          <figure>
            <DetectablePlot rows={rows.map(row => ({ title: title(row), cells: row.cells, wanted: row.wanted }))} />
            <figcaption>{`One dot a cell.${rows.some(row => row.wanted.length > 0) ? wantedWords : ''}`}</figcaption>
          </figure>
          <div>
            <DataTable
              caption="Smallest change that the rounds of a cell would have shown, %"
              file="would-have-seen"
              rows={rows}
              columns={[
                { title: 'Metric', value: title, heading: true },
                { title: 'Cells', value: row => row.cells.length, numeric: true },
                { title: 'Wanted', value: row => (row.wanted.length > 1 ? row.wanted.join(', ') : (row.wanted[0] ?? null)), numeric: true },
                { title: 'Best', value: row => row.cells[0]?.percent ?? null, show: row => text(row.cells[0]?.percent), numeric: true },
                { title: 'Median', value: row => row.median, show: row => text(row.median), numeric: true },
                {
                  title: 'Worst',
                  value: row => row.cells.at(-1)?.percent ?? null,
                  show: row => text(row.cells.at(-1)?.percent),
                  numeric: true,
                },
                { title: 'Worst cell', value: row => row.cells.at(-1)?.cell ?? null },
                { title: 'Unknown', value: row => row.unknown, numeric: true },
              ]}
            />
          </div>
        </div>
      )}
    </>
  );
}

/** What is drawn beside the dots: where nobody said what the gate is to find there is no line. */
const wantedWords = ' Line: the size that the gate is to find; empty dots: cells that would have hidden it.';

const text = (percent: number | undefined) => (percent === undefined ? '–' : number(percent, 1));
