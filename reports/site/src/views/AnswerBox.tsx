import { href } from '../app/route.ts';
import { DocsLink } from '../components/DocsLink.tsx';
import { WorkflowRuns } from '../components/WorkflowRuns.tsx';
import { type ChangeGroup, endOf, type HistoryEvent } from '../data/history-files.ts';
import { tracedOf } from '../data/traced.ts';
import { answer, type Remark } from './answer.ts';
import { CommitRange } from './ChangeTable.tsx';
import type { Summary } from './summary.ts';
import { causeText } from './suspects.ts';
import { rangeWith } from './trend-model.ts';
import { WhyLink } from './WhyLink.tsx';

const words = { yes: '✗ Yes:', settled: '✗ Yes, but settled:', no: '✓ No:', unknown: '? Not known yet:' } as const;

/** The answer in a sentence, and how sure it is below. */
export function AnswerBox({ summary }: { summary: Summary }) {
  const { verdict, text, more, lacksReference, lacksRuns } = answer(summary);
  return (
    <div class={`answer big ${verdict}`}>
      <p>
        <strong>{words[verdict]}</strong> {text}{' '}
        {lacksReference && <DocsLink page="../crank/README.md#pinning-the-reference-of-the-trend">How to pin a commit</DocsLink>}
        {lacksRuns && <WorkflowRuns repository={summary.index.repository} />}
      </p>
      {more.length > 0 && (
        <p class="sure">
          {more.map(remark => (
            <Said key={remark.text} remark={remark} summary={summary} />
          ))}
        </p>
      )}
    </div>
  );
}

/** A sentence, and the way on from it. */
const Said = ({ remark, summary: { index, events } }: { remark: Remark; summary: Summary }) => (
  <>
    {remark.text} {remark.change !== undefined && <WhereToLook change={remark.change} events={events} />}
    {remark.oldest !== undefined && (
      <a href={href('trend', { last: rangeWith(remark.oldest, endOf(index)), show: 'changes' })}>All changes</a>
    )}
    {remark.run !== undefined && <a href={href('run', { run: remark.run })}>The reasons</a>}
    {remark.lacksReference && <DocsLink page="../crank/README.md#how-a-selection-becomes-blocks">Which have none</DocsLink>}
    {remark.lacksLink && <DocsLink page="../crank/README.md#pinning-the-reference-of-the-trend">How to measure both</DocsLink>}
    {remark.lacksRuns && <WorkflowRuns repository={index.repository} />}{' '}
  </>
);

/** What else than the commit may be the cause of a step, its runs and commits, and what traced rounds showed of it. */
function WhereToLook({ change, events }: { change: ChangeGroup; events: readonly HistoryEvent[] }) {
  const suspects = change.cause === 'commit' ? '' : `Suspects: ${causeText(change, events)}. `;
  return (
    <>
      {`${suspects}Commits from the last good to `}
      <a href={href('run', { run: change.run })}>the first bad run</a>: <CommitRange change={change} />.{' '}
      <WhyLink find={items => tracedOf(items, change)} after=".">
        Why it changed
      </WhyLink>{' '}
    </>
  );
}
