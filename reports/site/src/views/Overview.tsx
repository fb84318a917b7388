import type { ComponentChildren } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { aheadOf } from '../app/ahead.ts';
import { useAhead, useApp, useLoaded, useNavigate } from '../app/context.ts';
import { href, type Query } from '../app/route.ts';
import { Choice } from '../components/Choice.tsx';
import { Lead } from '../components/Lead.tsx';
import { Load, Problem } from '../components/Load.tsx';
import { NotThere } from '../components/NotThere.tsx';
import { axisTitle, axisValues, isImported } from '../data/axes.ts';
import { endOf } from '../data/history-files.ts';
import type { Metric } from '../data/metric.ts';
import { emptyHistory, type Loadable, type Store } from '../data/store.ts';
import { count } from '../text/format.ts';
import { AnswerBox } from './AnswerBox.tsx';
import { answerRuns } from './answer.ts';
import { goneCells } from './gone-cells.ts';
import { metricParts } from './metric-parts.ts';
import { OverviewGrid } from './OverviewGrid.tsx';
import { type ColumnAxis, columnAxes, picturesOf } from './overview-model.ts';
import { ScenarioFilter } from './ScenarioFilter.tsx';
import { fewNames, namedIn, nameOf } from './scenario-filter.ts';
import { type Summary, sharedSummary } from './summary.ts';
import { MissingFiles } from './TrendChart.tsx';
import { columnsIn, defaultSeries, hasRatios, loadTrend, type TrendData } from './trend-model.ts';

/** The first screen: is it getting slower, and every series in small. */
export const Overview = () => (
  <>
    <h1>Is it getting slower?</h1>
    <Load of={sharedSummary} what="the history">
      {summary => <OverviewOf summary={summary} />}
    </Load>
  </>
);

/** Loads what an address shows, and makes of it what the pictures are drawn from. */
export async function prepareOverview(store: Store, query: Query): Promise<void> {
  const summary = await store.make(sharedSummary);
  const choice = choiceOf(summary, query);
  if (choice === null || mostAhead(summary) === 0) return;
  const { metric, columns } = choice;
  const data = await store.make(everySeries(summary, metric));
  picturesOf(summary, data, metric, columns);
}

function OverviewOf({ summary }: { summary: Summary }) {
  const choice = choiceOf(summary, useApp().route.query);
  // The same for every choice.
  const answer = useMemo(() => <AnswerBox summary={summary} />, [summary]);
  return (
    <>
      {answer}
      <Problem problems={summary.problems} />
      <NotThere there={{ metric: summary.catalogue.metrics.map(({ name }) => name), cols: columnsOf(summary) }} where="in this history" />
      {choice !== null && <Choices summary={summary} choice={choice} />}
      {choice !== null && <Grid summary={summary} choice={choice} />}
      <OtherCharts />
      {summary.index.runs === 0 && <p class="empty">{emptyHistory}</p>}
    </>
  );
}

/** The page that github-action-benchmark keeps beside the history, where it is. */
function OtherCharts() {
  const { store } = useApp();
  if (!store.has('benchmark/index.html')) return null;
  return (
    <p>
      <a href={`${store.base}benchmark/`}>The charts of github-action-benchmark</a>: throughput, CPU and memory of each scenario, mean time
      of each project of benchmarks.
    </p>
  );
}

/** What the pictures show. */
interface Shown {
  readonly metric: Metric;
  readonly columns: ColumnAxis;
  readonly isWhole: boolean;
  /** Words that the names of its scenarios, or benchmarks, have. */
  readonly words: string;
}

/** The axes that can be columns. What was imported has benchmarks where ours have GC modes: these are rows. */
const columnsOf = ({ index, catalogue }: Summary): readonly ColumnAxis[] =>
  catalogue.cells.some(cell => isImported(cell) && cell.last >= endOf(index) - answerRuns) ? ['runtime'] : columnAxes;

/** The metric that the answer is about, and the axis with more than one value. */
function choiceOf(summary: Summary, query: Query): Shown | null {
  const { catalogue } = summary;
  const fallback = defaultSeries(summary);
  const names = catalogue.metrics.map(metric => metric.name);
  const name = query.oneOf('metric', names, fallback?.metric ?? '');
  const metric = catalogue.metrics.find(each => each.name === name);
  const offered = columnsOf(summary);
  const widest = offered.find(axis => axisValues(catalogue.cells, axis).length > 1) ?? 'runtime';
  return metric === undefined
    ? null
    : {
        metric,
        columns: query.oneOf<ColumnAxis>('cols', offered, widest),
        isWhole: query.get('rows') === 'all',
        words: query.get('scenario') ?? '',
      };
}

