import { href } from '../app/route.ts';
import { DocsLink } from '../components/DocsLink.tsx';
import type { ChangeGroup } from '../data/history-files.ts';
import { tracedOf } from '../data/traced.ts';
import { answer, type Remark } from './answer.ts';
import { CommitRange } from './ChangeTable.tsx';
import type { Summary } from './summary.ts';
import { causeText } from './suspects.ts';
import { WhyLink } from './WhyLink.tsx';

const words = { yes: '✗ Yes:', settled: '✗ Yes, but settled:', no: '✓ No:', unknown: '? Not known yet:' } as const;

/** The answer in a sentence, and how sure it is below. */
export function AnswerBox({ summary }: { summary: Summary }) {
  const { verdict, text, more, step, lacksReference } = answer(summary);
  const change = verdict === 'yes' || verdict === 'settled' ? step?.change : undefined;
  const suspects = change === undefined || change.cause === 'commit' ? [] : [{ text: `Suspects: ${causeText(change, summary.events)}.` }];
  return (
    <div class={`answer big ${verdict}`}>
      <p>
        <strong>{words[verdict]}</strong> {text}{' '}
        {lacksReference && <DocsLink page="../crank/README.md#pinning-the-reference-of-the-trend">How to pin a commit</DocsLink>}
      </p>
      {more.length + suspects.length > 0 && (
        <p class="sure">
          {[...more.slice(0, 1), ...suspects, ...more.slice(1)].map(remark => (
            <Said key={remark.text} remark={remark} />
          ))}
          {change !== undefined && <WhereToLook change={change} />}
        </p>
      )}
    </div>
  );
}

/** A sentence, and the way on from it. */
const Said = ({ remark: { text, change, run, lacksReference, lacksLink } }: { remark: Remark }) => (
  <>
    {text} {change !== undefined && <WhereToLook change={change} />}
    {run !== undefined && <a href={href('run', { run })}>The reasons</a>}
    {lacksReference && <DocsLink page="../crank/README.md#how-a-selection-becomes-blocks">Which have none</DocsLink>}
    {lacksLink && <DocsLink page="../crank/README.md#pinning-the-reference-of-the-trend">How to measure both</DocsLink>}{' '}
  </>
);

/** The runs and commits of a step, and what traced rounds showed of it. */
const WhereToLook = ({ change }: { change: ChangeGroup }) => (
  <>
    Commits from the last good to <a href={href('run', { run: change.run })}>the first bad run</a>: <CommitRange change={change} />{' '}
    <WhyLink find={items => tracedOf(items, change)}>Why it changed</WhyLink>{' '}
  </>
);
