import type { RunEntry } from '../data/history-files.ts';
import { workflowOf } from '../data/workflow-run.ts';

/** The runs before and after one; null where the list has none. */
export interface Neighbours {
  readonly before: RunEntry | null;
  readonly after: RunEntry | null;
}

/** Those of a run, of a list with the newest first: of another workflow run, and there the document of the same kind of machine if it has one. */
export function neighboursOf(newestFirst: readonly RunEntry[], id: string): Neighbours {
  const at = newestFirst.findIndex(run => run.id === id);
  const shown = newestFirst[at];
  if (shown === undefined) return { before: null, after: null };
  const firstOf = (nearestFirst: readonly RunEntry[]) => {
    const nearest = nearestFirst.find(run => workflowOf(run.id) !== workflowOf(id));
    const documents = nearestFirst.filter(run => nearest !== undefined && workflowOf(run.id) === workflowOf(nearest.id));
    return documents.find(run => run.machine === shown.machine) ?? nearest ?? null;
  };
  return { before: firstOf(newestFirst.slice(at + 1)), after: firstOf(newestFirst.slice(0, at).reverse()) };
}
