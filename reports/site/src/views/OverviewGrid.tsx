import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useInTurn } from '../app/in-turn.ts';
import { usePrinting } from '../app/printing.ts';
import { href, listOf } from '../app/route.ts';
import { Sparkline } from '../charts/Sparkline.tsx';
import { hasBand } from '../charts/spark-path.ts';
import { Downloads } from '../components/DataTable.tsx';
import { axisTitle } from '../data/axes.ts';
import type { RunEntry } from '../data/history-files.ts';
import { directionWords, type Metric, type Scale, scaleFor } from '../data/metric.ts';
import { count, number, onScale, percent } from '../text/format.ts';
import { newestText } from '../text/runs.ts';
import { answerRuns } from './answer.ts';
import {
  ageOf,
  barOf,
  type ColumnAxis,
  type Extent,
  foldWords,
  type OverviewCell,
  type OverviewGroup,
  type OverviewModel,
  type OverviewRow,
  type Pictures,
  picturesOf,
  type RowFold,
  type Step,
} from './overview-model.ts';
import { ofScenarios, shownText } from './scenario-filter.ts';
import type { Summary } from './summary.ts';
import type { TrendData } from './trend-model.ts';

interface Props {
  readonly summary: Summary;
  readonly data: TrendData;
  readonly metric: Metric;
  readonly columns: ColumnAxis;
  /** Whether every row is shown, not only the first of those that tell the same. */
  readonly isWhole: boolean;
  /** Words that the names of shown rows have. */
  readonly words: string;
}

/** What all pictures of the table share. */
interface Shared {
  readonly columns: readonly string[];
  readonly metric: Metric;
  readonly scale: Scale;
  /** The part of the vertical axis that each shows. */
  readonly extents: Pictures['extents'];
  /** Workflow runs since a cell was measured; 0 where the newest did. */
  readonly ageOf: (cell: OverviewCell) => number;
}

/** Rows that a screen shows of the top of the page: they are at least 45 px high, and a third of it stands above them. */
const firstRows = () => Math.ceil(innerHeight / 75);

/** Every series of a metric as a small picture with its newest value: a table, so that it needs no twin. */
export function OverviewGrid({ summary, data, metric, columns, isWhole, words }: Props) {
  const isPrinting = usePrinting();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) => setOpen(new Set(open.has(key) ? [...open].filter(each => each !== key) : [...open, key]));
  const whole = picturesOf(summary, data, metric, columns);
  const { model, cells, extents } = useMemo(() => ofScenarios(whole, words), [whole, words]);
  // A screen shows them first, and paper does not wait. Apart from what is shared: rows that others join are not made anew.
  const first = useMemo(() => (isPrinting ? new Set(model.rows) : firstOf(model, isWhole)), [model, isWhole, isPrinting]);
  // The same list while the names are the same.
  const names = useMemo(() => model.columns, [model.columns.join('\n')]);
  const shared = useMemo(() => {
    const most = whole.cells.reduce((largest, cell) => Math.max(largest, cell.newest?.value ?? 0), 0);
    return { columns: names, metric, scale: scaleFor(metric, most), extents, ageOf: (cell: OverviewCell) => ageOf(data, cell) };
  }, [data, names, metric, whole, extents]);
  if (whole.cells.length === 0) return <p class="empty">No cell is measured any longer.</p>;
  const isFiltered = model !== whole.model;
  // There also while it says nothing: what is put into it later is read out.
  const said = (
    <p class={cells.length === 0 ? 'empty' : 'legend'} role="status">
      {isFiltered && shownText(words, model, whole.model)}
    </p>
  );
  if (cells.length === 0) return said;
  return (
    <>
      {said}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable with the keyboard */}
      <section class={`scroll whole${model.columns.length > 6 ? ' wide' : ''}`} tabIndex={0} aria-label="Overview">
        <table
          class="overview stack"
          style={{ '--columns': model.columns.length, '--name': model.columns.some(name => name.length > 8) ? '6.5rem' : '3.5rem' }}
        >
          <caption>
            {`${metric.title}, ${shared.scale.unit} (${directionWords(metric)}), ${spanOf(data.runs)}. Each picture is a cell over these runs, with its newest value. `}
            <Keys cells={cells} height={extents.height} />
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
          {model.groups.map((group, place) => (
            <Scenario
              key={place}
              group={group}
              shared={shared}
              first={first}
              isOpen={fold => isWhole || isPrinting || open.has(fold.key)}
              onToggle={isWhole || isPrinting ? null : fold => toggle(fold.key)}
            />
          ))}
        </table>
      </section>
      {!isFiltered && model.gone > 0 && (
        <p class="legend">{`${count(model.gone, 'cell that is', 'cells that are')} no longer measured: see Trend.`}</p>
      )}
      {!isFiltered && model.without > 0 && (
        <p class="legend">{`${count(model.without, 'cell')} without this metric: choose another one.`}</p>
      )}
      <Downloads file={`overview-${metric.name}`} columns={downloadColumns(metric, shared.ageOf)} rows={cells} />
    </>
  );
}

