import { useStore } from '../app/context.ts';
import type { Query } from '../app/route.ts';
import { PowerPlot } from '../charts/PowerPlot.tsx';
import { Commit } from '../components/Commit.tsx';
import { DataTable } from '../components/DataTable.tsx';
import { DocsLink } from '../components/DocsLink.tsx';
import { Fold } from '../components/Fold.tsx';
import { Load } from '../components/Load.tsx';
import type { ChangeGroup, SelfTestItem } from '../data/history-files.ts';
import { wantedText } from '../data/same-rule.ts';
import {
  type PowerPoint,
  powerOf,
  type Replay,
  type SelftestDocument,
  type Share,
  type Simulation,
  type SimulationRow,
  type Trial,
} from '../data/selftest.ts';
import { type Loadable, listOrNone, type Store } from '../data/store.ts';
import { number, time } from '../text/format.ts';
import { intervalText, share, shareText } from '../text/shares.ts';
import { RulesOfOthers } from './RulesOfOthers.tsx';
import { Triage } from './Triage.tsx';
import { ChosenVerdict, prepareVerdicts, Verdicts } from './Verdicts.tsx';
import { newestVerdict, WouldHaveSeen } from './WouldHaveSeen.tsx';

/** How often the gate is wrong: red without a change, silent with one. */
export const GateHealth = () => (
  <>
    <h1>Gate health</h1>
    <p class="legend">
      The gate on code whose truth is known. Targets: call at most 1 % of the same code twice (A/A) worse (red), find 95 % of{' '}
      {wantedText(useStore().rules)}. <DocsLink page="evidence.md">How it was measured</DocsLink>
    </p>
    <ChosenVerdict />
    <Load of={selfTests} what="the self-tests">
      {showTests}
    </Load>
    <Load of={labels} what="the labels of the trend">
      {showTriage}
    </Load>
    <WouldHaveSeen />
    <Verdicts />
  </>
);

/** Loads what an address shows. */
export const prepareHealth = (store: Store, query: Query) =>
  Promise.all([store.make(selfTests), store.make(labels), store.make(newestVerdict), prepareVerdicts(store, query)]);

interface Tests {
  readonly items: readonly SelfTestItem[];
  /** The newest document with gate runs without a change, else the newest: a replay may be published alone. */
  readonly document: SelftestDocument | null;
  /** The newest that there is. */
  readonly replay: Replay | null;
}

// The same functions every time: what another verdict does not change is not made anew for it.
const showTests = (tests: Tests) => <SelfTests tests={tests} />;
const showTriage = (changes: readonly ChangeGroup[]) => <Triage changes={changes} />;

const labels: Loadable<readonly ChangeGroup[]> = { key: 'labels', load: loadChanges };
const selfTests: Loadable<Tests> = { key: 'health', load: loadSelfTests };

/** A history without a mark may have no file of them. */
async function loadChanges(store: Store): Promise<readonly ChangeGroup[]> {
  return (await store.index()).marks === 0 ? [] : (await store.changes()).changes;
}

async function loadSelfTests(store: Store): Promise<Tests> {
  const { items } = await listOrNone<SelfTestItem>(store, 'selftests');
  const newestWith = async (has: (item: SelfTestItem) => boolean | undefined) => {
    const item = items.find(has) ?? items[0];
    return item === undefined ? null : store.selftest(item.path);
  };
  const [document, replayed] = await Promise.all([newestWith(item => item.aaRuns > 0), newestWith(item => item.replayed)]);
  return { items, document, replay: replayed?.replay ?? null };
}

function SelfTests({ tests: { items, document, replay } }: { tests: Tests }) {
  const aa = items.find(item => item.aaRuns > 0);
  const power = powerOf(document?.trials ?? []);
  return (
    <>
      <p class="answer big">{aa === undefined ? 'Red rate without a change: not measured yet.' : redText(aa)}</p>
      <h2>Power: real gate runs with a known slow-down</h2>
      {power.length === 0 ? (
        <p class="empty">No slow-down has been injected yet (perfmatrix selftest inject).</p>
      ) : (
        <Power points={power} />
      )}
      <RulesOfOthers trials={document?.trials ?? []} />
      {replay && <Replayed replay={replay} />}
      {document?.simulation?.rows && <Simulated simulation={document.simulation} rows={document.simulation.rows} />}
      <h2>Self-tests</h2>
      <DataTable
        caption="Red rate of real A/A gate runs, newest first"
        file="selftests"
        rows={items}
        empty="No self-test has been published yet (perfmatrix selftest aa)."
        columns={[
          { title: 'Date', value: item => item.publishedAt, show: item => time(item.publishedAt), heading: true },
          { title: 'Commit', value: item => item.sha, show: item => <Commit sha={item.sha} /> },
          { title: 'A/A gate runs', value: item => item.aaRuns, numeric: true },
          { title: 'Red', value: item => item.aaRed, numeric: true },
          {
            title: 'Without an answer',
            value: item => item.aaUnanswered ?? null,
            show: item => item.aaUnanswered ?? 'not known',
            numeric: true,
          },
          {
            title: 'Red rate, % (lower is better)',
            value: item => share(item.redRate),
            show: item => shareText(item.redRate),
            numeric: true,
          },
          { title: '95 % interval, %', value: item => intervalText(item.low, item.high), numeric: true },
        ]}
      />
      <Trials trials={document?.trials ?? []} />
    </>
  );
}

