import { useMemo, useRef } from 'preact/hooks';
import { useApp, useLoaded, useNavigate } from '../app/context.ts';
import { portion } from '../app/in-turn.ts';
import { href } from '../app/route.ts';
import { ForestPlot } from '../charts/ForestPlot.tsx';
import { ChangeText, intervalText, noiseWords } from '../components/ChangeText.tsx';
import { Choice } from '../components/Choice.tsx';
import { DataTable } from '../components/DataTable.tsx';
import { Fold } from '../components/Fold.tsx';
import { InTurn } from '../components/InTurn.tsx';
import { Lead } from '../components/Lead.tsx';
import { NotThere } from '../components/NotThere.tsx';
import { PictureDownloads } from '../components/PictureDownloads.tsx';
import { directionWords, type Metric } from '../data/metric.ts';
import { projectOf } from '../data/repository.ts';
import type { RunIndex } from '../data/run-index.ts';
import type { EnvironmentDifference } from '../data/verdict.ts';
import { isSignificant } from '../statistics/change.ts';
import { count, number } from '../text/format.ts';
import { groupBy } from '../text/group.ts';
import { codeNotes } from './code-notes.ts';
import { againstReference } from './compare-model.ts';
import { EnvironmentTable } from './EnvironmentTable.tsx';
import { environmentOfAll } from './environment-model.ts';
import { preferred } from './picture-model.ts';
import { contextOf, RunFrame } from './RunFrame.tsx';
import {
  exchanges,
  lackedAxes,
  questionOf,
  roundsFor,
  summarize,
  type Upgrade,
  type UpgradeAxis,
  type UpgradeGap,
  type UpgradeRow,
  upgradeAxes,
  upgradeMetrics,
  upgradeOf,
  upgradeValue,
  upgradeValues,
  upgradeVariants,
} from './upgrade-model.ts';

/** What another runtime, GC mode, limit, package or other code brings, over all scenarios. */
export const Versions = () => (
  <RunFrame
    title="Versions"
    lead={
      <Lead page="how-it-measures.md#how-an-upgrade-is-judged" link="How it is judged">
        What another runtime, GC mode, limit, package or other code brings, over all scenarios.
      </Lead>
    }
  >
    {run => (run.document.imported ? <p class="empty">{`${run.document.imported} keeps no versions.`}</p> : <VersionsOf run={run} />)}
  </RunFrame>
);

/** What is exchanged, from what to what. */
interface Exchange {
  readonly axis: UpgradeAxis;
  readonly from: string;
  readonly to: string;
}

function VersionsOf({ run }: { run: RunIndex }) {
  const { query } = useApp().route;
  const possible = upgradeAxes(run);
  const [first] = possible;
  if (first === undefined)
    return (
      <>
        <p class="empty">This run has one value on every axis, so there is nothing to compare; these commands measure two:</p>
        <Commands axes={lackedAxes(run)} />
      </>
    );
  return <ExchangeOf run={run} possible={possible} axis={query.oneOf('axis', possible, first)} />;
}

/** What to run for two values of an axis. */
const Commands = ({ axes }: { axes: readonly UpgradeAxis[] }) => (
  <ul class="words">
    {axes.map(axis => (
      <li key={axis}>
        {`${exchanges[axis].title}: `}
        <code>{`perfmatrix ${exchanges[axis].command}`}</code>
      </li>
    ))}
  </ul>
);

function ExchangeOf({ run, possible, axis }: { run: RunIndex; possible: readonly UpgradeAxis[]; axis: UpgradeAxis }) {
  const { query } = useApp().route;
  const navigate = useNavigate();
  const values = upgradeValues(run, axis);
  // What was not measured can be asked for, too: then the view says why it is missing.
  const variants = upgradeVariants(run, axis).filter(variant => variant.status === 'measured');
  const measured = values.filter(value => variants.some(variant => upgradeValue(variant, axis) === value));
  const to = query.oneOf('to', values, measured.at(-1) ?? values.at(-1) ?? '');
  const others = values.filter(value => value !== to);
  const from = query.oneOf('from', others, measured.find(value => value !== to) ?? others[0] ?? '');
  const metrics = useMemo(() => upgradeMetrics(run), [run]);
  // The same whichever metric is shown.
  const outcome = useMemo(() => upgradeOf(run, axis, from, to, metrics), [run, axis, from, to, metrics]);
  const lacked = lackedAxes(run);
  const { spoken } = exchanges[axis];
  return (
    <>
      <NotThere
        there={{ axis: possible, from: values, to: values, metric: metrics.map(({ name }) => name) }}
        where="comparable in this run"
      />
      <fieldset class="choices">
        <legend class="visually-hidden">What is changed</legend>
        <Choice
          label="What changes"
          value={axis}
          options={possible.map(each => [each, exchanges[each].title] as const)}
          onChange={value => navigate({ axis: value, from: null, to: null })}
        />
        <Choice label="From" value={from} options={others} onChange={value => navigate({ from: value })} />
        <Choice label="To" value={to} options={values} onChange={value => navigate({ to: value, from: value === from ? to : from })} />
      </fieldset>
      {outcome.kept.length > 0 ? (
        <Kept run={run} kept={outcome.kept} metrics={mostAsked(metrics)} sides={[from, to]} />
      ) : metrics.length === 0 || outcome.rows.length === 0 ? (
        <p class="empty">
          {`No cell was measured with ${spoken(from)} and ${spoken(to)} side by side, so there is no picture. `}
          {axis !== 'code' && <a href={href('matrix', { run: query.get('run'), rows: 'scenario', cols: axis })}>Values in the matrix</a>}
        </p>
      ) : (
        <Effects run={run} outcome={outcome} metrics={metrics} exchange={{ axis, from, to }} />
      )}
      {(outcome.kept.length === 0 || outcome.gaps.length > 0) && <Gaps gaps={outcome.gaps} from={from} to={to} />}
      {lacked.length > 0 && <Fold summary="What else could be compared, and how to measure it">{() => <Commands axes={lacked} />}</Fold>}
    </>
  );
}

