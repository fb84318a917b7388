import type { Variant } from '../data/run-document.ts';
import type { RunIndex } from '../data/run-index.ts';
import type { EnvironmentDifference } from '../data/verdict.ts';
import { shortSha } from '../text/format.ts';

/** As many differences as fit below a picture. */
const mostTold = 5;

/** What two sides of the code are, and what else may be the reason: who sees a picture alone has to know both. */
export const codeNotes = (run: RunIndex, from: Variant, to: Variant, differences: readonly EnvironmentDifference[]) => [
  `From ${from.side}, ${codeOf(run, from)}, to ${to.side}, ${codeOf(run, to)}.`,
  differencesText(differences),
];

/** The code of a side; local changes are only in head. */
function codeOf(run: RunIndex, { side, sha }: Variant): string {
  if (!sha) return 'commit unknown';
  return `commit ${shortSha(sha)}${side === 'head' && run.document.source.dirty ? ' with local changes' : ''}`;
}

function differencesText(all: readonly EnvironmentDifference[]): string {
  if (all.length === 0) return 'Nothing else that the run recorded differs.';
  const told = all.slice(0, mostTold).map(({ kind, name, base, head }) => `${kind} ${name} ${base ?? 'none'} → ${head ?? 'none'}`);
  return `Also different: ${told.join(', ')}${all.length > mostTold ? `, and ${all.length - mostTold} more` : ''}.`;
}
