import { useApp, useNavigate } from '../app/context.ts';
import { href, listOf } from '../app/route.ts';
import { DotPlot } from '../charts/DotPlot.tsx';
import { ChangeText, intervalText, noiseWords } from '../components/ChangeText.tsx';
import { Choice } from '../components/Choice.tsx';
import { DataTable, SaidInFiles } from '../components/DataTable.tsx';
import { Lead } from '../components/Lead.tsx';
import { Load } from '../components/Load.tsx';
import { NotThere } from '../components/NotThere.tsx';
import { variantLabel } from '../data/axes.ts';
import { directionWords, scaleFor } from '../data/metric.ts';
import type { RunIndex } from '../data/run-index.ts';
import { type Change, isSignificant } from '../statistics/change.ts';
import { toPercent } from '../statistics/estimate.ts';
import { looksBimodal } from '../statistics/modality.ts';
import { boundText, count, interval, number, onScale, percent } from '../text/format.ts';
import { againstReference, type ComparedMetric, compare, relationMarks, relationOf, relationWords, type Side } from './compare-model.ts';
import { EnvironmentTable } from './EnvironmentTable.tsx';
import { environmentOf, notRecorded } from './environment-model.ts';
import { RunChoice, RunFrame, runOf } from './RunFrame.tsx';
import { Why } from './Why.tsx';
import { WhyLink, whyOf } from './WhyLink.tsx';

/** Any two variants, of one run or of two. */
export const Compare = () => (
  <RunFrame
    title="Compare"
    lead={
      <Lead page="how-it-measures.md#the-idea" link="Why side by side">
        Two variants, round by round. What did not run side by side has no interval.
      </Lead>
    }
  >
    {run => (
      <>
        <WithOtherRun run={run} />
        <WhyLink find={whyOf(run.document.id)}>Why cells of this run changed</WhyLink>
      </>
    )}
  </RunFrame>
);

function WithOtherRun({ run }: { run: RunIndex }) {
  const { route, store } = useApp();
  const other = route.query.get('runa');
  if (!store.hasHistory || other === null || other === run.document.id) return <TwoVariants runA={run} runB={run} />;
  return (
    <Load of={runOf(other)} what={`run ${other}`}>
      {runA => <TwoVariants runA={runA} runB={run} />}
    </Load>
  );
}

function TwoVariants({ runA, runB }: { runA: RunIndex; runB: RunIndex }) {
  const { query } = useApp().route;
  const b = chosen(runB, query.get('b')) ?? firstPair(runB)[1];
  const a = chosen(runA, query.get('a')) ?? (runA === runB ? partner(runA, b) : chosen(runA, b)) ?? firstPair(runA)[0];
  if (a === null || b === null) return <p class="empty">Nothing was measured in this run, so there is nothing to compare.</p>;
  const sides = [sideOf(runA, a), sideOf(runB, b)] as const;
  return (
    <>
      <NotThere
        there={{ a: measuredOf(runA).map(each => each.id), b: measuredOf(runB).map(each => each.id) }}
        where={`measured in ${runA === runB ? 'this run' : 'these runs'}`}
      />
      <SideChoices runA={runA} runB={runB} a={a} b={b} />
      {a === b && runA === runB ? (
        <p class="empty">A and B are the same variant: choose another one.</p>
      ) : (
        <SaidInFiles.Provider value={{ 'A is': nameOf(sides[0]), 'B is': nameOf(sides[1]) }}>
          <Comparison a={sides[0]} b={sides[1]} />
        </SaidInFiles.Provider>
      )}
      <Why cell={sides[1].variant.cell.id} />
    </>
  );
}

function SideChoices({ runA, runB, a, b }: { runA: RunIndex; runB: RunIndex; a: string; b: string }) {
  const navigate = useNavigate();
  const { store } = useApp();
  const options = (run: RunIndex) => {
    const isSided = hasSides(run);
    return measuredOf(run).map(variant => [variant.id, variantLabel(variant, isSided)] as const);
  };
  return (
    <fieldset class="choices">
      <legend class="visually-hidden">What is compared</legend>
      {store.hasHistory && <RunChoice param="runa" label="Run of A" none="the same run" />}
      <Choice label="From (A)" value={a} options={options(runA)} onChange={id => navigate({ a: id })} />
      <Choice label="To (B)" value={b} options={options(runB)} onChange={id => navigate({ b: id, cell: null })} />
      <button
        type="button"
        onClick={() => navigate({ a: b, b: a, cell: null, ...(runA === runB ? {} : { run: runA.document.id, runa: runB.document.id }) })}
      >
        Swap A and B
      </button>
    </fieldset>
  );
}

