import { useApp, useLoaded } from '../app/context.ts';
import { href, listOf } from '../app/route.ts';
import { VerdictText } from '../components/ChangeText.tsx';
import { DataTable } from '../components/DataTable.tsx';
import { Load } from '../components/Load.tsx';
import type { VerdictItem } from '../data/history-files.ts';
import { listOrNone } from '../data/store.ts';
import { worstFirst } from '../data/verdict.ts';
import { interval, percent, shortSha, time } from '../text/format.ts';
import { EnvironmentTable } from './EnvironmentTable.tsx';
import { WhyLink, whyOf } from './WhyLink.tsx';

/** The gates of pull requests, and the cells of the one that the address names. */
export const Verdicts = () => (
  <>
    <h2>Verdicts</h2>
    <Load name="verdict list" what="the verdicts" load={store => listOrNone<VerdictItem>(store, 'verdicts')}>
      {showVerdicts}
    </Load>
  </>
);

// The same function every time: another verdict leaves the list as it is.
const showVerdicts = (items: readonly VerdictItem[]) => (
  <>
    <VerdictList items={items} />
    <Chosen items={items} />
  </>
);

function Chosen({ items }: { items: readonly VerdictItem[] }) {
  const id = useApp().route.query.get('verdict');
  const item = items.find(each => each.id === id);
  return item === undefined ? null : <Cells item={item} />;
}

function VerdictList({ items }: { items: readonly VerdictItem[] }) {
  return (
    <DataTable
      caption="Gates of pull requests and commits, newest first"
      file="verdicts"
      rows={items}
      empty="No verdict has been published yet."
      columns={[
        {
          title: 'Date',
          value: item => item.publishedAt,
          show: item => <a href={href('health', { verdict: item.id })}>{time(item.publishedAt)}</a>,
          heading: true,
        },
        { title: 'Branch', value: item => item.ref },
        { title: 'Commit', value: item => item.sha, show: item => shortSha(item.sha) },
        {
          title: 'Outcome',
          value: item => item.outcome,
          show: item => (
            <>
              {item.outcome} <WhyLink find={whyOf(item.id)}>why</WhyLink>
            </>
          ),
        },
        { title: 'Worse', value: item => item.worse, numeric: true },
        { title: 'Better', value: item => item.better, numeric: true },
        { title: 'Same', value: item => item.same, numeric: true },
        { title: 'Undecided or unknown', value: item => item.unknown, numeric: true },
      ]}
    />
  );
}

function Cells({ item }: { item: VerdictItem }) {
  // Without the catalogue metrics have their own names.
  const known = useLoaded('metrics', store => store.metrics());
  const titleOf = (name: string) => (known.state === 'ready' && known.value.find(metric => metric.name === name)?.title) || name;
  return (
    <Load name={`verdict ${item.id}`} what="the verdict" load={store => store.verdict(item.path)}>
      {document => (
        <>
          <DataTable
            caption={`Gate of ${item.ref ?? shortSha(item.sha)}, ${time(item.publishedAt)}: ${document.outcome}.`}
            file={`verdict-${item.id}`}
            rows={worstFirst(document.cells)}
            empty="This gate had no cells."
            columns={[
              {
                title: 'Cell',
                value: cell => cell.cell,
                show: cell => <a href={href('trend', { cells: listOf([cell.cell]), metric: cell.metric })}>{cell.cell}</a>,
                heading: true,
              },
              { title: 'Metric', value: cell => titleOf(cell.metric) },
              { title: 'Verdict', value: cell => cell.verdict, show: cell => <VerdictText verdict={cell.verdict} /> },
              {
                title: 'Worse by, %',
                value: cell => cell.effectPercent,
                show: cell =>
                  cell.effectPercent === null || cell.verdict === 'unknown' || cell.verdict === 'same' ? '–' : percent(cell.effectPercent),
                numeric: true,
              },
              {
                title: '95 % interval',
                value: cell => (cell.lowPercent === null || cell.highPercent === null ? '–' : interval(cell.lowPercent, cell.highPercent)),
                numeric: true,
              },
              { title: 'Detectable, %', value: cell => cell.detectablePercent?.toFixed(1) ?? null, numeric: true },
              { title: 'Rounds', value: cell => cell.rounds, numeric: true },
              { title: 'Machines', value: cell => cell.machines, numeric: true },
              {
                title: 'Why',
                value: cell => cell.reason,
                show: cell => (
                  <>
                    {cell.reason}{' '}
                    <WhyLink find={whyOf(item.id)} cell={cell.cell}>
                      what changed inside
                    </WhyLink>
                  </>
                ),
              },
              { title: 'Acknowledged', value: cell => cell.acknowledged ?? null },
            ]}
          />
          {(document.environment ?? []).length > 0 && (
            <EnvironmentTable rows={document.environment ?? []} sides={['base', 'head']} file={`environment-${item.id}`} empty="" />
          )}
        </>
      )}
    </Load>
  );
}
