import { workflowRunsOf } from '../data/workflow-run.ts';

/** The way to where it is being measured; nothing where nobody knows. */
export function WorkflowRuns({ repository }: { repository: string | null }) {
  const address = workflowRunsOf(repository);
  return address === null ? null : <a href={address}>Workflow runs</a>;
}