function Comparison({ a, b }: { a: Side; b: Side }) {
  const { query } = useApp().route;
  const relation = relationOf(a, b);
  const isImported = [a, b].some(({ run }) => run.document.imported);
  const rows = compare(a, b, relation);
  const shown = rows.find(row => row.metric.name === query.get('metric')) ?? rows.find(row => row.metric.name === 'throughput') ?? rows[0];
  return (
    <>
      <p class="sides">
        <strong>A:</strong> {nameOf(a)}; <strong>B:</strong> {nameOf(b)}
      </p>
      <p class={`relation ${isImported ? 'otherMachine' : relation}`}>
        <strong>{isImported ? '⚠ Imported: ' : relationMarks[relation]}</strong>
        {isImported ? importedWords : relationWords[relation]}
      </p>
      <TrendLinks a={a} b={b} />
      <div class="pair">
        {shown !== undefined && relation === 'sameBlock' && (
          <div>
            <Rounds row={shown} rows={rows} />
          </div>
        )}
        <div>
          <MetricTable rows={rows} sides={relation === 'sameBlock' ? null : [a, b]} />
        </div>
      </div>
      <EnvironmentTable
        rows={environmentOf(a, b)}
        sides={['A', 'B']}
        file="environment-difference"
        empty="Nothing else that the runs recorded differs."
      />
      {notRecorded(a, b).map(text => (
        <p class="context" key={text}>
          {text}
        </p>
      ))}
    </>
  );
}

const importedWords = 'nobody knows on which machine, and nothing was measured side by side, so there is no verdict.';

/** Where to look next: both cells over time. */
function TrendLinks({ a, b }: { a: Side; b: Side }) {
  const cells = [...new Set([a, b].map(side => side.variant.cell.id))];
  if (!useApp().store.hasHistory) return null;
  return (
    <p>
      <a href={href('trend', { cells: listOf(cells), metric: useApp().route.query.get('metric') })}>Both over time</a>
    </p>
  );
}

function Rounds({ row, rows }: { row: ComparedMetric; rows: readonly ComparedMetric[] }) {
  const navigate = useNavigate();
  const percents = row.logRatios.map(toPercent);
  const axis = `Change of ${row.metric.title} from A to B, % (${directionWords(row.metric)})`;
  return (
    <>
      <NotThere there={{ metric: rows.map(each => each.metric.name) }} where="measured of these variants" />
      <div class="choices">
        <Choice
          label="Metric"
          value={row.metric.name}
          options={rows.map(each => [each.metric.name, each.metric.title] as const)}
          onChange={metric => navigate({ metric })}
        />
      </div>
      <p class="answer">
        {sentence(row)}
        {looksBimodal(row.logRatios) && ' The rounds seem to fall into two groups: look at the dots before trusting one number.'}
      </p>
      {row.change !== null && percents.length > 0 && (
        <figure>
          <DotPlot percents={percents} low={row.change.lowPercent} high={row.change.highPercent} middle={row.change.percent} axis={axis} />
          <figcaption>{`One dot a round (${count(percents.length, 'round')}). ${lineWords(row.change)}`}</figcaption>
          <details>
            <summary>Rounds as a table</summary>
            <DataTable
              caption={axis}
              file={`rounds-${row.metric.name}`}
              rows={percents.map((value, i) => ({ round: i + 1, value }))}
              columns={[
                { title: 'Round', value: each => each.round, heading: true },
                { title: 'Change, %', value: each => each.value, show: each => percent(each.value, 2), numeric: true },
              ]}
            />
          </details>
        </figure>
      )}
    </>
  );
}

/** What is drawn beside the dots: without an interval there is nothing but the line. */
const lineWords = ({ lowPercent }: Change) =>
  lowPercent === null ? 'Line: no change.' : 'Band: 95 % interval; thick line: the change; thin line: no change.';

