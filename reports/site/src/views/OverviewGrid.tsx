import { useMemo, useState } from 'preact/hooks';
import { usePrinting } from '../app/printing.ts';
import { href } from '../app/route.ts';
import { Sparkline } from '../charts/Sparkline.tsx';
import { Downloads } from '../components/DataTable.tsx';
import { axisTitle } from '../data/axes.ts';
import { directionWords, type Metric, type Scale, scaleFor } from '../data/metric.ts';
import { count, number, onScale, percent } from '../text/format.ts';
import {
  barOf,
  type ColumnAxis,
  type Extent,
  extentsOf,
  foldWords,
  type OverviewCell,
  type OverviewGroup,
  type OverviewRow,
  overviewOf,
  overviewRuns,
  type RowFold,
  type Step,
} from './overview-model.ts';
import type { Summary } from './summary.ts';
import type { TrendData } from './trend-model.ts';

interface Props {
  readonly summary: Summary;
  readonly data: TrendData;
  readonly metric: Metric;
  readonly columns: ColumnAxis;
  /** Whether every row is shown, not only the first of those that tell the same. */
  readonly isWhole: boolean;
}

/** What all pictures of the table share. */
interface Shared {
  readonly columns: readonly string[];
  readonly metric: Metric;
  readonly scale: Scale;
  /** The part of the vertical axis that each shows. */
  readonly extents: ReturnType<typeof extentsOf>;
}

/** Every series of a metric as a small picture with its newest value: a table, so that it needs no twin. */
export function OverviewGrid({ summary, data, metric, columns, isWhole }: Props) {
  const isPrinting = usePrinting();
  const model = useMemo(() => overviewOf(summary, data, metric, columns), [summary, data, metric, columns]);
  const cells = useMemo(() => model.rows.flatMap(row => row.cells.filter(cell => cell !== null)), [model]);
  const extents = useMemo(() => extentsOf(cells), [cells]);
  if (cells.length === 0) return <p class="empty">{`None of the newest ${overviewRuns} runs planned a cell.`}</p>;
  const scale = scaleFor(
    metric,
    cells.reduce((most, cell) => Math.max(most, cell.newest?.value ?? 0), 0),
  );
  const shared = { columns: model.columns, metric, scale, extents };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable with the keyboard */}
      <section class={`scroll whole${model.columns.length > 6 ? ' wide' : ''}`} tabIndex={0} aria-label="Overview">
        <table class="overview stack" style={{ '--columns': model.columns.length }}>
          <caption>
            {`${metric.title}, ${scale.unit} (${directionWords(metric)}), newest ${data.runs.length} runs against the reference, the dotted line; grey: 95 % interval. `}
            <ScaleBar height={extents.height} />
          </caption>
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
          {model.groups.map(group => (
            <Scenario key={group.scenario} group={group} shared={shared} isWhole={isWhole || isPrinting} />
          ))}
        </table>
      </section>
      {model.gone > 0 && (
        <p class="legend">{`${count(model.gone, 'older cell')} that the newest ${overviewRuns} runs did not plan: see Trend.`}</p>
      )}
      <Downloads file={`overview-${metric.name}`} columns={downloadColumns(metric)} rows={cells} />
    </>
  );
}

/** How high so many percent are in every picture. */
const ScaleBar = ({ height }: { height: number }) => (
  <span class="scale-bar">
    <span class="bar" style={{ '--share': barOf(height) / height }} aria-hidden="true" />
    <span class="visually-hidden">The bar is </span>
    {`${number(barOf(height), barOf(height) < 1 ? 1 : 0)} %`}
  </span>
);

/** A scenario: of rows that tell the same only the first, and a button for the others. */
function Scenario({ group, shared, isWhole }: { group: OverviewGroup; shared: Shared; isWhole: boolean }) {
  return (
    <tbody>
      {group.folds.map((fold, i) => (
        <Fold key={fold.key} fold={fold} shared={shared} isFirst={i === 0} isWhole={isWhole} />
      ))}
    </tbody>
  );
}

function Fold({ fold, shared, isFirst, isWhole }: { fold: RowFold; shared: Shared; isFirst: boolean; isWhole: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [first, ...others] = fold.rows;
  const shown = isOpen || isWhole ? fold.rows : first === undefined ? [] : [first];
  return (
    <>
      {shown.map((row, i) => (
        <Row key={row.rest} row={row} shared={shared} isFirst={isFirst && i === 0} />
      ))}
      {others.length > 0 && !isWhole && (
        <tr class="more">
          <td colSpan={shared.columns.length + 1}>
            <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              <span class="visually-hidden">{`${first?.scenario}: `}</span>
              {isOpen ? `− hide ${count(others.length, 'row')}` : `+ ${foldWords(others)}`}
            </button>
          </td>
        </tr>
      )}
    </>
  );
}

function Row({ row, shared, isFirst }: { row: OverviewRow; shared: Shared; isFirst: boolean }) {
  return (
    <tr>
      <th scope="row">
        <span class={isFirst ? 'scenario' : 'visually-hidden'}>{row.scenario} </span>
        {row.rest !== '' && <span class="rest">{row.rest}</span>}
        {row.step !== null && <span class="since">{`since ${row.step.startedAt.slice(0, 10)}`}</span>}
      </th>
      {row.cells.map((cell, i) => (
        <td key={shared.columns[i]} data-title={shared.columns[i]}>
          {cell === null ? <span class="dim">not planned</span> : <Picture cell={cell} shared={shared} since={row.step} />}
        </td>
      ))}
    </tr>
  );
}

function Picture({ cell, shared: { metric, scale, extents }, since }: { cell: OverviewCell; shared: Shared; since: Step | null }) {
  const step = cell.steps.at(-1);
  const { middle, height }: Extent = extents.of.get(cell) ?? { middle: 0, height: extents.height };
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
        <span class="value">{cell.newest === null ? '–' : onScale(cell.newest.value, scale)}</span>{' '}
        {step === undefined ? <NoStep cell={cell} /> : <StepText step={step} isOther={step.at !== since?.at} />}
        {height > extents.height && <span class="dim">{` ${number(height / extents.height, 1)} × smaller`}</span>}
        {cell.newest !== null && cell.newest.age > 0 && <span class="dim">{` ${count(cell.newest.age, 'run')} ago`}</span>}
      </span>
    </a>
  );
}

/** A step with its date, which is in sight only where its row names another one. */
const StepText = ({ step, isOther }: { step: Step; isOther: boolean }) => (
  <span class={`verdict ${step.verdict}`}>
    <span aria-hidden="true">{step.verdict === 'worse' ? '✗' : '✓'}</span> {percent(step.effectPercent)}
    <span class="visually-hidden">, {step.verdict},</span>{' '}
    <span class={isOther ? 'since' : 'visually-hidden'}>{step.startedAt.slice(0, 10)}</span>
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
