import { useLoaded } from '../app/context.ts';
import { PowerPlot } from '../charts/PowerPlot.tsx';
import { DataTable } from '../components/DataTable.tsx';
import { Load, Problem } from '../components/Load.tsx';
import type { PowerPoint, SelfTestItem, VerdictItem } from '../data/history-files.ts';
import { MissingFile, type Store } from '../data/store.ts';
import { number, shortSha, time } from '../text/format.ts';

/** How often the gate is wrong: red without a change, silent with one. */
export const GateHealth = () => (
  <>
    <h1>Gate health</h1>
    <p class="legend">
      Identical builds are compared as if they were a pull request (A/A), and known slow-downs are injected. The intervals are Wilson's, 95
      %. Target: at most 1 % red without a change, and every slow-down of 5 % found in 95 of 100.
    </p>
    <Load name="health" what="the self-tests" load={loadSelfTests}>
      {items => <SelfTests items={items} />}
    </Load>
    <Verdicts />
  </>
);

/** No list is no self-test yet, which is not an error. */
const loadSelfTests = (store: Store) => orNone(store.list<SelfTestItem>('selftests'));

async function orNone<T>(list: Promise<{ items: readonly T[] }>): Promise<readonly T[]> {
  try {
    return (await list).items;
  } catch (problem) {
    if (problem instanceof MissingFile) return [];
    throw problem;
  }
}

function SelfTests({ items }: { items: readonly SelfTestItem[] }) {
  const aa = items.find(item => item.redRate !== null);
  const powers = items.find(item => item.power !== null && item.power.length > 0);
  return (
    <>
      <p class="answer big">{aa === undefined ? 'Red rate without a change: not measured yet.' : redText(aa)}</p>
      <h2>Power</h2>
      {powers === undefined ? (
        <p class="empty">No slow-down has been injected yet (perfmatrix selftest inject).</p>
      ) : (
        <Power item={powers} />
      )}
      <h2>Self-tests</h2>
      <DataTable
        caption="Self-tests, newest first"
        file="selftests"
        rows={items}
        empty="No self-test has been published yet (perfmatrix selftest aa)."
        columns={[
          { title: 'Date', value: item => item.publishedAt, show: item => time(item.publishedAt), heading: true },
          {
            title: 'Kind',
            value: item => item.kind,
            show: item => (item.kind === 'aa' ? 'A/A, no change' : item.kind === 'inject' ? 'injected slow-down' : (item.kind ?? '–')),
          },
          { title: 'Commit', value: item => item.sha, show: item => shortSha(item.sha) },
          { title: 'Gate runs', value: item => item.runs, numeric: true },
          { title: 'Red', value: item => item.red, numeric: true },
          {
            title: 'Red rate, % (lower is better for A/A)',
            value: item => share(item.redRate),
            show: item => shareText(item.redRate),
            numeric: true,
          },
          { title: '95 % interval, %', value: item => `${shareText(item.low)} to ${shareText(item.high)}`, numeric: true },
        ]}
      />
    </>
  );
}

const redText = (item: SelfTestItem) =>
  `${item.red} of ${item.runs} gate runs without a change were red: ${shareText(item.redRate)} % (95 % interval ${shareText(item.low)} to ${shareText(item.high)} %), ${time(item.publishedAt)}.`;

function Power({ item }: { item: SelfTestItem }) {
  const points = item.power ?? [];
  const metrics = [...new Set(points.map(point => point.metric))];
  return (
    <>
      <p>{`Measured ${time(item.publishedAt)}, commit ${shortSha(item.sha)}.`}</p>
      {metrics.map(metric => (
        <PowerPlot key={metric} metric={metric} points={points.filter(point => point.metric === metric)} />
      ))}
      <DataTable
        caption="Injected slow-downs found by the gate"
        file="power"
        rows={points}
        columns={[
          { title: 'Metric', value: point => point.metric, heading: true },
          { title: 'Injected, %', value: point => point.percent, numeric: true },
          { title: 'Gate runs', value: point => point.runs, numeric: true },
          { title: 'Found', value: point => point.found, numeric: true },
          {
            title: 'Found, % (higher is better)',
            value: (point: PowerPoint) => share(point.found / Math.max(1, point.runs)),
            show: point => shareText(point.found / Math.max(1, point.runs)),
            numeric: true,
          },
          { title: '95 % interval, %', value: point => `${shareText(point.low)} to ${shareText(point.high)}`, numeric: true },
        ]}
      />
    </>
  );
}

function Verdicts() {
  const loaded = useLoaded('verdict list', store => orNone(store.list<VerdictItem>('verdicts')));
  if (loaded.state === 'loading') return null;
  if (loaded.state === 'failed') return <Problem problems={[loaded.problem]} />;
  return (
    <>
      <h2>Verdicts</h2>
      <DataTable
        caption="Gates of pull requests and commits, newest first"
        file="verdicts"
        rows={loaded.value}
        empty="No verdict has been published yet."
        columns={[
          { title: 'Date', value: item => item.publishedAt, show: item => time(item.publishedAt), heading: true },
          { title: 'Branch', value: item => item.ref },
          { title: 'Commit', value: item => item.sha, show: item => shortSha(item.sha) },
          { title: 'Outcome', value: item => item.outcome },
          { title: 'Worse', value: item => item.worse, numeric: true },
          { title: 'Better', value: item => item.better, numeric: true },
          { title: 'Same', value: item => item.same, numeric: true },
          { title: 'Unknown', value: item => item.unknown, numeric: true },
        ]}
      />
    </>
  );
}

const share = (value: number | null) => (value === null ? null : 100 * value);
const shareText = (value: number | null) => (value === null ? '–' : number(100 * value, 1));
