import { useMemo } from 'preact/hooks';
import { useApp, useNavigate } from '../app/context.ts';
import type { Query } from '../app/route.ts';
import { intervalText, noiseWords } from '../components/ChangeText.tsx';
import { Choice } from '../components/Choice.tsx';
import { Downloads } from '../components/DataTable.tsx';
import { Lead } from '../components/Lead.tsx';
import { NotThere } from '../components/NotThere.tsx';
import { type Axis, axes, axesOf, axisValue, axisValues, titleOver } from '../data/axes.ts';
import { type Metric, scaleFor } from '../data/metric.ts';
import type { Cell, Variant } from '../data/run-document.ts';
import type { RunIndex } from '../data/run-index.ts';
import { isSignificant } from '../statistics/change.ts';
import { boundText } from '../text/format.ts';
import { groupBy } from '../text/group.ts';
import { HeadOnly } from './HeadOnly.tsx';
import { HeatMap } from './HeatMap.tsx';
import {
  againstWords,
  captionOf,
  comparisonOf,
  distinct,
  hidesBase,
  type MatrixCell,
  type MatrixChoice,
  matrixOf,
  referenceNames,
  shownVariants,
  statusWords,
  summaryOf,
  usualAgainst,
} from './matrix-model.ts';
import { RunFrame } from './RunFrame.tsx';

/** The heat map: any two axes as rows and columns, the others as filters. */
export const Matrix = () => (
  <RunFrame
    title="Matrix"
    lead={
      <Lead page="how-it-measures.md#the-words" link="The words">
        Any two axes against each other; the others are filters.
      </Lead>
    }
  >
    {run => <MatrixOfRun run={run} />}
  </RunFrame>
);

/** What there is to choose from in a run. */
type Offered = ReturnType<typeof offeredBy>;

function offeredBy(run: RunIndex) {
  const variants = shownVariants(run);
  const cells = variants.map(variant => variant.cell);
  const shown = axesOf(cells);
  const values = Object.fromEntries(axes.map(axis => [axis, axisValues(cells, axis)])) as Record<Axis, string[]>;
  const siblings = shown
    .filter(axis => run.hasRounds && axis !== 'scenario' && axis !== 'cores')
    .flatMap(axis => values[axis].map(value => [`${axis}:${value}`, `same cell, ${value}`] as const));
  const kept = run.document.imported ? 'nothing' : 'the pinned reference';
  const first = hidesBase(run) ? 'base of its cell' : 'the first of its pair';
  const beside = run.hasPairs ? first : 'the anchor of its block';
  const base = ['anchor', run.hasRounds ? beside : kept] as const;
  return { variants, cells, shown, values, against: [base, ...siblings] };
}

function MatrixOfRun({ run }: { run: RunIndex }) {
  const { store } = useApp();
  const offered = useMemo(() => offeredBy(run), [run]);
  const choice = useChoice(run, offered);
  if (choice === null) return <p class="empty">{nothingMeasured(run)}</p>;
  const model = matrixOf(run, choice);
  const cells = model.cells.flat();
  const scale = scaleFor(choice.metric, Math.max(0, ...cells.map(cell => cell.value ?? 0)));
  const listed = offered.against.find(([value]) => value === choice.against)?.[1] ?? '';
  const names = referenceNames(cells);
  const references = distinct(names);
  const against = againstWords(listed, choice.against, references);
  const noise = noiseWords(cells.map(cell => cell.change));
  return (
    <>
      <NotThere
        there={{
          ...Object.fromEntries(filtersOfChoice(choice).map(axis => [axis, offered.values[axis]])),
          metric: run.metrics().map(({ name }) => name),
          against: offered.against.map(([value]) => value),
        }}
        where="in this run"
      />
      <HeadOnly run={run} />
      <Choices run={run} offered={offered} choice={choice} />
      <p class="answer">{summaryOf(cells, names, choice)}</p>
      <HeatMap
        model={model}
        choice={choice}
        scale={scale}
        caption={captionOf(run, choice, scale, against)}
        names={references.length > 1 ? names : null}
      />
      <p class="legend">
        {`✓ ✗ the 95 % interval below excludes 0; ~ no difference found${sameWords(run, cells, choice.metric)}${fewWords(cells)}${noise}`}
      </p>
      <p class="legend">{choice.metric.description}</p>
      <Missing cells={cells} />
      <h2 class="visually-hidden">Download</h2>
      <Downloads
        file={`matrix-${choice.metric.name}`}
        rows={cells}
        columns={downloadColumns(choice.metric, store.hasHistory ? run.document.id : null)}
      />
    </>
  );
}

