import { pageOf } from './repository.ts';
import type { RunDocument } from './run-document.ts';

/** A workflow run on GitHub. */
export interface WorkflowRun {
  readonly name: string;
  readonly address: string;
}

/**
 * The workflow run that measured a run: ids of runs that `github publish` put together hold its number and attempt (GroupMerge). Null for others, and where the repository
 * has no https address, because only those become links.
 */
export function workflowRunOf({ id, source }: Pick<RunDocument, 'id' | 'source'>): WorkflowRun | null {
  const [, run, attempt] = /-gh(\d+)-(\d+)-/.exec(id) ?? [];
  const page = pageOf(source.repository);
  if (run === undefined || attempt === undefined || page === null) return null;
  return { name: `workflow run ${run}, attempt ${attempt}`, address: `${page}/actions/runs/${run}/attempts/${attempt}` };
}

/** What the documents of a workflow run have in common, one a kind of machine and attempt (RunId.Trace); of others their id. */
export const workflowOf = (id: string) => /-gh\d+-/.exec(id)?.[0] ?? id;

/** Hosts whose repositories have no such page; one of GitHub's own may have any name. */
const hasNone = /^https:\/\/(gitlab\.|bitbucket\.|dev\.azure\.|[^/]+\.visualstudio\.)/;

/** Where all workflow runs of a repository are, also those that wait and those that failed; null where it has no https address. */
export function workflowRunsOf(repository: string | null | undefined): string | null {
  const page = pageOf(repository);
  return page === null || hasNone.test(page) ? null : `${page}/actions`;
}