interface KeptProps {
  run: RunIndex;
  kept: Upgrade['kept'];
  metrics: readonly Metric[];
  sides: readonly [from: string, to: string];
}

/** The cell of a row, with the comparison of both sides behind it. */
const cellColumn = (run: string | null) => ({
  title: 'Cell',
  value: (row: Upgrade['kept'][number]) => row.label,
  show: (row: Upgrade['kept'][number]) => <a href={href('compare', { run, a: row.from.id, b: row.to.id })}>{row.label}</a>,
  heading: true,
  wraps: true,
});

/** Both sides of each cell against the pinned reference: all that is there without single rounds. */
function Kept({ run, kept, metrics, sides: [from, to] }: KeptProps) {
  const { query } = useApp().route;
  const column = (metric: Metric, side: 'from' | 'to', value: string) => ({
    title: `${metric.title}, ${value}`,
    value: (row: Upgrade['kept'][number]) => againstReference({ run, variant: row[side] }, metric),
    numeric: true,
  });
  return (
    <DataTable
      caption={`${from} and ${to}, each against the pinned reference, with 95 % intervals; what they differ by is no longer known`}
      file={`versions-${from}-${to}`}
      rows={kept}
      columns={[cellColumn(query.get('run')), ...metrics.flatMap(metric => [column(metric, 'from', from), column(metric, 'to', to)])]}
    />
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

/** How the changes were judged, and whether a single one could stand out: the same rule as `report upgrade`. */
function Judgement({ outcome: { tests, fewestRounds, pairsARound } }: { outcome: Upgrade }) {
  const needed = Math.ceil(roundsFor(tests) / pairsARound);
  const rounds =
    tests > 0 && fewestRounds < needed
      ? `: with ${count(fewestRounds, 'round')} a single change cannot stand out, ${number(needed)} suffice`
      : '; ? is undecided: more rounds would decide';
  return (
    <Lead page="how-it-measures.md#how-an-upgrade-is-judged" link="The rule">
      {`All ${count(tests, 'comparison')} of this view are judged together${rounds}.`}
    </Lead>
  );
}

interface EffectsProps {
  run: RunIndex;
  outcome: Upgrade;
  metrics: readonly Metric[];
  exchange: Exchange;
}

function Effects({ run, outcome, metrics, exchange }: EffectsProps) {
  const { rows } = outcome;
  const { axis, from, to } = exchange;
  const couple = axis === 'code' ? rows[0] : undefined;
  const differences = useMemo(() => (axis === 'code' ? environmentOfAll(run, rows) : []), [run, axis, rows]);
  const notes = couple === undefined ? [] : codeNotes(run, couple.from, couple.to, differences);
  const { query } = useApp().route;
  const navigate = useNavigate();
  const first = useMemo(() => mostAsked(metrics), [metrics]);
  const chosen = metrics.find(metric => metric.name === query.get('metric'));
  const drawn = useMemo(() => (chosen === undefined ? first : [chosen]), [chosen, first]);
  const asked = query.get('run');
  const changes = useMemo(() => ({ outcome, metrics, exchange, drawn, differences, asked }), [outcome, drawn, asked]);
  return (
    <>
      <h2>{questionOf(axis, from, to)}</h2>
      {notes.map(note => (
        <p class="context" key={note}>
          {note}
        </p>
      ))}
      <ul class="words">
        {summarize(rows, metrics).map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div class="choices">
        <Choice
          label="Metrics shown"
          value={chosen?.name ?? ''}
          options={[['', first.map(metric => metric.title).join(', ')], ...metrics.map(each => [each.name, each.title] as const)]}
          onChange={name => navigate({ metric: name || null })}
        />
      </div>
      <Picture run={run} rows={rows} drawn={drawn} exchange={exchange} notes={notes} />
      <Judgement outcome={outcome} />
      <InTurn value={changes} weight={portion}>
        {shown => <Changes {...shown} />}
      </InTurn>
    </>
  );
}

interface ChangesProps extends Omit<EffectsProps, 'run'> {
  /** The metrics of the picture. */
  drawn: readonly Metric[];
  /** What else the two sides differ in. */
  differences: readonly EnvironmentDifference[];
  /** The run that the address names. */
  asked: string | null;
}

/** The twin of the picture, with the metrics that it leaves out. */
function Changes({ outcome: { rows }, metrics, exchange: { from, to }, drawn, differences, asked }: ChangesProps) {
  const sigma = noiseWords(rows.flatMap(row => Object.values(row.changes)));
  return (
    <>
      <DataTable
        caption={`Change from ${from} to ${to}, a number if significant among all of this view; below those drawn: 95 % interval${sigma}`}
        file={`versions-${from}-${to}`}
        rows={rows}
        columns={[cellColumn(asked), ...metrics.flatMap(each => metricColumns(each, drawn.includes(each)))]}
      />
      {differences.length > 0 && <EnvironmentTable rows={differences} sides={[from, to]} file={`environment-${from}-${to}`} empty="" />}
    </>
  );
}

/** The three that people ask for first. */
function mostAsked(metrics: readonly Metric[]): readonly Metric[] {
  const asked = preferred.flatMap(name => metrics.find(metric => metric.name === name) ?? []);
  return (asked.length > 0 ? asked : metrics).slice(0, 3);
}

/** The marks in words, and what they are compared with. */
const howToRead = (from: string) =>
  `◆ better, ■ worse, ● no difference found, ○ too few rounds; with 95 % intervals; 0: the same as with ${from}.`;

/** All cells in one drawing, which can be kept. */
function Picture({
  run,
  rows,
  drawn,
  exchange,
  notes,
}: {
  run: RunIndex;
  rows: readonly UpgradeRow[];
  drawn: readonly Metric[];
  exchange: Exchange;
  /** What a reader of the picture alone has to know, too. */
  notes: readonly string[];
}) {
  const figure = useRef<HTMLElement>(null);
  const isGenerated = useLoaded({ key: 'is generated', load: store => store.isGenerated() });
  const { axis, from, to } = exchange;
  const measured = drawn.filter(metric => rows.some(row => row.changes[metric.name]));
  if (measured.length === 0) return <p class="empty">{`${drawn.map(metric => metric.title).join(', ')}: not measured side by side.`}</p>;
  const title = questionOf(axis, from, to);
  const legend = howToRead(exchanges[axis].spoken(from));
  const project = projectOf(run.document.source.repository);
  const of = project === null ? '' : `${project}: `;
  const made = isGenerated.state === 'ready' && isGenerated.value ? ['Generated data: none of this was measured.'] : [];
  return (
    <figure ref={figure}>
      <figcaption>{legend}</figcaption>
      <ForestPlot
        label={title}
        panels={measured.map(metric => ({ title: metric.title, direction: directionWords(metric) }))}
        groups={[...groupBy(rows, row => row.to.cell.scenario)].map(([scenario, of]) => ({
          title: scenario,
          rows: of.map(row => ({ label: row.rest, changes: measured.map(metric => row.changes[metric.name] ?? null) })),
        }))}
      />
      <PictureDownloads
        file={`versions-${from}-${to}`}
        figure={figure}
        frame={{
          title,
          below: [legend, ...notes, `${of}${contextOf(run)}. Run ${run.document.id}, measured side by side by perfmatrix.`, ...made],
        }}
      />
    </figure>
  );
}

/** The change; a metric of the picture has its interval below it, because the table is the picture's twin, and in the files beside it. */
function metricColumns(metric: Metric, isDrawn: boolean) {
  const change = (row: UpgradeRow) => row.changes[metric.name] ?? null;
  const first = {
    title: `${metric.title}, % (${directionWords(metric).replace(' is better', '')} = better)`,
    value: (row: UpgradeRow) => (isSignificant(change(row)) ? (change(row)?.percent ?? null) : null),
    show: (row: UpgradeRow) => (
      <>
        <ChangeText change={change(row)} />
        {isDrawn && typeof change(row)?.lowPercent === 'number' && <div class="dim">{intervalText(change(row))}</div>}
      </>
    ),
    numeric: true,
  };
  const interval = { title: `${metric.title}, 95 % interval`, value: (row: UpgradeRow) => intervalText(change(row)), isInFilesOnly: true };
  return isDrawn ? [first, interval] : [first];
}
