import { useApp, useNavigate } from '../app/context.ts';
import { href } from '../app/route.ts';
import { ForestPlot } from '../charts/ForestPlot.tsx';
import { ChangeText, intervalText } from '../components/ChangeText.tsx';
import { Choice } from '../components/Choice.tsx';
import { DataTable } from '../components/DataTable.tsx';
import { Lead } from '../components/Lead.tsx';
import { axisTitle, axisValue, axisValues } from '../data/axes.ts';
import { directionWords, type Metric } from '../data/metric.ts';
import type { RunIndex } from '../data/run-index.ts';
import { isSignificant } from '../statistics/change.ts';
import { count, number } from '../text/format.ts';
import { shownVariants } from './matrix-model.ts';
import { RunFrame } from './RunFrame.tsx';
import {
  type Upgrade as Outcome,
  roundsFor,
  summarize,
  type UpgradeAxis,
  type UpgradeGap,
  type UpgradeRow,
  upgradeMetrics,
  upgradeOf,
} from './upgrade-model.ts';

/** What changes when the runtime or the GC mode is changed. */
export const Upgrade = () => (
  <RunFrame
    title="Upgrade"
    lead={
      <Lead page="how-it-measures.md#how-an-upgrade-is-judged" link="How it is judged">
        What another runtime or GC mode changes, over all scenarios.
      </Lead>
    }
  >
    {run => <UpgradeOfRun run={run} />}
  </RunFrame>
);

function UpgradeOfRun({ run }: { run: RunIndex }) {
  const { query } = useApp().route;
  const navigate = useNavigate();
  const axis = query.oneOf<UpgradeAxis>('axis', ['runtime', 'gc'], 'runtime');
  const variants = shownVariants(run);
  const values = axisValues(
    variants.map(variant => variant.cell),
    axis,
  );
  // What was not measured can be asked for, too: then the view says why it is missing.
  const measured = values.filter(value => variants.some(each => each.status === 'measured' && axisValue(each.cell, axis) === value));
  const to = query.oneOf('to', values, measured.at(-1) ?? values.at(-1) ?? '');
  const others = values.filter(value => value !== to);
  const from = query.oneOf('from', others, measured.find(value => value !== to) ?? others[0] ?? '');
  const metrics = upgradeMetrics(run);
  const metric = metrics.find(each => each.name === query.get('metric')) ?? metrics[0];
  const outcome = upgradeOf(run, axis, from, to, metrics);
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
        <Choice label="From" value={from} options={others} onChange={value => navigate({ from: value })} />
        <Choice label="To" value={to} options={values} onChange={value => navigate({ to: value, from: value === from ? to : from })} />
      </fieldset>
      {metric === undefined || outcome.rows.length === 0 ? (
        <p class="empty">{`This run has no cell with two measured values of ${axisTitle[axis]} to compare.`}</p>
      ) : (
        <Effects outcome={outcome} metrics={metrics} metric={metric} from={from} to={to} />
      )}
      {others.length > 0 && <Gaps gaps={outcome.gaps} from={from} to={to} />}
    </>
  );
}

/** What could not be compared: a missing cell is loud. */
function Gaps({ gaps, from, to }: { gaps: readonly UpgradeGap[]; from: string; to: string }) {
  if (gaps.length === 0) return <p class="legend">{`Nothing is missing: every cell of ${from} or ${to} in this run is compared above.`}</p>;
  return (
    <>
      <h2>Not compared</h2>
      <DataTable
        caption={`${count(gaps.length, 'cell')} that ${from} or ${to} lacks, or that were not measured side by side`}
        file={`gaps-${from}-${to}`}
        rows={gaps}
        columns={[
          { title: 'Cell', value: gap => gap.label, heading: true },
          { title: 'Why', value: gap => gap.reason },
        ]}
      />
    </>
  );
}

/** How the changes were judged: the same rule as `report upgrade`. */
function Judgement({ outcome, metrics }: { outcome: Outcome; metrics: readonly Metric[] }) {
  const { tests, fewestRounds } = outcome;
  const needed = roundsFor(tests);
  return (
    <>
      <p class="legend">
        {`All ${count(tests, 'comparison')} of this view are judged together (Benjamini-Hochberg). ? is undecided: more rounds would decide.`}
      </p>
      {metrics.some(metric => metric.name === 'allocatedPerRequest') && (
        <p class="legend">
          Allocations hardly vary: a change counts when every round differs by more than 1 % the same way, and the medians by more than 8
          bytes.
        </p>
      )}
      {tests > 0 && fewestRounds < needed && (
        <p class="legend">
          {`${count(fewestRounds, 'round')} allow no p value below ${number(2 / 2 ** fewestRounds, 3)}: too few for a change to stand out among ${count(tests, 'comparison')}; ${number(needed)} suffice.`}
        </p>
      )}
    </>
  );
}

interface EffectsProps {
  outcome: Outcome;
  metrics: readonly Metric[];
  metric: Metric;
  from: string;
  to: string;
}

function Effects({ outcome, metrics, metric, from, to }: EffectsProps) {
  const { rows } = outcome;
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
      <Judgement outcome={outcome} metrics={metrics} />
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
          <figcaption>
            Estimate and 95 % interval of each cell. Diamond: better, square: worse, after the correction; circle: no difference found.
          </figcaption>
        </figure>
      )}
      <DataTable
        caption={`Change from ${from} to ${to}; a number only where it is significant among all comparisons of this view`}
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
