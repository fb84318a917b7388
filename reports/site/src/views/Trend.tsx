import { useMemo, useRef } from 'preact/hooks';
import { aheadOf } from '../app/ahead.ts';
import { useAhead, useApp, useLoaded, useNavigate } from '../app/context.ts';
import { portion } from '../app/in-turn.ts';
import { href, listOf, type Query } from '../app/route.ts';
import { Choice } from '../components/Choice.tsx';
import { InTurn } from '../components/InTurn.tsx';
import { Load, Problem } from '../components/Load.tsx';
import { NotThere } from '../components/NotThere.tsx';
import type { HistoryCell } from '../data/history-files.ts';
import { emptyHistory, type Loadable, type Store } from '../data/store.ts';
import { number } from '../text/format.ts';
import { AnswerBox } from './AnswerBox.tsx';
import { ChangeTable, EventTable } from './ChangeTable.tsx';
import { statusWords } from './matrix-model.ts';
import { type Summary, sharedSummary } from './summary.ts';
import { TrendChart } from './TrendChart.tsx';
import {
  columnsIn,
  defaultSeries,
  isAbsolute,
  loadTrend,
  machineOf,
  machinesAlike,
  machineText,
  mostCells,
  ranges,
  type TrendChoice,
  type TrendData,
  usualRange,
} from './trend-model.ts';

/** Series over runs, with everything that may have moved them. */
export const Trend = () => (
  <>
    <h1>Trend</h1>
    <Load of={sharedSummary} what="the history">
      {summary => <TrendOf summary={summary} />}
    </Load>
  </>
);

/** Loads what an address shows. */
export async function prepareTrend(store: Store, query: Query): Promise<void> {
  const summary = await store.make(sharedSummary);
  const choice = choiceOf(summary, query);
  if (choice !== null && mostAhead(summary, choice) > 0) await store.make(seriesOf(choice));
}

function TrendOf({ summary }: { summary: Summary }) {
  const { index } = summary;
  const { query } = useApp().route;
  const choice = choiceOf(summary, query);
  const isOfChanges = query.get('show') === 'changes';
  // The same for every series, so it is not looked at again when another one is chosen.
  const above = useMemo(() => <AnswerBox summary={summary} />, [summary]);
  const tables = (
    <InTurn value={summary} isAtOnce={isOfChanges} weight={portion}>
      {shown => (
        <>
          <ChangeTable summary={shown} />
          <EventTable summary={shown} />
        </>
      )}
    </InTurn>
  );
  return (
    <>
      {above}
      <Problem problems={summary.problems} />
      {/* Above the chart where a link is about them. */}
      {isOfChanges && tables}
      {choice !== null && <Chosen summary={summary} choice={choice} />}
      {index.runs === 0 && <p class="empty">{emptyHistory}</p>}
      {/* Hundreds of elements below the chart, so a moment later. */}
      {!isOfChanges && tables}
    </>
  );
}

function choiceOf(summary: Summary, query: Query): TrendChoice | null {
  const { catalogue } = summary;
  const fallback = defaultSeries(summary);
  if (fallback === null) return null;
  const names = catalogue.metrics.map(metric => metric.name);
  const cells = query.list('cells').filter(id => catalogue.cells.some(cell => cell.id === id));
  return {
    cells: cells.length > 0 ? cells.slice(0, mostCells) : [fallback.cell],
    metric: query.oneOf('metric', names, fallback.metric),
    last: Number(query.oneOf('last', ranges, usualRange)),
  };
}

const seriesOf = (choice: TrendChoice): Loadable<TrendData> => ({
  key: `trend ${choice.metric} ${choice.last} ${choice.cells.join(',')}`,
  load: store => loadTrend(store, choice),
});

/** A link may show all runs of a long history. */
const mostAhead = (summary: Summary, choice: TrendChoice) => aheadOf(columnsIn(summary, choice));

