import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { usualAhead } from '../app/ahead.ts';
import { useAhead, useApp, useLoaded, useNavigate } from '../app/context.ts';
import { href, type Query } from '../app/route.ts';
import { Choice } from '../components/Choice.tsx';
import { Commit } from '../components/Commit.tsx';
import { DocsLink } from '../components/DocsLink.tsx';
import { Load, Problem } from '../components/Load.tsx';
import type { RunEntry } from '../data/history-files.ts';
import type { RunDocument } from '../data/run-document.ts';
import type { RunIndex } from '../data/run-index.ts';
import type { Loadable, Store } from '../data/store.ts';
import { workflowOf } from '../data/workflow-run.ts';
import { shortSha, time } from '../text/format.ts';
import { neighboursOf } from './neighbours.ts';
import { SourceLine } from './Origin.tsx';

/** The frame of every view of one run: title, a line on it, which run, and a way to choose another. */
export function RunFrame(props: { title: string; lead: ComponentChildren; children: (run: RunIndex) => ComponentChildren }) {
  const { title, lead, children } = props;
  const { route, store } = useApp();
  const id = route.query.get('run');
  return (
    <>
      <h1>{title}</h1>
      {lead}
      {store.hasHistory && (
        <div class="choices">
          <RunChoice param="run" label="Run" none="newest" />
          <Beside />
        </div>
      )}
      <Load of={runOf(id)} what="the run">
        {run => (
          <>
            <ContextLine run={run.document} />
            <SourceLine run={run.document} />
            {store.hasHistory && <OtherDocuments id={run.document.id} />}
            <Problem problems={run.problems} />
            {run.document.imported ? <OneValueEach tool={run.document.imported} /> : !run.hasRounds && <RoundsRemoved />}
            {children(run)}
          </>
        )}
      </Load>
    </>
  );
}

export const runOf = (id: string | null): Loadable<RunIndex> => ({ key: `frame ${id ?? 'newest'}`, load: store => store.run(id) });

/** Loads the run that an address shows, the one that it is compared with, and those to choose from. */
export function prepareRun(store: Store, query: Query): Promise<unknown> {
  const other = query.get('runa');
  return Promise.all([store.make(runOf(query.get('run'))), store.make(newestRuns), other === null ? null : store.make(runOf(other))]);
}

/** The way to the run before the one that is shown, and to the one after it. */
function Beside() {
  const { view, query } = useApp().route;
  const id = query.get('run');
  const list = useLoaded(newestRuns);
  const shown = useLoaded(runOf(id));
  // The one that the address names is known before it is there.
  const known = id ?? (shown.state === 'ready' ? shown.value.document.id : null);
  if (list.state !== 'ready' || known === null) return null;
  const { before, after } = neighboursOf(list.value, known);
  if (before === null && after === null) return null;
  const to = (run: RunEntry | null, words: string) => run && <a href={href(view, query.with({ run: run.id }))}>{words}</a>;
  return (
    <p class="beside">
      {to(before, 'Previous run')} {to(after, 'Next run')}
    </p>
  );
}

/** The other documents of a workflow run: what this one lacks, another kind of machine may have measured. */
function OtherDocuments({ id }: { id: string }) {
  const { view, query } = useApp().route;
  const list = useLoaded(newestRuns);
  const all = list.state === 'ready' ? list.value.filter(run => workflowOf(run.id) === workflowOf(id)) : [];
  if (all.length < 2) return null;
  return (
    <p class="context">
      {`One of ${all.length} documents of its workflow run, one a kind of machine and attempt. The others: `}
      {all
        .filter(run => run.id !== id)
        .map(run => (
          <span key={run.id}>
            <a href={href(view, query.with({ run: run.id }))}>{`${run.id}, ${run.measured} measured`}</a>{' '}
          </span>
        ))}
    </p>
  );
}

/** What is left of an old run, in every view of it: after a prune, and in a demo from the beginning. */
const RoundsRemoved = () => (
  <p class="answer">
    Single rounds are kept of newer runs only. This one has medians, and ratios to the pinned reference where one was measured.{' '}
    <DocsLink page="trend.md#the-site">What is kept</DocsLink>
  </p>
);

/** What there is of a run that was taken over from another tool. */
const OneValueEach = ({ tool }: { tool: string }) => (
  <p class="answer">{`One value of each benchmark, as ${tool} kept it: no rounds, no reference, no machine. It is never judged.`}</p>
);

/** What stands before the commit of a run and after it: its machine and its time. */
function aroundCommit({ imported, machine, source, startedAt, complete }: RunDocument): readonly [before: string, after: string] {
  const on = imported ? 'Machine unknown' : `${machine.cpuModel}, ${machine.cores} CPUs, ${machine.os}`;
  const at = `, ${time(startedAt)}${complete ? '' : ', incomplete'}`;
  return source.sha === null ? [on, at] : [`${on}, commit `, `${source.dirty ? ' with local changes' : ''}${at}`];
}

/** Machine, code and time in one line. */
export function contextOf({ document }: RunIndex): string {
  const { sha } = document.source;
  return aroundCommit(document).join(sha === null ? '' : shortSha(sha));
}

/** The same, with the way to the code. */
function ContextLine({ run }: { run: RunDocument }) {
  const [before, after] = aroundCommit(run);
  const { sha, repository } = run.source;
  return (
    <p class="context">
      {before}
      {sha !== null && <Commit sha={sha} repository={repository} />}
      {after}
    </p>
  );
}

/** The runs of the two newest lists, the newest first. */
async function loadNewest(store: Store): Promise<readonly RunEntry[]> {
  const last = (await store.index()).chunks - 1;
  return (await store.runList(last < 0 ? [] : [...new Set([Math.max(last - 1, 0), last])])).runs.reverse();
}

const newestRuns: Loadable<readonly RunEntry[]> = { key: 'newest runs', load: loadNewest };

/** Chooses one of the newest runs, or the one that the address names. */
export function RunChoice({ param, label, none }: { param: string; label: string; none: string }) {
  const navigate = useNavigate();
  const ahead = useAhead();
  const shown = useApp().route.query.get(param);
  const list = useLoaded(newestRuns);
  const runs = list.state === 'ready' ? list.value : null;
  const isOther = runs !== null && shown !== null && !runs.some(run => run.id === shown);
  const options = useMemo(
    () => [['', none], ...(isOther ? [[shown, shown]] : []), ...(runs ?? []).map(run => [run.id, runLabel(run)])] as [string, string][],
    [runs, none, isOther && shown],
  );
  const changes = (run: string) => ({ [param]: run || null });
  return (
    runs && (
      <Choice
        label={label}
        value={shown ?? ''}
        options={options}
        onChange={run => navigate(changes(run))}
        ahead={{ load: run => ahead(changes(run)), most: usualAhead }}
      />
    )
  );
}

const runLabel = (run: RunEntry) => `${time(run.startedAt)} · ${shortSha(run.sha)}${run.ref === null ? '' : ` · ${run.ref}`}`;
