import { useEffect, useRef } from 'preact/hooks';
import { useApp, useLoaded } from '../app/context.ts';
import { href, listOf, type Query } from '../app/route.ts';
import { VerdictText } from '../components/ChangeText.tsx';
import { Commit } from '../components/Commit.tsx';
import { type Column, DataTable } from '../components/DataTable.tsx';
import { DocsLink } from '../components/DocsLink.tsx';
import { Fold } from '../components/Fold.tsx';
import { Load } from '../components/Load.tsx';
import type { VerdictItem } from '../data/history-files.ts';
import { type Metric, titleOf } from '../data/metric.ts';
import { type Loadable, listOrNone, type Store } from '../data/store.ts';
import { type CellVerdict, partsOf, type VerdictDocument, weightOf, worstFirst } from '../data/verdict.ts';
import { count, interval, number, percent, shortSha, time } from '../text/format.ts';
import { EnvironmentTable } from './EnvironmentTable.tsx';
import { triageText } from './Triage.tsx';
import { WhyLink, whyOf } from './WhyLink.tsx';

/** The verdict that the address names, above all else, because it is what a link to it is about; nothing without one. */
export const ChosenVerdict = () =>
  useApp().route.query.get('verdict') === null ? null : (
    <Load of={verdictList} what="the verdicts">
      {showChosen}
    </Load>
  );

/** The gates of pull requests. */
export const Verdicts = () => (
  <>
    <h2>Verdicts</h2>
    <Load of={verdictList} what="the verdicts">
      {showVerdicts}
    </Load>
  </>
);

/** The newest verdicts, and how many there are. */
interface VerdictsList {
  readonly items: readonly VerdictItem[];
  readonly total: number;
}

export const verdictList: Loadable<VerdictsList> = { key: 'verdict list', load: store => listOrNone<VerdictItem>(store, 'verdicts') };
const verdictOf = ({ id, path }: VerdictItem): Loadable<VerdictDocument> => ({ key: `verdict ${id}`, load: store => store.verdict(path) });

/** Loads the list, and the verdict that an address names. */
export async function prepareVerdicts(store: Store, query: Query): Promise<void> {
  const { items } = await store.make(verdictList);
  const item = items.find(each => each.id === query.get('verdict'));
  if (item !== undefined) await store.make(verdictOf(item));
}

// The same functions every time: another verdict leaves the list as it is.
const showChosen = ({ items }: VerdictsList) => <Chosen items={items} />;
const showVerdicts = (list: VerdictsList) => (
  <>
    {list.items.length > 0 && <FalseAlarms items={list.items} />}
    <VerdictList {...list} />
  </>
);

function Chosen({ items }: { items: readonly VerdictItem[] }) {
  const id = useApp().route.query.get('verdict');
  const item = items.find(each => each.id === id);
  return item === undefined ? <p class="empty">{`${id}: not in the list of verdicts below.`}</p> : <Opened item={item} />;
}

/** A verdict. Its heading has the focus, so that it is in sight wherever it was chosen. */
function Opened({ item }: { item: VerdictItem }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [item.id]);
  const document = useLoaded(verdictOf(item));
  const base = document.state === 'ready' ? document.value.base?.sha : null;
  return (
    <section aria-labelledby="verdict">
      <h2 id="verdict" ref={heading} tabIndex={-1}>
        {`Verdict of ${time(item.publishedAt)}: ${shortSha(item.sha)}${base ? ` against ${shortSha(base)}` : ''}`}
      </h2>
      <p class="legend">
        Id <code>{item.id}</code>
        {labelOf(item)}. <DocsLink page="gate.md#how-often-is-the-gate-wrong">How to label it</DocsLink>
      </p>
      <Load of={verdictOf(item)} what="the verdict">
        {verdict => <Cells item={item} document={verdict} />}
      </Load>
    </section>
  );
}

/** How often a red verdict was noise, by what people said of them. */
const FalseAlarms = ({ items }: { items: readonly VerdictItem[] }) => (
  <p class="answer">
    {triageText('gate', items.filter(isRed))} <DocsLink page="gate.md#how-often-is-the-gate-wrong">How to label one</DocsLink>
  </p>
);

const isRed = ({ outcome }: VerdictItem) => outcome === 'regressed';

const labelOf = ({ label }: VerdictItem) => (label === undefined ? '' : `, labelled ${label}`);

