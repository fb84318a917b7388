import { href } from '../app/route.ts';
import { DocsLink } from '../components/DocsLink.tsx';
import { tracedOf } from '../data/traced.ts';
import { answer } from './answer.ts';
import { CommitRange, causeText } from './ChangeTable.tsx';
import type { Summary } from './summary.ts';
import { WhyLink } from './WhyLink.tsx';

/** What is said of a history without a run. */
export const emptyHistory = 'The history is empty. Measure with perfmatrix run, then publish with perfmatrix publish.';

const words = { yes: '✗ Yes:', settled: '✗ Yes, but settled:', no: '✓ No:', unknown: '? Not known yet:' } as const;

/** The answer in a sentence, and how sure it is below. */
export function AnswerBox({ summary }: { summary: Summary }) {
  const { verdict, text, more, step, lacksReference } = answer(summary);
  const change = verdict === 'yes' || verdict === 'settled' ? step?.change : undefined;
  const firstBad = change && href('run', { run: change.run });
  const suspects = change === undefined || change.cause === 'commit' ? [] : [`Suspects: ${causeText(change, summary.events)}.`];
  return (
    <div class={`answer big ${verdict}`}>
      <p>
        <strong>{words[verdict]}</strong> {text}{' '}
        {lacksReference && <DocsLink page="../crank/README.md#pinning-the-reference-of-the-trend">How to pin a commit</DocsLink>}
      </p>
      {more.length + suspects.length > 0 && (
        <p class="sure">
          {[...more.slice(0, 1), ...suspects, ...more.slice(1)].join(' ')}
          {change !== undefined && (
            <>
              {' '}
              Commits from the last good to <a href={firstBad}>the first bad run</a>: <CommitRange change={change} />{' '}
              <WhyLink find={items => tracedOf(items, change)}>Why it changed</WhyLink>
            </>
          )}
        </p>
      )}
    </div>
  );
}