/** What counts as the same: the bound of the gate, for every scenario that is shown. */
function sameWords(run: RunIndex, cells: readonly MatrixCell[], metric: Metric): string {
  const scenarios = new Set(cells.flatMap(cell => cell.variant?.cell.scenario ?? []));
  const bounds = new Set([...scenarios].flatMap(scenario => run.bound(scenario, metric) ?? []).map(boundText));
  return bounds.size === 0 ? '' : `; = same: effects beyond ${[...bounds].join(' or ')} are excluded`;
}

/** The mark of cells without an interval, where there are some. */
const fewWords = (cells: readonly MatrixCell[]) => (cells.some(({ change }) => change?.lowPercent === null) ? '; ? too few rounds' : '');

/** The axes of which one value is shown. */
const filtersOfChoice = ({ filters }: MatrixChoice) => Object.keys(filters) as Axis[];

function useChoice(run: RunIndex, offered: Offered): MatrixChoice | null {
  const { query } = useApp().route;
  const metrics = run.metrics();
  const rows = query.oneOf<Axis>('rows', axes, run.document.imported ? 'gc' : 'runtime');
  const others = axes.filter(axis => axis !== rows);
  const columns = query.oneOf<Axis>('cols', others, rows === 'gc' ? 'runtime' : 'gc');
  const metric = metrics.find(each => each.name === query.get('metric')) ?? metrics.find(each => each.name === 'throughput') ?? metrics[0];
  if (metric === undefined) return null;
  const filtered = others.filter(axis => axis !== columns);
  const against: readonly string[] = offered.against.map(([value]) => value);
  const filters = filtersOf(run, offered, metric, filtered, query);
  const asked = query.oneOf('against', ['', ...against], '');
  return { rows, columns, metric, filters, against: asked || usualAgainst(run, filters, against.slice(1)) };
}

/** The filters of the address; what it leaves open is taken where the most cells have the metric, else where the most were measured. */
function filtersOf(
  run: RunIndex,
  { variants, values }: Offered,
  metric: Metric,
  filtered: readonly Axis[],
  query: Query,
): Partial<Record<Axis, string>> {
  const asked = filtered.filter(axis => values[axis].includes(query.get(axis) ?? ''));
  const fits = variants.filter(variant => asked.every(axis => axisValue(variant.cell, axis) === query.get(axis)));
  const having = fits.filter(variant => run.value(variant.id, metric.name) !== null);
  const model = fullest(having.length > 0 ? having : fits, filtered) ?? variants[0]?.cell;
  return Object.fromEntries(
    filtered.map(axis => [axis, asked.includes(axis) ? query.get(axis) : model === undefined ? '' : axisValue(model, axis)]),
  );
}

/** A cell of the heat map with the most measured cells; the first of equals. */
function fullest(variants: readonly Variant[], filtered: readonly Axis[]): Cell | undefined {
  const groups = groupBy(variants, variant => filtered.map(axis => axisValue(variant.cell, axis)).join('\n'));
  const measured = (group: readonly Variant[]) => group.filter(variant => variant.status === 'measured').length;
  return [...groups.values()].reduce<Variant[]>(
    (best, group) => (best.length === 0 || measured(group) > measured(best) ? group : best),
    [],
  )[0]?.cell;
}

