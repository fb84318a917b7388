import { useRef } from 'preact/hooks';
import { useApp, useLoaded, useNavigate } from '../app/context.ts';
import { Choice } from '../components/Choice.tsx';
import { Load, Problem } from '../components/Load.tsx';
import { axisTitle, axisValues } from '../data/axes.ts';
import type { Metric } from '../data/metric.ts';
import type { Store } from '../data/store.ts';
import { AnswerBox, emptyHistory } from './AnswerBox.tsx';
import { OverviewGrid } from './OverviewGrid.tsx';
import { type ColumnAxis, columnAxes, overviewRuns, stepCounts } from './overview-model.ts';
import { loadSummary, type Summary } from './summary.ts';
import { defaultSeries, loadTrend, type TrendData } from './trend-model.ts';

/** The first screen: is it getting slower, and every series in small. */
export const Overview = () => (
  <>
    <h1>Is it getting slower?</h1>
    <Load name="summary" what="the history" load={loadSummary}>
      {summary => <OverviewOf summary={summary} />}
    </Load>
  </>
);

function OverviewOf({ summary }: { summary: Summary }) {
  const choice = useChoice(summary);
  return (
    <>
      <AnswerBox summary={summary} />
      <Problem problems={summary.problems} />
      {choice !== null && <Choices summary={summary} choice={choice} />}
      {choice !== null && <Grid summary={summary} choice={choice} />}
      {summary.index.runs === 0 && <p class="empty">{emptyHistory}</p>}
    </>
  );
}

/** What the pictures show. */
interface Shown {
  readonly metric: Metric;
  readonly columns: ColumnAxis;
}

/** The metric of the newest change, and the axis with more than one value. */
function useChoice({ catalogue, changes }: Summary): Shown | null {
  const { query } = useApp().route;
  const fallback = defaultSeries(catalogue, changes);
  const name = query.oneOf(
    'metric',
    catalogue.metrics.map(metric => metric.name),
    fallback?.metric ?? '',
  );
  const metric = catalogue.metrics.find(each => each.name === name);
  const widest = columnAxes.find(axis => axisValues(catalogue.cells, axis).length > 1) ?? 'runtime';
  return metric === undefined ? null : { metric, columns: query.oneOf<ColumnAxis>('cols', columnAxes, widest) };
}

function Choices({ summary, choice }: { summary: Summary; choice: Shown }) {
  const navigate = useNavigate();
  const steps = stepCounts(summary.changes, summary.index.runs - overviewRuns);
  const words = (metric: Metric) => {
    const n = steps.get(metric.name) ?? 0;
    return n === 0 ? metric.title : `${metric.title} (${n} ${n === 1 ? 'change' : 'changes'})`;
  };
  return (
    <fieldset class="choices">
      <legend class="visually-hidden">What the pictures show</legend>
      <Choice
        label="Metric"
        value={choice.metric.name}
        options={summary.catalogue.metrics.map(metric => [metric.name, words(metric)] as const)}
        onChange={metric => navigate({ metric })}
      />
      <Choice
        label="Columns"
        value={choice.columns}
        options={columnAxes.map(axis => [axis, axisTitle[axis]] as const)}
        onChange={cols => navigate({ cols })}
      />
    </fieldset>
  );
}

const loadCells = (store: Store, { catalogue }: Summary, metric: string) =>
  loadTrend(store, { cells: catalogue.cells.map(cell => cell.id), metric, last: overviewRuns });

function Grid({ summary, choice }: { summary: Summary; choice: Shown }) {
  const data = useLoaded(`overview ${choice.metric.name}`, store => loadCells(store, summary, choice.metric.name));
  // The pictures before stay until the next ones are there: no flash, and nothing jumps.
  const drawn = useRef<{ metric: Metric; data: TrendData } | null>(null);
  if (data.state === 'ready') drawn.current = { metric: choice.metric, data: data.value };
  return (
    <>
      {data.state === 'failed' && <Problem problems={[data.problem]} />}
      {data.state === 'loading' && (
        <p class={`loading ${drawn.current === null ? 'chart-space' : 'visually-hidden'}`} role="status">
          Loading the series …
        </p>
      )}
      {data.state !== 'failed' && drawn.current !== null && (
        <>
          <Problem problems={drawn.current.data.problems} />
          <OverviewGrid summary={summary} {...drawn.current} columns={choice.columns} />
        </>
      )}
    </>
  );
}
