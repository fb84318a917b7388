import { useMemo } from 'preact/hooks';
import { href } from '../app/route.ts';
import { Sparkline } from '../charts/Sparkline.tsx';
import { Downloads } from '../components/DataTable.tsx';
import { axisTitle } from '../data/axes.ts';
import { directionWords, type Metric } from '../data/metric.ts';
import { count, number, percent, withUnit } from '../text/format.ts';
import { type ColumnAxis, type Extent, extentsOf, type OverviewCell, overviewOf, overviewRuns, type Step } from './overview-model.ts';
import type { Summary } from './summary.ts';
import type { TrendData } from './trend-model.ts';

interface Props {
  readonly summary: Summary;
  readonly data: TrendData;
  readonly metric: Metric;
  readonly columns: ColumnAxis;
}

/** Every series of a metric as a small picture with its newest value: a table, so that it needs no twin. */
export function OverviewGrid({ summary, data, metric, columns }: Props) {
  const model = useMemo(() => overviewOf(summary, data, metric, columns), [summary, data, metric, columns]);
  const cells = useMemo(() => model.rows.flatMap(row => row.cells.filter(cell => cell !== null)), [model]);
  const extents = useMemo(() => extentsOf(cells), [cells]);
  if (cells.length === 0) return <p class="empty">{`None of the newest ${overviewRuns} runs planned a cell.`}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable with the keyboard */}
      <section class="scroll whole" tabIndex={0} aria-label="Overview">
        <table class="overview stack" style={{ '--columns': model.columns.length }}>
          <caption>{captionOf(metric, data, extents.height)}</caption>
          <thead>
            <tr>
              <th scope="col">{`Scenario \\ ${axisTitle[columns]}`}</th>
              {model.columns.map(column => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {model.rows.map(row => (
              <tr key={`${row.scenario} ${row.rest}`}>
                <th scope="row">
                  {row.scenario}
                  {row.rest !== '' && <span class="rest">{row.rest}</span>}
                </th>
                {row.cells.map((cell, i) => (
                  <td key={model.columns[i]} data-title={model.columns[i]}>
                    {cell === null ? (
                      <span class="dim">not planned</span>
                    ) : (
                      <Picture cell={cell} metric={metric} extent={extents.of.get(cell)} usual={extents.height} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {model.gone > 0 && (
        <p class="legend">{`${count(model.gone, 'older cell')} that the newest ${overviewRuns} runs did not plan: see Trend.`}</p>
      )}
      <Downloads file={`overview-${metric.name}`} columns={downloadColumns(metric)} rows={cells} />
    </>
  );
}

const captionOf = (metric: Metric, data: TrendData, height: number) =>
  `${metric.title} (${directionWords(metric)}), newest ${data.runs.length} runs against the pinned reference, band: 95 % interval. Pictures are ${number(height)} % high. What changed last comes first.`;

function Picture({ cell, metric, extent, usual }: { cell: OverviewCell; metric: Metric; extent: Extent | undefined; usual: number }) {
  const step = cell.steps.at(-1);
  const { middle, height } = extent ?? { middle: 0, height: usual };
  return (
    <a href={href('trend', { cells: cell.cell.id, metric: metric.name, last: String(overviewRuns) })}>
      <span class="visually-hidden">{cell.cell.id}: </span>
      <Sparkline
        values={cell.series.percent}
        low={cell.series.low}
        high={cell.series.high}
        marks={cell.steps}
        middle={middle}
        height={height}
      />
      <span class="spark-text">
        <span class="value">{cell.newest === null ? '–' : withUnit(cell.newest.value, metric)}</span>{' '}
        {step === undefined ? <NoStep cell={cell} /> : <StepText step={step} />}
        {height > usual && <span class="dim">{` (${number(height)} % high)`}</span>}
        {cell.newest !== null && cell.newest.age > 0 && <span class="dim">{` ${count(cell.newest.age, 'run')} ago`}</span>}
      </span>
    </a>
  );
}

const StepText = ({ step }: { step: Step }) => (
  <span class={`verdict ${step.verdict}`}>
    <span aria-hidden="true">{step.verdict === 'worse' ? '✗' : '✓'}</span> {percent(step.effectPercent)}
    <span class="visually-hidden">, {step.verdict},</span> <span class="since">{step.startedAt.slice(0, 10)}</span>
  </span>
);

const NoStep = ({ cell: { unknown } }: { cell: OverviewCell }) =>
  unknown === null ? <span class="dim">no step</span> : <span class="dim">{`? ${unknown}`}</span>;

const downloadColumns = (metric: Metric) => [
  { title: 'cell', value: ({ cell }: OverviewCell) => cell.id },
  { title: `newest ${metric.name} (${metric.unit})`, value: ({ newest }: OverviewCell) => newest?.value ?? null },
  { title: 'against the reference %', value: ({ newest }: OverviewCell) => newest?.percent ?? null },
  { title: 'runs ago', value: ({ newest }: OverviewCell) => newest?.age ?? null },
  {
    title: 'verdict of the newest step',
    value: ({ steps, unknown }: OverviewCell) => steps.at(-1)?.verdict ?? (unknown === null ? 'no step' : 'unknown'),
  },
  { title: 'step %', value: ({ steps }: OverviewCell) => steps.at(-1)?.effectPercent ?? null },
  { title: 'first run after it', value: ({ steps }: OverviewCell) => steps.at(-1)?.startedAt ?? null },
  { title: 'why unknown', value: ({ unknown }: OverviewCell) => unknown },
];
