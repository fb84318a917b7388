import { useMemo } from 'preact/hooks';
import { useApp } from '../app/context.ts';
import { href } from '../app/route.ts';
import { type Line, LineChart, LineNames } from '../charts/LineChart.tsx';
import type { Cuts } from '../charts/stretches.ts';
import { Commit } from '../components/Commit.tsx';
import { type Column, DataTable } from '../components/DataTable.tsx';
import { Fold } from '../components/Fold.tsx';
import { Problem } from '../components/Load.tsx';
import { endOf, hasReference, type RunEntry } from '../data/history-files.ts';
import { directionWords, type Metric, scaleFor, unknownMetric } from '../data/metric.ts';
import { count, number, percent, percentTick, shortSha, time } from '../text/format.ts';
import { isUnread, type Summary } from './summary.ts';
import { marksOf, type TrendMark } from './trend-marks.ts';
import {
  cutsIn,
  isAbsolute,
  largestOf,
  machineOf,
  noPoints,
  onMachine,
  rangeWith,
  type TrendChoice,
  type TrendData,
  type TrendSeries,
} from './trend-model.ts';

/** The chart of the chosen series, and the same as a table. */
export function TrendChart({ summary, choice, data }: { summary: Summary; choice: TrendChoice; data: TrendData }) {
  const { query } = useApp().route;
  const absolute = isAbsolute(query, data);
  const machine = machineOf(query, summary);
  const { machines } = summary.catalogue;
  const metric = summary.catalogue.metrics.find(each => each.name === choice.metric) ?? unknownMetric(choice.metric);
  const shown = useMemo(() => (absolute ? onMachine(data, machines, machine) : data), [data, absolute, machines, machine]);
  const points = shown.series.some(series => (absolute ? series.value : series.percent).some(value => value !== null));
  return (
    <>
      <Problem problems={data.problems} />
      <MissingFiles data={data} />
      {points ? (
        <Chart summary={summary} metric={metric} data={shown} absolute={absolute} />
      ) : (
        <p class="empty">{noPoints(absolute, data)}</p>
      )}
      <Fold summary="The chart as a table">{() => <PointTable metric={metric} data={shown} absolute={absolute} />}</Fold>
    </>
  );
}

/** Shards that are not there; nothing where all are. */
export function MissingFiles({ data }: { data: TrendData }) {
  if (data.missing.length === 0) return null;
  return (
    <details class="note">
      <summary>{`${data.missing.length} of the data files of this range do not exist: nothing was measured there, or they were removed.`}</summary>
      <Problem problems={data.missing} />
    </details>
  );
}

function Chart({ summary, metric, data, absolute }: { summary: Summary; metric: Metric; data: TrendData; absolute: boolean }) {
  const { query } = useApp().route;
  const scale = scaleFor(metric, largestOf(data));
  const x = useMemo(() => data.runs.map(run => run.sequence), [data]);
  const lines = useMemo(() => {
    const cutsOf = cutsIn(data, summary.catalogue);
    return data.series.map(series => lineOf(series, absolute, scale.factor, cutsOf(series, absolute)));
  }, [data, summary, absolute, scale.factor]);
  const marks = useMemo(() => marksOf(summary, data.series, metric.name), [summary, data, metric]);
  const [first = 0] = x;
  const older = marks.flatMap(({ kind, at }) => (kind !== 'event' && at < first ? [at] : []));
  const last = rangeWith({ sequence: Math.min(...older) }, endOf(summary.index));
  const what = absolute ? `${metric.title}, ${scale.unit}` : `${metric.title} against the reference, %`;
  const byRun = new Map(data.runs.map(run => [run.sequence, run]));
  return (
    <figure>
      <LineNames labels={data.series.map(series => series.cell.id)}>
        {marks.every(mark => mark.kind === 'event') && (
          <li class="dim">{isUnread(summary, 'changes.json') ? 'change points not read' : 'no change point in this series'}</li>
        )}
        {older.length > 0 && (
          <li class="dim">
            {`${count(older.length, 'older change point')}: `}
            <a href={href('trend', query.with({ last }))}>choose more runs</a>
          </li>
        )}
        {marks.some(mark => mark.isSettled && mark.at >= first) && <li class="dim">grey letters: labelled or acknowledged</li>}
      </LineNames>
      <LineChart
        isFirst
        x={x}
        lines={lines}
        marks={marks}
        xLabel="runs in order of publishing, date of the run"
        yLabel={`${what} (${directionWords(metric)})`}
        xText={sequence => byRun.get(Math.round(sequence))?.startedAt.slice(0, 10) ?? ''}
        yText={(value, decimals) => (absolute ? number(value, decimals) : percentTick(value, decimals))}
        pointText={i => pointText(data, i, absolute, metric, marks)}
        runOf={i => {
          const run = data.runs[i];
          return run && href('run', { run: run.id });
        }}
      />
      <figcaption>
        {absolute ? 'Values drift with the machine: only large changes count.' : 'Ratio to the pinned reference; band: 95 % interval.'}{' '}
        Letters: changes; numbers, dotted: new reference, runtime, SDK, tool, driver, OS, image, CPU or cores.
      </figcaption>
    </figure>
  );
}

