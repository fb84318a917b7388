import { useStore } from '../app/context.ts';
import { portion } from '../app/in-turn.ts';
import { href } from '../app/route.ts';
import { Commit } from '../components/Commit.tsx';
import { DataTable } from '../components/DataTable.tsx';
import { InTurn } from '../components/InTurn.tsx';
import { Lead } from '../components/Lead.tsx';
import type { RunDocument, Settings, Variant } from '../data/run-document.ts';
import type { RunIndex } from '../data/run-index.ts';
import { runPath } from '../data/store.ts';
import { timelinesPath } from '../data/stored-timelines.ts';
import { workflowRunOf } from '../data/workflow-run.ts';
import { count, duration, number, shortSha, time } from '../text/format.ts';
import { statusWords } from './matrix-model.ts';
import { OriginTables } from './Origin.tsx';
import { RunFrame } from './RunFrame.tsx';
import { RunPicture } from './RunPicture.tsx';
import { WhyLink, whyOf } from './WhyLink.tsx';

/** One run: what it says, then environment, proof of every variant, warnings, raw files. */
export const Run = () => (
  <RunFrame
    title="Run"
    lead={
      <Lead page="how-it-measures.md#the-idea" link="How it measures">
        Every variant against the anchor that was measured beside it.
      </Lead>
    }
  >
    {run => (
      <>
        <State run={run.document} />
        <WhyLink find={whyOf(run.document.id)}>Why its cells changed</WhyLink>
        <RunPicture run={run} />
        <InTurn value={run} weight={portion}>
          {shown => <Details run={shown} />}
        </InTurn>
      </>
    )}
  </RunFrame>
);

const Details = ({ run }: { run: RunIndex }) => (
  <>
    <Warnings run={run.document} />
    <div class="pair">
      <div>
        <Environment run={run.document} />
      </div>
      <div>
        <Documents run={run.document} />
      </div>
    </div>
    <OriginTables run={run.document} />
    {!run.document.imported && <Variants run={run.document} />}
    {!run.document.imported && <RawFiles run={run.document} />}
  </>
);

/** Every setting as a row; those of a scenario or core count are named with it. */
const settingRows = (settings: Settings, name: string): [string, string][] =>
  Object.entries(settings).flatMap(([key, value]) =>
    typeof value === 'object' ? settingRows(value, `${name} ${key}`) : [[`${name} ${key}`, String(value)] as [string, string]],
  );

const failedOf = (run: RunDocument) => run.variants.filter(variant => variant.status === 'failed');