function sentence({ metric, change, bound }: ComparedMetric): string {
  if (change === null) return `${metric.title}: no pair of rounds has both values.`;
  if (change.lowPercent === null || change.highPercent === null)
    return `${metric.title}: unknown; ${change.pairs === 1 ? 'one round is' : `${change.pairs} rounds are`} too few, an interval needs 6.`;
  const range = interval(change.lowPercent, change.highPercent);
  if (!isSignificant(change))
    return `${metric.title}: ${change.verdict === 'same' && bound !== null ? `the same within ${boundText(bound)}, as in the gate` : 'no difference found'}; the 95 % interval is ${range}.`;
  return `${metric.title}: B is ${change.verdict} by ${number(Math.abs(change.percent), 1)} % (95 % interval of the change ${range}).`;
}

function MetricTable({ rows, sides }: { rows: readonly ComparedMetric[]; sides: readonly [Side, Side] | null }) {
  const scale = (row: ComparedMetric) => scaleFor(row.metric, Math.max(row.a ?? 0, row.b ?? 0));
  const text = (row: ComparedMetric, value: number | null) => (value === null ? '–' : onScale(value, scale(row)));
  return (
    <DataTable
      caption={
        sides === null
          ? `Every metric, change of B against A${noiseWords(rows.map(row => row.change))}`
          : 'Every metric; values, and each side against the pinned reference of its own block'
      }
      file="compare"
      rows={rows}
      empty="Neither side has numbers."
      columns={[
        {
          title: 'Metric',
          value: row => row.metric.title,
          show: row => `${row.metric.title} (${directionWords(row.metric)})`,
          heading: true,
        },
        { title: 'Unit', value: row => row.metric.unit, show: row => scale(row).unit },
        { title: 'A', value: row => row.a, show: row => text(row, row.a), numeric: true },
        { title: 'B', value: row => row.b, show: row => text(row, row.b), numeric: true },
        ...(sides === null ? changeColumns : referenceColumns(sides)),
      ]}
    />
  );
}

const changeColumns = [
  {
    title: 'Change',
    value: (row: ComparedMetric) => (isSignificant(row.change) ? row.change.percent : null),
    show: (row: ComparedMetric) => <ChangeText change={row.change} />,
    numeric: true,
  },
  { title: '95 % interval', value: (row: ComparedMetric) => intervalText(row.change), numeric: true },
  { title: 'Verdict', value: (row: ComparedMetric) => row.change?.verdict ?? null, isInFilesOnly: true },
  { title: 'Rounds', value: (row: ComparedMetric) => row.change?.pairs ?? 0, numeric: true },
];

const referenceColumns = (sides: readonly [Side, Side]) =>
  sides.map((side, i) => ({
    title: `${i === 0 ? 'A' : 'B'} against its reference`,
    value: (row: ComparedMetric) => againstReference(side, row.metric),
    numeric: true,
  }));

/** A side in words that need no list of choices beside them: on paper and in a file there is none. */
const nameOf = ({ run, variant }: Side) => `${variantLabel(variant, hasSides(run))}, run ${run.document.id}`;

const hasSides = (run: RunIndex) => run.document.variants.some(variant => variant.side !== 'head');

const sideOf = (run: RunIndex, id: string): Side => ({ run, variant: run.variants.get(id) as Side['variant'] });

const chosen = (run: RunIndex, id: string | null) => (id !== null && run.variants.get(id)?.status === 'measured' ? id : null);

const measuredOf = (run: RunIndex) => run.document.variants.filter(variant => variant.status === 'measured');

/** What a variant is naturally compared with: base of its cell or its block's anchor, and those with the next one that is compared with them. */
function partner(run: RunIndex, id: string | null): string | null {
  const block = run.document.blocks.find(each => id !== null && each.variants.includes(id));
  const others = (block?.variants ?? []).filter(other => other !== id && chosen(run, other) !== null);
  const beside = id === null ? null : run.counterpartOf(id);
  return others.find(other => other === beside) ?? others.find(other => run.counterpartOf(other) === id) ?? others[0] ?? null;
}

function firstPair(run: RunIndex): [string | null, string | null] {
  const [first, second] = measuredOf(run);
  return [first?.id ?? null, (second ?? first)?.id ?? null];
}
