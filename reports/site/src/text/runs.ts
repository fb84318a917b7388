import { workflowOf } from '../data/workflow-run.ts';
import { count } from './format.ts';

/** Documents as runs: 100 runs; where some are of one workflow run both: 34 runs in 100 documents. */
export function runsText(documents: readonly { readonly id: string }[]): string {
  const runs = new Set(documents.map(({ id }) => workflowOf(id))).size;
  return `${count(runs, 'run')}${runs < documents.length ? ` in ${count(documents.length, 'document')}` : ''}`;
}

/** The same of the newest ones: newest run, newest 100 runs. */
export const newestText = (documents: readonly { readonly id: string }[]) => `newest ${runsText(documents).replace(/^1 /, '')}`;