/** The runs of the pictures, which have no time axis: newest 100 runs, 2025-07-21 to 2025-10-28. */
function spanOf(runs: readonly RunEntry[]): string {
  const days = new Set([runs[0], runs.at(-1)].flatMap(run => run?.startedAt.slice(0, 10) ?? []));
  return [newestText(runs), ...(days.size === 0 ? [] : [[...days].join(' to ')])].join(', ');
}

/** What the marks mean that are in the pictures, the band of those that have one, how high so many percent are, and which lines are no ratios. */
function Keys({ cells, height }: { cells: readonly OverviewCell[]; height: number }) {
  const open = new Set(cells.flatMap(cell => cell.steps.flatMap(step => (step.settled === null ? step.verdict : []))));
  const key = (mark: ComponentChildren, words: string) => (
    <span class="picture-key">
      {mark} <span>{words}</span>
    </span>
  );
  return (
    <>
      {open.has('worse') && key(<b class="worse">■</b>, 'worse from here on, ✗ by how much')}{' '}
      {open.has('better') && key(<b class="better">◆</b>, 'better from here on, ✓ by how much')}{' '}
      {cells.some(cell => hasBand(linedOf(cell))) && key(<b class="band" />, '95 % interval of each run')}{' '}
      {key(
        <b class="bar" style={{ '--share': barOf(height) / height }} />,
        `a change of ${number(barOf(height), barOf(height) < 1 ? 1 : 0)} %`,
      )}{' '}
      {cells.some(cell => cell.isOfValues) && key('?', 'no reference: values, not ratios')}
    </>
  );
}

/** The rows that the top of the table shows. */
const firstOf = ({ groups }: OverviewModel, isWhole: boolean): ReadonlySet<OverviewRow> =>
  new Set(groups.flatMap(group => group.folds.flatMap(fold => (isWhole ? fold.rows : fold.rows.slice(0, 1)))).slice(0, firstRows()));

interface ScenarioProps {
  readonly group: OverviewGroup;
  readonly shared: Shared;
  /** Rows that are drawn before others. */
  readonly first: ReadonlySet<OverviewRow>;
  readonly isOpen: (fold: RowFold) => boolean;
  /** Opens and closes a fold; null where all are open. */
  readonly onToggle: ((fold: RowFold) => void) | null;
}

/**
 * A scenario: of rows that tell the same only the first, and a button for the others. Rows and cells are known by their places, so that other values
 * in another order are put into the elements that are there, and those in sight stay there.
 */
function Scenario({ group, shared, first, isOpen, onToggle }: ScenarioProps) {
  const places = new Map(group.folds.flatMap(fold => fold.rows).map((row, place) => [row, place]));
  return (
    <tbody>
      {group.folds.flatMap((fold, place) => [
        ...(isOpen(fold) ? fold.rows : fold.rows.slice(0, 1)).map(row => (
          <Row key={places.get(row)} row={row} shared={shared} isFirst={places.get(row) === 0} isAtOnce={first.has(row)} />
        )),
        onToggle !== null && fold.rows.length > 1 && (
          <More
            key={`more ${place}`}
            rows={fold.rows}
            columns={shared.columns.length}
            isOpen={isOpen(fold)}
            onToggle={() => onToggle(fold)}
          />
        ),
      ])}
    </tbody>
  );
}

/** Opens and closes the rows that tell what the first of them does. */
function More(props: { rows: readonly OverviewRow[]; columns: number; isOpen: boolean; onToggle: () => void }) {
  const [first, ...others] = props.rows;
  return (
    <tr class="more">
      <td colSpan={props.columns + 1}>
        <button type="button" aria-expanded={props.isOpen} onClick={props.onToggle}>
          <span class="visually-hidden">{`${first?.scenario}: `}</span>
          {props.isOpen ? `− hide ${count(others.length, 'row')}` : `+ ${foldWords(others)}`}
        </button>
      </td>
    </tr>
  );
}

interface RowProps {
  readonly row: OverviewRow;
  readonly shared: Shared;
  readonly isFirst: boolean;
}

