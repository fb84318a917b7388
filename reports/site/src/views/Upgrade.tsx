import { useApp, useNavigate } from '../app/context.ts';
import { href } from '../app/route.ts';
import { ForestPlot } from '../charts/ForestPlot.tsx';
import { ChangeText, intervalText } from '../components/ChangeText.tsx';
import { Choice } from '../components/Choice.tsx';
import { DataTable } from '../components/DataTable.tsx';
import { type Axis, axisTitle, axisValues } from '../data/axes.ts';
import { directionWords, type Metric } from '../data/metric.ts';
import type { RunIndex } from '../data/run-index.ts';
import { isSignificant } from '../statistics/change.ts';
import { shownVariants } from './matrix-model.ts';
import { RunFrame } from './RunFrame.tsx';
import { summarize, type UpgradeRow, upgradeMetrics, upgradeRows } from './upgrade-model.ts';

/** What changes when the runtime or the GC mode is changed. */
export const Upgrade = () => <RunFrame title="Upgrade">{run => <UpgradeOfRun run={run} />}</RunFrame>;

function UpgradeOfRun({ run }: { run: RunIndex }) {
  const { query } = useApp().route;
  const navigate = useNavigate();
  const axis = query.oneOf<Axis>('axis', ['runtime', 'gc'], 'runtime');
  const cells = shownVariants(run)
    .filter(variant => variant.status === 'measured')
    .map(variant => variant.cell);
  const values = axisValues(cells, axis);
  const to = query.oneOf('to', values, values.at(-1) ?? '');
  const from = query.oneOf(
    'from',
    values.filter(value => value !== to),
    values.find(value => value !== to) ?? '',
  );
  const metrics = upgradeMetrics(run);
  const metric = metrics.find(each => each.name === query.get('metric')) ?? metrics[0];
  const rows = upgradeRows(run, axis, from, to, metrics);
  return (
    <>
      <fieldset class="choices">
        <legend class="visually-hidden">What is changed</legend>
        <Choice
          label="Change of"
          value={axis}
          options={[
            ['runtime', 'Runtime'],
            ['gc', 'GC mode'],
          ]}
          onChange={value => navigate({ axis: value, from: null, to: null })}
        />
        <Choice label="From" value={from} options={values.filter(value => value !== to)} onChange={value => navigate({ from: value })} />
        <Choice label="To" value={to} options={values} onChange={value => navigate({ to: value, from: value === from ? to : from })} />
      </fieldset>
      {metric === undefined || rows.length === 0 ? (
        <p class="empty">{`This run has no cell with two values of ${axisTitle[axis]} to compare.`}</p>
      ) : (
        <Effects run={run} rows={rows} metrics={metrics} metric={metric} from={from} to={to} />
      )}
    </>
  );
}

interface EffectsProps {
  run: RunIndex;
  rows: readonly UpgradeRow[];
  metrics: readonly Metric[];
  metric: Metric;
  from: string;
  to: string;
}

function Effects({ rows, metrics, metric, from, to }: EffectsProps) {
  const navigate = useNavigate();
  const run = useApp().route.query.get('run');
  const plotted = rows.flatMap(row =>
    row.changes[metric.name] ? [{ label: row.label, change: row.changes[metric.name] as NonNullable<UpgradeRow['changes'][string]> }] : [],
  );
  return (
    <>
      <h2>{`From ${from} to ${to}, in words`}</h2>
      <ul class="words">
        {summarize(rows, metrics).map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div class="choices">
        <Choice
          label="Metric of the chart"
          value={metric.name}
          options={metrics.map(each => [each.name, each.title] as const)}
          onChange={name => navigate({ metric: name })}
        />
      </div>
      {plotted.length === 0 ? (
        <p class="empty">{`${metric.title} was not measured side by side.`}</p>
      ) : (
        <figure>
          <ForestPlot rows={plotted} axis={`Change of ${metric.title} from ${from} to ${to}, % (${directionWords(metric)})`} />
          <figcaption>Estimate and 95 % interval. Diamond: better; square: worse; circle: no difference found.</figcaption>
        </figure>
      )}
      <DataTable
        caption={`Change from ${from} to ${to}; a number only where the 95 % interval excludes no change`}
        file={`upgrade-${from}-${to}`}
        rows={rows}
        columns={[
          {
            title: 'Cell',
            value: row => row.label,
            show: row => <a href={href('compare', { run, a: row.from.id, b: row.to.id })}>{row.label}</a>,
            heading: true,
          },
          ...metrics.flatMap(each => metricColumns(each, each.name === metric.name)),
        ]}
      />
    </>
  );
}

/** The change; the metric of the chart has its interval as well, because the table is the chart's twin. */
function metricColumns(metric: Metric, withInterval: boolean) {
  const change = (row: UpgradeRow) => row.changes[metric.name] ?? null;
  const first = {
    title: `${metric.title}, % (${directionWords(metric).replace(' is better', '')} = better)`,
    value: (row: UpgradeRow) => (isSignificant(change(row)) ? (change(row)?.percent ?? null) : null),
    show: (row: UpgradeRow) => <ChangeText change={change(row)} />,
    numeric: true,
  };
  return withInterval
    ? [first, { title: `${metric.title}, 95 % interval`, value: (row: UpgradeRow) => intervalText(change(row)), numeric: true }]
    : [first];
}