/** Whether everything went well, in a line; what did not stands below the pictures. */
function State({ run }: { run: RunDocument }) {
  const failed = failedOf(run).length;
  const problems = [
    ...(run.complete ? [] : ['incomplete']),
    ...(failed > 0 ? [`${count(failed, 'variant')} failed`] : []),
    ...(run.warnings.length > 0 ? [count(run.warnings.length, 'warning')] : []),
  ];
  return (
    <p class="answer">{problems.length === 0 ? 'Complete, no warnings.' : `⚠ ${capital(problems.join(', '))}: see below the pictures.`}</p>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function Warnings({ run }: { run: RunDocument }) {
  const failed = failedOf(run);
  if (run.warnings.length + failed.length === 0 && run.complete) return null;
  return (
    <section class="warnings" aria-labelledby="warnings">
      <h2 id="warnings">{run.complete ? 'Warnings' : 'Incomplete, with warnings'}</h2>
      <ul>
        {run.warnings.map(warning => (
          <li key={warning}>{warning}</li>
        ))}
        {failed.map(variant => (
          <li key={variant.id}>
            <strong>failed</strong> {variant.id}: {variant.reason ?? 'no reason recorded'}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How it was measured; another tool did not say. */
function measuringFacts({ machine, tool, settings }: RunDocument): [string, string][] {
  return [
    ['CPU', `${machine.cpuModel}, ${count(machine.cores, 'CPU')}`],
    ['Memory', `${number(machine.memoryBytes / 1024 ** 3, 1)} GiB`],
    ['System', `${machine.os}, kernel ${machine.kernel}`],
    ['Runner image', machine.runnerImage ?? 'not a hosted runner'],
    ['Driver', machine.driver],
    ['Machine fingerprint', machine.fingerprint],
    ['Measured by', `perfmatrix ${tool.version}, ${shortSha(tool.commit)}`],
    ...settingRows(settings, 'Setting'),
  ];
}

function Environment({ run }: { run: RunDocument }) {
  const store = useStore();
  const facts: [string, string][] = [
    ['Run', run.id],
    ['Started', time(run.startedAt)],
    ['Took', duration(Date.parse(run.finishedAt) - Date.parse(run.startedAt))],
    ['Repository', run.source.repository ?? 'not a git checkout'],
    [commitFact, `${run.source.sha ?? 'none'}${localChanges(run)}`],
    ['Branch or tag', run.source.ref ?? 'none'],
    ...(run.imported ? [['Kept by', run.imported] as [string, string]] : measuringFacts(run)),
  ];
  return (
    <>
      <h2>Environment</h2>
      {store.hasHistory && (
        <p>
          <a href={href('run', { run: run.id })}>Permanent link to this run</a>
        </p>
      )}
      <DataTable
        caption="Where and how it was measured"
        file={`environment-${run.id}`}
        rows={facts}
        columns={[
          { title: 'What', value: ([name]) => name, heading: true },
          { title: 'Value', value: ([, value]) => value, show: ([name, value]) => (name === commitFact ? <CommitOf run={run} /> : value) },
        ]}
      />
    </>
  );
}

const commitFact = 'Commit';

const localChanges = ({ source }: RunDocument) => (source.dirty ? ' with local changes' : '');

const CommitOf = ({ run }: { run: RunDocument }) => (
  <>
    <Commit sha={run.source.sha} repository={run.source.repository}>
      {run.source.sha ?? 'none'}
    </Commit>
    {localChanges(run)}
  </>
);

/** A document of the run. */
interface DocumentRow {
  readonly what: string;
  readonly name: string;
  /** Where it is; null when nobody knows. */
  readonly link: string | null;
  readonly sha256: string | null;
}

/** The documents behind this page, and the workflow run that measured. */
function Documents({ run }: { run: RunDocument }) {
  const store = useStore();
  const rows = store.hasHistory ? publishedDocuments(run, store.base) : [besideReport(run)];
  return (
    <>
      <h2>Documents</h2>
      <DataTable
        caption="What the numbers of this page were made of"
        file={`documents-${run.id}`}
        rows={rows}
        columns={[
          { title: 'Document', value: row => row.what, heading: true },
          {
            title: 'Where',
            value: row => row.link ?? row.name,
            show: row => (row.link === null ? row.name : <a href={row.link}>{row.name}</a>),
          },
          { title: 'SHA-256', value: row => row.sha256, show: row => <Hash text={row.sha256} /> },
        ]}
      />
    </>
  );
}

function publishedDocuments(run: RunDocument, base: string): DocumentRow[] {
  const workflow = workflowRunOf(run);
  const original = workflow === null ? 'stays where it was measured' : `in the artifacts of ${workflow.name}`;
  const stored = (what: string, path: string): DocumentRow => ({ what, name: path, link: base + path, sha256: null });
  return [
    run.imported
      ? { what: `Data of ${run.imported}`, name: 'stays where it was', link: null, sha256: null }
      : { what: 'Run document (run.json), as measured', name: original, link: null, sha256: run.documentSha256 ?? null },
    stored('Run document, as this site keeps it', runPath(run.id)),
    ...((run.timelines ?? []).length > 0 ? [stored('Memory over time, thinned', timelinesPath(run.id))] : []),
    ...(workflow === null ? [] : [{ what: 'Workflow run', name: workflow.name, link: workflow.address, sha256: null }]),
  ];
}

const besideReport = (run: RunDocument): DocumentRow => ({
  what: 'Run document, beside this report',
  name: 'run.json',
  link: 'run.json',
  sha256: run.documentSha256 ?? null,
});

function Variants({ run }: { run: RunDocument }) {
  return (
    <>
      <h2>Variants and their proof</h2>
      <DataTable
        caption="What each process reported of itself"
        file={`variants-${run.id}`}
        rows={run.variants}
        empty="This run planned nothing."
        columns={[
          { title: 'Variant', value: variant => variant.id, heading: true },
          {
            title: 'Status',
            value: variant => variant.status,
            show: variant => <span class={`status ${variant.status}`}>{statusWords[variant.status]}</span>,
          },
          { title: 'Runtime', value: variant => variant.proof?.frameworkDescription ?? variant.cell.runtimeVersion ?? null },
          { title: 'GC in force', value: gcInForce },
          { title: 'CPUs', value: variant => variant.proof?.processorCount ?? null, numeric: true },
          {
            title: 'Application (SHA-256)',
            value: variant => variant.artifactHash ?? null,
            show: variant => <Hash text={variant.artifactHash} />,
          },
          { title: 'Reason', value: variant => variant.reason ?? null },
        ]}
      />
    </>
  );
}

const gcInForce = ({ proof }: Variant) =>
  proof === null || proof === undefined
    ? null
    : `${proof.isServerGc ? 'server' : 'workstation'}, ${proof.latencyMode}${proof.gcLibraries.length > 0 ? `, ${proof.gcLibraries.join(', ')}` : ''}`;

function RawFiles({ run: document }: { run: RunDocument }) {
  const store = useStore();
  const files = document.blocks.flatMap(block =>
    block.rounds.map(({ startedAt, raw }, i) => ({ block: block.id, round: i + 1, startedAt, raw })),
  );
  return (
    <>
      <h2>Raw files</h2>
      <p>
        {store.hasHistory
          ? 'Raw files stay with the machine or artifact of the run; the hash proves which file a number came from.'
          : 'Beside this report; the hash proves which file a number came from.'}
      </p>
      <DataTable
        caption="One file a block and round"
        file={`raw-${document.id}`}
        rows={files}
        empty="None is named here; run.json, as measured, names them."
        columns={[
          { title: 'Block', value: file => file.block, heading: true },
          { title: 'Round', value: file => file.round, numeric: true },
          { title: 'Started', value: file => file.startedAt, show: file => time(file.startedAt) },
          {
            title: 'File',
            value: ({ raw }) => raw.path,
            show: ({ raw: { path } }) => (store.hasHistory || !isPlain(path) ? path : <a href={path}>{path}</a>),
          },
          { title: 'SHA-256', value: ({ raw }) => raw.sha256, show: ({ raw }) => <Hash text={raw.sha256} /> },
        ]}
      />
    </>
  );
}

/** Only a plain relative path becomes a link: a document from elsewhere could name a script instead. */
const isPlain = (path: string) => /^[\w.-]+(\/[\w.-]+)*$/.test(path);

const Hash = ({ text }: { text: string | null | undefined }) => (text ? <code title={text}>{`${text.slice(0, 12)}…`}</code> : <>–</>);