function Choices({ summary, choice }: { summary: Summary; choice: Shown }) {
  const navigate = useNavigate();
  const ahead = useAhead();
  const gone = useMemo(() => goneCells(summary), [summary]);
  const cells = useMemo(() => summary.catalogue.cells.filter((_, i) => !gone.has(i)), [summary, gone]);
  const names = useMemo(() => new Set(cells.map(nameOf)).size, [cells]);
  const hidesNone = choice.words.trim() === '';
  return (
    <fieldset class="choices in-line">
      <legend class="visually-hidden">What the pictures show</legend>
      <Choice
        label="Metric"
        value={choice.metric.name}
        options={summary.catalogue.metrics.map(({ name, title }) => [name, title] as const)}
        onChange={metric => navigate({ metric })}
        ahead={{ load: metric => ahead({ metric }), most: mostAhead(summary) }}
      />
      <Choice
        label="Columns"
        value={choice.columns}
        options={columnsOf(summary).map(axis => [axis, axisTitle[axis]] as const)}
        onChange={cols => navigate({ cols })}
      />
      <Choice
        label="Rows"
        value={choice.isWhole ? 'all' : ''}
        options={[
          ['', 'similar rows folded'],
          ['all', hidesNone ? `all ${count(cells.length, 'cell')}` : 'all rows'],
        ]}
        onChange={rows => navigate({ rows })}
      />
      {(names > fewNames || choice.words !== '') && <ScenarioFilter label={namedIn(cells)} words={choice.words} />}
      <ByMetric summary={summary} chosen={choice.metric} of={hidesNone ? '' : ` of all ${namedIn(cells).toLowerCase()}s`} />
    </fieldset>
  );
}

/** How many changes each metric has in the runs of the pictures, so that nobody has to choose one to see that memory has none. Where some are hidden, `of` says of what. */
function ByMetric({ summary, chosen, of }: { summary: Summary; chosen: Metric; of: string }) {
  const { view, query } = useApp().route;
  const parts = useMemo(() => metricParts(summary), [summary]);
  if (parts.length === 0) return null;
  return (
    <p class="by-metric">
      {`Changes${of} in these runs: `}
      {parts.map(({ words, metrics, others }, place) => (
        <span key={words}>
          {`${place > 0 ? '; ' : ''}${words && `${words} `}`}
          {metrics.map(({ name, text }, i) => (
            <span key={name}>
              {i > 0 && ', '}
              <a href={href(view, query.with({ metric: name }))} aria-current={name === chosen.name ? 'true' : undefined}>
                {text}
              </a>
            </span>
          ))}
          {others > 0 && ` and ${count(others, 'other')}`}
        </span>
      ))}
    </p>
  );
}

/** Every cell over the newest runs. */
const everyCell = ({ catalogue }: Summary) => ({ cells: catalogue.cells.map(cell => cell.id), last: answerRuns });

const mostAhead = (summary: Summary) => aheadOf(columnsIn(summary, everyCell(summary)));

const everySeries = (summary: Summary, { name }: Metric): Loadable<TrendData> => ({
  key: `overview ${name}`,
  load: store => loadTrend(store, { ...everyCell(summary), metric: name }),
});

function Grid({ summary, choice: { metric, columns, isWhole, words } }: { summary: Summary; choice: Shown }) {
  const data = useLoaded(everySeries(summary, metric));
  const loaded = data.state === 'ready' ? data.value : null;
  const pictures = useMemo(
    () => loaded && <OverviewGrid summary={summary} data={loaded} metric={metric} columns={columns} isWhole={isWhole} words={words} />,
    [summary, loaded, metric, columns, isWhole, words],
  );
  // Those before stay as they are until the next ones are there: no flash, nothing jumps, and none is drawn twice.
  const drawn = useRef<{ data: TrendData; pictures: ComponentChildren } | null>(null);
  if (loaded !== null) drawn.current = { data: loaded, pictures };
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
          <MissingFiles data={drawn.current.data} />
          {drawn.current.pictures}
          {hasRatios(drawn.current.data.series) && (
            <Lead page="how-it-measures.md#the-marks-of-the-trend" link="How changes are found">
              Lines are ratios to the pinned reference, with a gap where there is none; a mark is a change that chance does not explain.
            </Lead>
          )}
        </>
      )}
    </>
  );
}
