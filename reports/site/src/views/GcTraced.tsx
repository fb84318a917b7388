import { useMemo } from 'preact/hooks';
import { useApp, useNavigate } from '../app/context.ts';
import { type Line, LineChart } from '../charts/LineChart.tsx';
import { Choice } from '../components/Choice.tsx';
import { type Column, DataTable } from '../components/DataTable.tsx';
import { Fold } from '../components/Fold.tsx';
import { Load } from '../components/Load.tsx';
import { Notes } from '../components/Notes.tsx';
import { NotThere } from '../components/NotThere.tsx';
import type { Variant } from '../data/run-document.ts';
import type { RunIndex } from '../data/run-index.ts';
import {
  type GcCell,
  type GcDecision,
  type GcDocument,
  type GcStatistic,
  gcGroupOf,
  gcGroups,
  isTracedOf,
  nearestTraced,
  placeOfTraced,
} from '../data/traced.ts';
import { count, number, signed } from '../text/format.ts';

interface Props {
  readonly run: RunIndex;
  /** The GC modes that stand above. */
  readonly variants: readonly Variant[];
}

/** What traced rounds showed of the collector under two runtimes or GC modes of a run. */
export const GcTraced = ({ run, variants }: Props) => (
  <Load of={{ key: `gc ${run.document.id}`, load: store => store.gc(run.document.id) }} what="the traced collections">
    {found =>
      found === null ? (
        <p class="legend">Phases, roots and decisions of DATAS: not traced here (perfmatrix report gc RUN --from server --to datas).</p>
      ) : (
        <TracedSides gc={found} variants={variants} />
      )
    }
  </Load>
);

function TracedSides({ gc, variants }: { gc: GcDocument; variants: readonly Variant[] }) {
  const { query } = useApp().route;
  const navigate = useNavigate();
  const names = gc.cells.map(each => each.cell);
  const asked = query.get('traced');
  const cell = gc.cells.find(each => each.cell === asked) ?? nearestTraced(gc, variants);
  if (cell === undefined) return null;
  const place = placeOfTraced(gc, cell);
  return (
    <section aria-labelledby="gc-traced">
      <h2 id="gc-traced">{`${gc.to} against ${gc.from} in ${place}, according to traced rounds`}</h2>
      <NotThere there={{ traced: names }} where="traced in this run" />
      {asked === null && !isTracedOf(gc, cell, variants) && (
        <p class="empty">{`${placeOf(variants)}: not traced, so ${place} is shown.`}</p>
      )}
      {gc.cells.length > 1 && (
        <div class="choices">
          <Choice label="Traced cell" value={cell.cell} options={names} onChange={traced => navigate({ traced })} />
        </div>
      )}
      {cell.problem === null ? <Statistics gc={gc} cell={cell} /> : <p class="empty">{`${cell.cell} was not traced: ${cell.problem}.`}</p>}
      <div class="columns">
        <Decisions side={gc.from} place={place} decisions={cell.fromDecisions} />
        <Decisions side={gc.to} place={place} decisions={cell.toDecisions} />
      </div>
      <Notes of={cell.notes} />
    </section>
  );
}

/** What is chosen above, in the words of a traced cell. */
const placeOf = (variants: readonly Variant[]) => variants.map(({ cell }) => cell.id.replace(`/${cell.gc}/`, '/'))[0] ?? '';

const Statistics = ({ gc, cell }: { gc: GcDocument; cell: GcCell }) => (
  <DataTable
    caption={`${cell.cell}: ${roundsOf(cell)} with ${cell.fromCollections} and ${cell.toCollections} collections`}
    file="gc-traced"
    rows={[...cell.statistics].sort((a, b) => gcGroups.indexOf(gcGroupOf(a)) - gcGroups.indexOf(gcGroupOf(b)))}
    empty="No collection was seen."
    columns={[
      { title: 'Statistic', value: each => each.name, heading: true },
      { title: 'About', value: gcGroupOf },
      { title: 'Unit', value: each => each.unit },
      { title: gc.from, value: each => each.from, show: each => shown(each.from), numeric: true },
      { title: gc.to, value: each => each.to, show: each => shown(each.to), numeric: true },
      {
        title: 'Difference',
        value: each => each.difference,
        show: each => (each.difference === null ? '–' : signed(each.difference, decimalsOf(each))),
        numeric: true,
      },
      { title: '95 % interval', value: each => intervalOf(each, cell.rounds), numeric: true },
    ]}
  />
);

const roundsOf = ({ rounds }: GcCell) => (rounds === 1 ? 'one round' : `means over ${count(rounds, 'round')}`);
const decimals = (value: number) => (value >= 100 ? 0 : value >= 10 ? 1 : 3);
const decimalsOf = ({ from, to }: GcStatistic) => decimals(Math.max(from ?? 0, to ?? 0));
const shown = (value: number | null) => (value === null ? '–' : number(value, decimals(value)));