function Choices({ run, offered, choice }: { run: RunIndex; offered: Offered; choice: MatrixChoice }) {
  const navigate = useNavigate();
  const { cells, shown, values, against } = offered;
  const axisOptions = (without: Axis) => shown.filter(axis => axis !== without).map(axis => [axis, titleOver(cells, axis)] as const);
  return (
    <fieldset class="choices">
      <legend class="visually-hidden">What the heat map shows</legend>
      <Choice
        label="Metric"
        value={choice.metric.name}
        options={run.metrics().map(metric => [metric.name, metric.title] as const)}
        onChange={metric => navigate({ metric })}
      />
      {filtersOfChoice(choice)
        .filter(axis => shown.includes(axis))
        .map(axis => (
          <Choice
            key={axis}
            label={titleOver(cells, axis)}
            value={choice.filters[axis] ?? ''}
            options={values[axis]}
            onChange={value => navigate({ [axis]: value })}
          />
        ))}
      <Choice
        label="Rows"
        value={choice.rows}
        options={shown.map(axis => [axis, titleOver(cells, axis)] as const)}
        onChange={rows => navigate(rows === choice.columns ? { rows, cols: choice.rows } : { rows })}
      />
      <Choice label="Columns" value={choice.columns} options={axisOptions(choice.rows)} onChange={cols => navigate({ cols })} />
      <Choice label="Change against" value={choice.against} options={against} onChange={value => navigate({ against: value })} />
    </fieldset>
  );
}

/** Cells without a number, and why: loud, and in text. */
function Missing({ cells }: { cells: readonly MatrixCell[] }) {
  const missing = cells.filter(cell => cell.variant !== null && cell.status !== 'measured');
  const reasons = groupBy(missing, cell => `${statusWords[cell.status]}: ${cell.variant?.reason ?? 'no reason recorded'}`);
  if (missing.length === 0) return null;
  return (
    <details open>
      <summary>{missing.length === 1 ? 'One cell has no number' : `${missing.length} cells have no number`}</summary>
      <ul>
        {[...reasons].map(([reason, group]) => (
          <li key={reason}>
            <strong>{reason}</strong> ({group.map(cell => cell.variant?.cell.id).join(', ')})
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The links of a history name the run: without it they would lead to the newest. */
const downloadColumns = (metric: Metric, run: string | null) => [
  { title: 'cell', value: (cell: MatrixCell) => cell.variant?.cell.id ?? `${cell.row} x ${cell.column}` },
  { title: 'status', value: (cell: MatrixCell) => cell.status },
  { title: `${metric.name} (${metric.unit})`, value: (cell: MatrixCell) => cell.value },
  { title: 'against', value: (cell: MatrixCell) => cell.reference?.id ?? null },
  { title: 'verdict', value: (cell: MatrixCell) => cell.change?.verdict ?? null },
  { title: 'change %', value: (cell: MatrixCell) => (isSignificant(cell.change) ? cell.change.percent : null) },
  { title: 'low %', value: (cell: MatrixCell) => cell.change?.lowPercent ?? null },
  { title: 'high %', value: (cell: MatrixCell) => cell.change?.highPercent ?? null },
  { title: 'noise units', value: (cell: MatrixCell) => (isSignificant(cell.change) ? cell.change.noiseUnits : null) },
  { title: 'interval', value: (cell: MatrixCell) => (cell.change === null ? null : intervalText(cell.change)) },
  { title: 'reason', value: (cell: MatrixCell) => cell.variant?.reason ?? null },
  { title: 'link', value: (cell: MatrixCell) => addressOf(cell, metric, run) },
];

const addressOf = ({ variant, status, reference }: MatrixCell, metric: Metric, run: string | null) =>
  variant === null || status !== 'measured' ? null : new URL(comparisonOf(variant, reference, metric, run), location.href).href;

const nothingMeasured = (run: RunIndex) =>
  run.document.variants.length === 0
    ? 'This run planned nothing.'
    : `Nothing was measured in this run: ${[...new Set(run.document.variants.map(variant => variant.reason ?? statusWords[variant.status]))].slice(0, 3).join('; ')}.`;