const redText = (item: SelfTestItem) =>
  `${item.aaRed} of ${item.aaRuns} gate runs without a change were red: ${shareText(item.redRate)} % (95 % interval ${intervalText(item.low, item.high)} %), ${time(item.publishedAt)}.${unansweredText(item)}`;

/** Runs that no rate of red counts, and that fail a pull request all the same. */
const unansweredText = ({ aaUnanswered }: SelfTestItem) =>
  aaUnanswered ? ` ${number(aaUnanswered)} more ended undecided or incomplete, which fails a pull request, too.` : '';

function Power({ points }: { points: readonly PowerPoint[] }) {
  const sized = points.filter(point => point.percent > 0);
  return (
    <div class="pair">
      {sized.length > 0 && <PowerPlot points={sized} />}
      <div>
        <DataTable
          caption="Injected slow-downs found by the gate"
          file="power"
          rows={points}
          columns={[
            { title: 'Injected', value: point => point.name, heading: true },
            {
              title: 'Size, %',
              value: point => point.percent || null,
              show: point => (point.percent > 0 ? number(point.percent) : '–'),
              numeric: true,
            },
            { title: 'Gate runs', value: point => point.runs, numeric: true },
            { title: 'Found', value: point => point.found, numeric: true },
            {
              title: 'Found, % (higher is better)',
              value: point => share(point.found / point.runs),
              show: point => shareText(point.found / point.runs),
              numeric: true,
            },
            { title: '95 % interval, %', value: point => intervalText(point.low, point.high), numeric: true },
          ]}
        />
      </div>
    </div>
  );
}

const Replayed = ({ replay }: { replay: Replay }) => (
  <>
    <h2>Real rounds, replayed through the real gate</h2>
    <p class="legend">
      In each pull request one cell has the change in column Put in.{' '}
      <DocsLink page="evidence.md#real-rounds-replayed">How rounds are replayed</DocsLink>
    </p>
    <DataTable
      caption={`${number(replay.pullRequests)} pull requests of ${number(replay.cells)} cells a row, ${time(replay.startedAt)}; share in %, with its 95 % interval`}
      file="replay"
      rows={replay.rows}
      columns={[
        { title: 'Put in', value: row => row.injection?.name ?? 'nothing', heading: true },
        { title: 'Red', value: row => row.red.percent, show: row => shareWords(row.red), numeric: true },
        { title: 'Without an answer', value: row => row.incomplete.percent, show: row => shareWords(row.incomplete), numeric: true },
        { title: 'Found', value: row => row.found?.percent ?? null, show: row => shareWords(row.found), numeric: true },
        { title: 'Called the same', value: row => row.calledSame?.percent ?? null, show: row => shareWords(row.calledSame), numeric: true },
        { title: 'Rounds of a cell', value: row => row.roundsPerCell, show: row => number(row.roundsPerCell, 1), numeric: true },
      ]}
    />
  </>
);

const Simulated = ({ simulation, rows }: { simulation: Simulation; rows: readonly SimulationRow[] }) => (
  <>
    <h2>Simulated pull requests through the real gate</h2>
    <DataTable
      caption={`${number(simulation.pullRequests)} pull requests of ${number(simulation.cells)} cells, ${time(simulation.startedAt)}; share in %, with its interval`}
      file="simulation"
      rows={rows}
      columns={[
        { title: 'What', value: row => row.name, heading: true },
        { title: 'Noise of a pair, %', value: row => row.noise.sigmaPercent, numeric: true },
        { title: 'True change, %', value: row => row.effectPercent, numeric: true },
        { title: 'Red', value: row => row.red.percent, show: row => shareWords(row.red), numeric: true },
        { title: 'Found', value: row => row.power?.percent ?? null, show: row => shareWords(row.power), numeric: true },
        { title: 'Goals', value: row => goalWords(row) },
        { title: 'Rules of other tools, red', value: row => otherShares(row, 'red') },
        { title: 'Rules of other tools, found', value: row => otherShares(row, 'power') },
      ]}
    />
  </>
);

/** What the rules of others reach in a row that has it; null where nothing could be found. */
const otherShares = (row: SimulationRow, quantity: 'red' | 'power') =>
  row.others
    .filter(other => other[quantity])
    .map(other => `${other.name}: ${shareWords(other[quantity])}`)
    .join('; ') || null;

const goalWords = (row: SimulationRow) =>
  row.goals.map(goal => `${goal.state === 'met' ? '✓' : goal.state === 'missed' ? '✗' : '?'} ${goal.quantity} ${goal.state}`).join(', ');

const shareWords = (value: Share | null | undefined) =>
  value === null || value === undefined
    ? '–'
    : `${number(value.percent, 1)} (${number(value.lowPercent, 1)} to ${number(value.highPercent, 1)})`;

function Trials({ trials }: { trials: readonly Trial[] }) {
  if (trials.length === 0) return null;
  return (
    <Fold summary={`${trials.length} real gate runs whose truth is known`}>
      {() => (
        <DataTable
          caption="Gate runs, newest first"
          file="trials"
          rows={[...trials].reverse()}
          columns={[
            { title: 'Date', value: trial => trial.startedAt, show: trial => time(trial.startedAt), heading: true },
            { title: 'Kind', value: trial => (trial.kind === 'aa' ? 'A/A, no change' : `injected ${trial.injection?.name ?? ''}`) },
            { title: 'Machine', value: trial => trial.machine?.cpuModel ?? null },
            { title: 'Outcome', value: trial => trial.outcome },
          ]}
        />
      )}
    </Fold>
  );
}