function lineOf(series: TrendSeries, absolute: boolean, factor: number, cuts: Cuts): Line {
  const line = { label: series.cell.id, cuts };
  if (absolute) return { ...line, values: series.value.map(value => (value === null ? null : value / factor)) };
  return { ...line, values: series.percent, low: series.low, high: series.high };
}

function pointText({ runs, series }: TrendData, i: number, absolute: boolean, metric: Metric, marks: readonly TrendMark[]): string {
  const run = runs[i];
  if (run === undefined) return '';
  const values = series.map(each => `${series.length > 1 ? `${each.cell.id}: ` : ''}${valueText(each, { run, i }, absolute, metric)}`);
  const marked = marks.filter(mark => mark.at === run.sequence).map(mark => mark.text);
  return `${runText(run)}: ${[...values, ...marked].join('; ')}`;
}

const runText = (run: RunEntry) => `${time(run.startedAt)}, ${shortSha(run.sha)}`;

function valueText(series: TrendSeries, { run, i }: Point, absolute: boolean, metric: Metric): string {
  const [value, change, low, high] = [series.value[i] ?? null, series.percent[i] ?? null, series.low[i] ?? null, series.high[i] ?? null];
  if (absolute) return value === null ? 'not measured' : `${number(value, metric.decimals)} ${metric.unit}`;
  // One that was measured may not be beside this cell, or not linked to the one before.
  const lack = hasReference(run) ? 'no ratio to the reference in this run' : 'no reference in this run';
  if (change === null) return value === null ? 'not measured' : lack;
  return low === null || high === null
    ? `${percent(change)} (too few rounds for an interval)`
    : `${percent(change)} (${percent(low)} to ${percent(high)})`;
}

interface Point {
  readonly run: RunEntry;
  readonly i: number;
}

function PointTable({ metric, data, absolute }: { metric: Metric; data: TrendData; absolute: boolean }) {
  const rows = data.runs.map((run, i): Point => ({ run, i })).reverse();
  const ofSeries = (series: TrendSeries): Column<Point>[] => [
    {
      title: `${series.cell.id}, ${metric.unit}`,
      value: ({ i }) => series.value[i] ?? null,
      show: ({ i }) => (series.value[i] == null ? '–' : number(series.value[i] as number, metric.decimals)),
      numeric: true,
    },
    ...(absolute
      ? []
      : [
          {
            title: `${series.cell.id}, % against the reference`,
            value: ({ i }: Point) => series.percent[i] ?? null,
            show: (point: Point) => {
              const change = series.percent[point.i];
              return change == null ? valueText(series, point, false, metric) : percent(change);
            },
            numeric: true,
          },
          {
            title: `${series.cell.id}, low %`,
            value: ({ i }: Point) => series.low[i] ?? null,
            show: ({ i }: Point) => (series.low[i] == null ? '–' : percent(series.low[i] as number)),
            numeric: true,
          },
          {
            title: `${series.cell.id}, high %`,
            value: ({ i }: Point) => series.high[i] ?? null,
            show: ({ i }: Point) => (series.high[i] == null ? '–' : percent(series.high[i] as number)),
            numeric: true,
          },
        ]),
  ];
  return (
    <DataTable
      caption={`${metric.title} (${directionWords(metric)}), newest run first`}
      file={`trend-${metric.name}`}
      rows={rows}
      columns={[
        {
          title: 'Run',
          value: ({ run }) => run.id,
          show: ({ run }) => <a href={href('run', { run: run.id })}>{time(run.startedAt)}</a>,
          heading: true,
        },
        { title: 'Commit', value: ({ run }) => run.sha, show: ({ run }) => <Commit sha={run.sha} /> },
        { title: 'Branch', value: ({ run }) => run.ref },
        ...data.series.flatMap(ofSeries),
      ]}
    />
  );
}