function Row({ row, shared, isFirst, isAtOnce }: RowProps & { readonly isAtOnce: boolean }) {
  const newest = useMemo(() => ({ row, shared, isFirst }), [row, shared, isFirst]);
  const { host, shown } = useInTurn<RowProps, HTMLTableRowElement>(newest, { isAtOnce, weight: row.cells.length });
  const content = useMemo(() => shown && <RowContent {...shown} />, [shown]);
  // Values of other columns do not wait under these, but their elements do: to take them away and make others costs most of such a change.
  const isStale = shown !== null && shown.shared.columns !== shared.columns;
  return (
    <tr ref={host} class={isStale ? 'stale' : undefined}>
      {content}
    </tr>
  );
}

function RowContent({ row, shared, isFirst }: RowProps) {
  return (
    <>
      <th scope="row">
        <span class={isFirst ? 'scenario' : 'visually-hidden'}>{row.scenario} </span>
        {row.rest !== '' && <span class="rest">{row.rest}</span>}
        {row.step !== null && <span class="since">{`since ${row.step.startedAt.slice(0, 10)}`}</span>}
      </th>
      {row.cells.map((cell, i) => (
        <td key={i} data-title={shared.columns[i]}>
          {cell === null ? <span class="dim">not planned</span> : pictureOf(cell, shared, row.step)}
        </td>
      ))}
    </>
  );
}

/** A line of values has no band. */
const linedOf = ({ series, line, isOfValues, cuts }: OverviewCell) =>
  isOfValues ? { values: line, low: [], high: [], cuts } : { values: line, low: series.low, high: series.high, cuts };

/** The picture of a cell; no component, nor is what it is made of: of hundreds these alone are felt. */
function pictureOf(cell: OverviewCell, shared: Shared, since: Step | null) {
  const { metric, scale, extents } = shared;
  const { step } = cell;
  const age = shared.ageOf(cell);
  const { middle, height }: Extent = extents.of.get(cell) ?? { middle: 0, height: extents.height };
  const marks = (cell.isOfValues ? [] : cell.steps).map(({ at, verdict, settled }) => ({ at, verdict, isSettled: settled !== null }));
  return (
    <a href={href('trend', { cells: listOf([cell.cell.id]), metric: metric.name, last: String(answerRuns) })}>
      {Sparkline({ label: `${cell.cell.id}:`, ...linedOf(cell), marks, middle, height })}
      <span class="spark-text">
        <span class="value">{cell.newest === null ? '–' : onScale(cell.newest.value, scale)}</span>{' '}
        {step === null ? noStep(cell) : <StepText step={step} isOther={step.startedAt !== since?.startedAt} />}
        {height > extents.height && <span class="dim">{` ${number(height / extents.height, 1)} × smaller`}</span>}
        {age > 0 && <span class="dim">{` ${count(age, 'run')} ago`}</span>}
      </span>
    </a>
  );
}

/** A step with the date of its own run, in sight only where its row has another one. One that somebody has said what it is has no mark and no colour. */
function StepText({ step, isOther }: { step: Step; isOther: boolean }) {
  const isShown = isOther || step.begunAt !== step.startedAt;
  const date = <span class={isShown ? 'since' : 'visually-hidden'}>{step.begunAt.slice(0, 10)}</span>;
  if (step.settled !== null)
    return (
      <span class="dim">
        {`${percent(step.effectPercent)} ${step.settled}`} {date}
      </span>
    );
  return (
    <span class={`verdict ${step.verdict}`}>
      <span aria-hidden="true">{step.verdict === 'worse' ? '✗' : '✓'}</span> {percent(step.effectPercent)}
      <span class="visually-hidden">, {step.verdict},</span> {date}
    </span>
  );
}

const noStep = ({ unknown }: OverviewCell) =>
  unknown === null ? <span class="dim">no change</span> : <span class="dim">{`? ${unknown}`}</span>;

const downloadColumns = (metric: Metric, ageOf: Shared['ageOf']) => [
  { title: 'cell', value: ({ cell }: OverviewCell) => cell.id },
  { title: `newest ${metric.name} (${metric.unit})`, value: ({ newest }: OverviewCell) => newest?.value ?? null },
  { title: 'against the reference %', value: ({ newest }: OverviewCell) => newest?.percent ?? null },
  { title: 'runs ago', value: (cell: OverviewCell) => (cell.newest === null ? null : ageOf(cell)) },
  {
    title: 'verdict of the newest change',
    value: ({ step, unknown }: OverviewCell) => step?.verdict ?? (unknown === null ? 'no change' : 'unknown'),
  },
  { title: 'settled as', value: ({ step }: OverviewCell) => step?.settled ?? null },
  { title: 'change %', value: ({ step }: OverviewCell) => step?.effectPercent ?? null },
  { title: 'first run after it', value: ({ step }: OverviewCell) => step?.begunAt ?? null },
  { title: 'why unknown', value: ({ unknown }: OverviewCell) => unknown },
];