function Chosen({ summary, choice }: { summary: Summary; choice: TrendChoice }) {
  const { cells, metrics } = summary.catalogue;
  const data = useLoaded(seriesOf(choice));
  // The chart before stays until the next one is there: no flash, and nothing jumps.
  const drawn = useRef<{ choice: TrendChoice; data: TrendData } | null>(null);
  if (data.state === 'ready') drawn.current = { choice, data: data.value };
  const absolute = isAbsolute(useApp().route.query, drawn.current?.data ?? null);
  return (
    <>
      <NotThere there={{ cells: cells.map(({ id }) => id), metric: metrics.map(({ name }) => name) }} where="in this history" />
      <TooMany cells={cells} />
      <Choices summary={summary} choice={choice} absolute={absolute} />
      <Unmeasured summary={summary} choice={choice} />
      {data.state === 'failed' && <Problem problems={[data.problem]} />}
      {data.state === 'loading' && (
        <p class={`loading ${drawn.current === null ? 'chart-space' : 'visually-hidden'}`} role="status">
          Loading the series …
        </p>
      )}
      {data.state !== 'failed' && drawn.current !== null && <TrendChart summary={summary} {...drawn.current} />}
    </>
  );
}

/** The cells of an address that are too many for a chart. */
function TooMany({ cells }: { cells: readonly HistoryCell[] }) {
  const asked = useApp().route.query.list('cells');
  const left = asked.filter(id => cells.some(cell => cell.id === id)).slice(mostCells);
  return left.length === 0 ? null : <p class="empty">{`The chart shows at most ${mostCells} cells, so not ${left.join('; ')}.`}</p>;
}

/** What the newest run of a chosen cell says of it where that has no value, and that run. */
const Unmeasured = ({ summary: { catalogue, newest }, choice }: { summary: Summary; choice: TrendChoice }) => (
  <>
    {catalogue.cells
      .filter(cell => choice.cells.includes(cell.id) && cell.status !== 'measured')
      .map(({ id, status, reason, last }) => {
        const run = newest.find(each => each.sequence === last);
        return (
          <p key={id}>
            <span class={`status ${status}`}>{statusWords[status]}</span> {`${id}: ${reason ?? 'no reason recorded'}`}{' '}
            {run && <a href={href('run', { run: run.id })}>{`(the run of ${run.startedAt.slice(0, 10)})`}</a>}
          </p>
        );
      })}
  </>
);

function Choices({ summary, choice, absolute }: { summary: Summary; choice: TrendChoice; absolute: boolean }) {
  const navigate = useNavigate();
  const ahead = useAhead();
  const { query } = useApp().route;
  const { cells, metrics, machines } = summary.catalogue;
  const alike = machinesAlike(machines);
  const kinds = machines.flatMap((machine, i) => (alike[i] === i ? [[String(i), machineText(machine)] as const] : []));
  const set = (list: readonly string[]) => navigate({ cells: listOf(list), metric: choice.metric });
  return (
    <fieldset class="choices">
      <legend class="visually-hidden">What the chart shows</legend>
      {choice.cells.map((shown, i) => (
        <Choice
          key={i}
          label={choice.cells.length === 1 ? 'Cell' : `Cell ${i + 1}`}
          value={shown}
          options={[...cells.map(cell => cell.id), ...(choice.cells.length > 1 ? [['', 'remove'] as const] : [])]}
          onChange={id => set(choice.cells.map((each, k) => (k === i ? id : each)).filter(Boolean))}
        />
      ))}
      {choice.cells.length < mostCells && (
        <Choice
          label="Add a cell"
          value=""
          options={[['', 'choose …'], ...cells.map(cell => cell.id).filter(id => !choice.cells.includes(id))]}
          onChange={id => set([...choice.cells, id])}
        />
      )}
      <Choice
        label="Metric"
        value={choice.metric}
        options={metrics.map(metric => [metric.name, metric.title] as const)}
        onChange={metric => navigate({ metric, cells: listOf(choice.cells) })}
        ahead={{ load: metric => ahead({ metric, cells: listOf(choice.cells) }), most: mostAhead(summary, choice) }}
      />
      <Choice
        label="Values"
        value={absolute ? 'value' : 'ratio'}
        options={[
          ['ratio', 'against the reference'],
          ['value', 'absolute, one machine'],
        ]}
        onChange={value => navigate({ mode: value })}
      />
      {absolute && kinds.length > 1 && (
        <Choice label="Machine" value={String(machineOf(query, summary))} options={kinds} onChange={machine => navigate({ machine })} />
      )}
      <Choice
        label="Runs"
        value={String(choice.last)}
        options={ranges.map(range => [range, range === ranges.at(-1) ? 'all' : `newest ${number(Number(range))}`])}
        onChange={last => navigate({ last })}
      />
    </fieldset>
  );
}