function VerdictList({ items, total }: VerdictsList) {
  return (
    <DataTable
      caption={`Gates of pull requests and commits, newest first${total > items.length ? `: newest ${number(items.length)} of ${number(total)}` : ''}`}
      file="verdicts"
      rows={items}
      empty="No verdict has been published yet."
      columns={[
        {
          title: 'Date',
          value: item => item.publishedAt,
          show: item => <VerdictLink item={item} />,
          heading: true,
        },
        { title: 'Branch', value: item => item.ref },
        { title: 'Commit', value: item => item.sha, show: item => <Commit sha={item.sha} /> },
        {
          title: 'Outcome',
          value: item => `${item.outcome}${labelOf(item)}`,
          show: item => (
            <>
              {item.outcome}
              {labelOf(item)} <WhyLink find={whyOf(item.id)}>why</WhyLink>
            </>
          ),
        },
        { title: 'Worse', value: item => item.worse, numeric: true },
        { title: 'Better', value: item => item.better, numeric: true },
        { title: 'Same', value: item => item.same, numeric: true },
        { title: 'Undecided or unknown', value: item => item.unknown, numeric: true },
        { title: 'Id', value: item => item.id, isInFilesOnly: true },
      ]}
    />
  );
}

/** Opens a verdict, and is marked while it is open: a part of its own, so that the list stays as it is. */
function VerdictLink({ item }: { item: VerdictItem }) {
  const isOpen = useApp().route.query.get('verdict') === item.id;
  return (
    <a href={href('health', { verdict: item.id })} aria-current={isOpen ? 'true' : undefined}>
      {time(item.publishedAt)}
    </a>
  );
}

function Cells({ item, document }: { item: VerdictItem; document: VerdictDocument }) {
  // Without the catalogue metrics have their own names.
  const known = useLoaded({ key: 'metrics', load: store => store.metrics() });
  const metrics = known.state === 'ready' ? known.value : [];
  const { judged, identical, reported } = partsOf(document.cells);
  const columns = columnsOf(item, document, metrics);
  const same = [...new Set(identical.map(cell => cell.cell))];
  return (
    <>
      <DataTable
        caption={`Gate of ${item.ref ?? shortSha(item.sha)}, ${time(item.publishedAt)}: ${document.outcome}.`}
        file={`verdict-${item.id}`}
        rows={worstFirst(judged)}
        empty={same.length > 0 ? `${document.outcome}: no program changed.` : 'This gate had no cells that count.'}
        columns={columns}
      />
      {same.length > 0 && (
        <Fold summary={`The same (identical program): ${count(same.length, 'cell')}`}>
          {() => (
            <ul>
              {same.map(cell => (
                <li key={cell}>{cell}</li>
              ))}
            </ul>
          )}
        </Fold>
      )}
      {reported.length > 0 && (
        <Fold summary={`Reported only: ${count(reported.length, 'verdict')} of metrics that never fail a change`}>
          {() => (
            <DataTable
              caption={`Reported only: ${[...new Set(reported.map(cell => titleOf(cell.metric, metrics)))].join(', ')}.`}
              file={`verdict-${item.id}-reported`}
              rows={worstFirst(reported)}
              columns={columns}
            />
          )}
        </Fold>
      )}
      {(document.environment ?? []).length > 0 && (
        <EnvironmentTable rows={document.environment ?? []} sides={['base', 'head']} file={`environment-${item.id}`} empty="" />
      )}
    </>
  );
}

const columnsOf = (item: VerdictItem, { cells }: VerdictDocument, metrics: readonly Metric[]): readonly Column<CellVerdict>[] => [
  {
    title: 'Cell',
    value: cell => cell.cell,
    show: cell => <a href={href('trend', { cells: listOf([cell.cell]), metric: cell.metric })}>{cell.cell}</a>,
    heading: true,
  },
  { title: 'Metric', value: cell => titleOf(cell.metric, metrics) },
  {
    title: 'Verdict',
    value: cell => `${cell.verdict}${weightOf(cell)}`,
    show: cell => (
      <>
        <VerdictText verdict={cell.verdict} />
        {weightOf(cell)}
      </>
    ),
  },
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
  { title: 'Acknowledged', value: cell => cell.acknowledged ?? null, isInFilesOnly: !cells.some(each => each.acknowledged) },
];