function intervalOf(each: GcStatistic, rounds: number) {
  if (each.low === null || each.high === null) return rounds === 1 ? 'one round, so no interval' : 'too few rounds';
  return `${signed(each.low, decimalsOf(each))} to ${signed(each.high, decimalsOf(each))}`;
}

/** What DATAS decided over time, with the load that it saw and the memory that it had. */
function Decisions({ side, place, decisions }: { side: string; place: string; decisions: readonly GcDecision[] }) {
  if (decisions.length === 0) return null;
  const changes = decisions.filter(each => each.chosen !== each.heaps).length;
  return (
    <section aria-label={`Decisions of DATAS in ${side}`}>
      <h3>{`${side} in ${place}`}</h3>
      <p>{`DATAS is active: ${count(decisions.length, 'decision')} in a round, ${changes} of them about another number of heaps.`}</p>
      {charts.map(chart => (
        <Chart key={chart.label} decisions={decisions} {...chart} />
      ))}
      <Fold summary="Decisions as a table">
        {() => <DataTable caption={`Decisions of DATAS, ${side}`} file={`datas-${side}`} rows={decisions} columns={columns} />}
      </Fold>
    </section>
  );
}

interface DecisionChart {
  readonly label: string;
  readonly isSteps?: boolean;
  readonly lines: readonly (readonly [label: string, value: (each: GcDecision) => number | null])[];
}

const charts: readonly DecisionChart[] = [
  { label: 'Heaps that it chose', isSteps: true, lines: [['heaps', each => each.chosen]] },
  { label: 'Load: allocated since the collection before, MB/s', lines: [['allocated', each => each.allocatedRate]] },
  {
    label: 'Memory, MB',
    lines: [
      ['heap after the collection', each => each.heapMegabytes],
      ['budget of generation 0', each => each.budgetMegabytes],
    ],
  },
  {
    label: 'Cost of collections that it decides by, %',
    lines: [
      ['cost', each => each.throughputCostPercent],
      ['target', each => each.targetCostPercent ?? null],
    ],
  },
];

function Chart({ decisions, label, isSteps, lines: all }: DecisionChart & { decisions: readonly GcDecision[] }) {
  const x = useMemo(() => decisions.map(each => each.seconds), [decisions]);
  const lines = useMemo(() => all.filter(([, value], i) => i === 0 || decisions.some(each => value(each) !== null)), [decisions, all]);
  const drawn = useMemo(
    () =>
      lines.map(([name, value]): Line => ({ label: name, values: decisions.map(value), ...(isSteps === true ? { style: 'steps' } : {}) })),
    [decisions, lines, isSteps],
  );
  const most = Math.max(0, ...drawn.flatMap(line => line.values.map(value => value ?? 0)));
  return (
    <LineChart
      x={x}
      lines={drawn}
      isLow
      legend={lines.length > 1}
      yMost={1.1 * most || 1}
      yLabel={label}
      xLabel="seconds since the load of a round began"
      xText={number}
      yText={number}
      pointText={i => pointText(decisions[i], lines)}
    />
  );
}

const pointText = (decision: GcDecision | undefined, lines: DecisionChart['lines']) =>
  decision === undefined
    ? ''
    : `${number(decision.seconds, 1)} s: ${lines.map(([name, value]) => `${name} ${shown(value(decision))}`).join(', ')}`;

/** Mostly it does not come to that, which is told as 0. */
const considered = (each: GcDecision) => each.consideredCostPercent || null;

const columns: readonly Column<GcDecision>[] = [
  { title: 'Time, s', value: each => each.seconds, show: each => number(each.seconds, 1), numeric: true, heading: true },
  { title: 'Heaps before', value: each => each.heaps, numeric: true },
  { title: 'Heaps chosen', value: each => each.chosen, numeric: true },
  { title: 'Allocated, MB/s', value: each => each.allocatedRate, show: each => shown(each.allocatedRate), numeric: true },
  { title: 'Heap after, MB', value: each => each.heapMegabytes, show: each => shown(each.heapMegabytes), numeric: true },
  { title: 'Budget of gen 0, MB', value: each => each.budgetMegabytes, show: each => shown(each.budgetMegabytes), numeric: true },
  { title: 'Cost, %', value: each => each.throughputCostPercent, show: each => shown(each.throughputCostPercent), numeric: true },
  { title: 'Cost considered, %', value: considered, show: each => shown(considered(each)), numeric: true },
  { title: 'Why', value: each => each.why ?? null, show: each => each.why ?? '–' },
];
