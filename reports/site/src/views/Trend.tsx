import { useRef } from 'preact/hooks';
import { useApp, useLoaded, useNavigate } from '../app/context.ts';
import { Choice } from '../components/Choice.tsx';
import { Load, Problem } from '../components/Load.tsx';
import type { ChangeGroup, HistoryCatalogue, HistoryEvent, HistoryIndex, RunEntry } from '../data/history-files.ts';
import { FileProblem } from '../data/run-document.ts';
import type { Store } from '../data/store.ts';
import { ChangeTable, EventTable } from './ChangeTable.tsx';
import { TrendChart } from './TrendChart.tsx';
import { answer, answerRuns, chunksOf, defaultSeries, loadTrend, type TrendChoice, type TrendData } from './trend-model.ts';

/** What the view needs besides the series: small files, whatever the length of the history. */
export interface Overview {
  readonly index: HistoryIndex;
  readonly catalogue: HistoryCatalogue;
  readonly changes: readonly ChangeGroup[];
  readonly rule: string;
  readonly events: readonly HistoryEvent[];
  /** The newest runs, at least those that the answer looks at. */
  readonly newest: readonly RunEntry[];
  readonly problems: readonly FileProblem[];
}

/** Series over runs, with everything that may have moved them. */
export const Trend = () => (
  <>
    <h1>Is it getting slower?</h1>
    <Load name="overview" what="the history" load={loadOverview}>
      {overview => <TrendOf overview={overview} />}
    </Load>
  </>
);

/** A history without a mark may have no file of them. */
const noChanges = { value: { schemaVersion: 1, rule: '', changes: [] as readonly ChangeGroup[] }, problems: [] as FileProblem[] };

const noEvents = { value: { schemaVersion: 1, events: [] as readonly HistoryEvent[] }, problems: [] as FileProblem[] };

const noCatalogue = {
  value: { schemaVersion: 1, metrics: [], scenarios: [], cells: [], machines: [] } as HistoryCatalogue,
  problems: [] as FileProblem[],
};

async function loadOverview(store: Store): Promise<Overview> {
  const index = await store.index();
  const [catalogue, changes, events, newest] = await Promise.all([
    index.runs === 0 ? noCatalogue : settle('catalogue.json', store.catalogue(), noCatalogue.value),
    index.marks === 0 ? noChanges : settle('changes.json', store.changes(), noChanges.value),
    index.runs === 0 ? noEvents : settle('events.json', store.events(), noEvents.value),
    store.runList(chunksOf(index, answerRuns)),
  ]);
  return {
    index,
    catalogue: catalogue.value,
    changes: changes.value.changes,
    rule: changes.value.rule,
    events: events.value.events,
    newest: newest.runs,
    problems: [
      ...catalogue.problems,
      ...changes.problems,
      ...events.problems,
      ...(index.problems ?? []).map(each => new FileProblem(each.path, each.problem)),
    ],
  };
}

/** A file that the view can do without: its problem is shown, the rest works. */
async function settle<T>(name: string, promise: Promise<T>, fallback: T): Promise<{ value: T; problems: FileProblem[] }> {
  try {
    return { value: await promise, problems: [] };
  } catch (problem) {
    return { value: fallback, problems: [problem instanceof FileProblem ? problem : new FileProblem(name, String(problem))] };
  }
}

const answerWords = { yes: '✗ Yes:', no: '✓ No:', unknown: '? Not known yet:' } as const;

function TrendOf({ overview }: { overview: Overview }) {
  const { index, catalogue, changes } = overview;
  const choice = useChoice(catalogue, changes);
  const said = answer(index, changes, overview.newest);
  return (
    <>
      <p class={`answer big ${said.verdict}`}>
        <strong>{answerWords[said.verdict]}</strong> {said.text}
      </p>
      <Problem problems={overview.problems} />
      {choice !== null && <Chosen overview={overview} choice={choice} />}
      {index.runs === 0 && <p class="empty">The history is empty. Measure with perfmatrix run, then publish with perfmatrix publish.</p>}
      <ChangeTable overview={overview} />
      <EventTable overview={overview} />
    </>
  );
}

function useChoice(catalogue: HistoryCatalogue, changes: readonly ChangeGroup[]): TrendChoice | null {
  const { query } = useApp().route;
  const fallback = defaultSeries(catalogue, changes);
  if (fallback === null) return null;
  const cells = query.list('cells').filter(id => catalogue.cells.some(cell => cell.id === id));
  return {
    cells: cells.length > 0 ? cells.slice(0, 5) : [fallback.cell],
    metric: query.oneOf(
      'metric',
      catalogue.metrics.map(metric => metric.name),
      fallback.metric,
    ),
    last: Number(query.oneOf('last', ['100', '300', '1000', '100000'], '300')),
  };
}

function Chosen({ overview, choice }: { overview: Overview; choice: TrendChoice }) {
  const key = `trend ${choice.metric} ${choice.last} ${choice.cells.join(',')}`;
  const data = useLoaded(key, store => loadTrend(store, choice));
  // The chart before stays until the next one is there: no flash, and nothing jumps.
  const drawn = useRef<{ choice: TrendChoice; data: TrendData } | null>(null);
  if (data.state === 'ready') drawn.current = { choice, data: data.value };
  return (
    <>
      <Choices overview={overview} choice={choice} />
      {data.state === 'failed' && <Problem problems={[data.problem]} />}
      {data.state === 'loading' && (
        <p class={`loading ${drawn.current === null ? 'chart-space' : 'visually-hidden'}`} role="status">
          Loading the series …
        </p>
      )}
      {data.state !== 'failed' && drawn.current !== null && <TrendChart overview={overview} {...drawn.current} />}
    </>
  );
}

function Choices({ overview, choice }: { overview: Overview; choice: TrendChoice }) {
  const navigate = useNavigate();
  const { query } = useApp().route;
  const { cells, metrics, machines } = overview.catalogue;
  const mode = query.oneOf('mode', ['ratio', 'value'], 'ratio');
  const set = (list: readonly string[]) => navigate({ cells: list.join(','), metric: choice.metric });
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
      {choice.cells.length < 5 && (
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
        onChange={metric => navigate({ metric, cells: choice.cells.join(',') })}
      />
      <Choice
        label="Values"
        value={mode}
        options={[
          ['ratio', 'against the reference'],
          ['value', 'absolute, one machine'],
        ]}
        onChange={value => navigate({ mode: value })}
      />
      {mode === 'value' && machines.length > 1 && (
        <Choice
          label="Machine"
          value={query.get('machine') ?? String(overview.index.newest?.machine ?? 0)}
          options={machines.map(
            (machine, i) => [String(i), `${machine.cpuModel}, ${machine.cores} CPUs (${machine.fingerprint})`] as const,
          )}
          onChange={machine => navigate({ machine })}
        />
      )}
      <Choice
        label="Runs"
        value={String(choice.last)}
        options={[
          ['100', 'newest 100'],
          ['300', 'newest 300'],
          ['1000', 'newest 1,000'],
          ['100000', 'all'],
        ]}
        onChange={last => navigate({ last })}
      />
    </fieldset>
  );
}
