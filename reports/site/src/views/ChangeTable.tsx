import { href, listOf } from '../app/route.ts';
import { VerdictText } from '../components/ChangeText.tsx';
import { DataTable } from '../components/DataTable.tsx';
import { DocsLink } from '../components/DocsLink.tsx';
import { Fold } from '../components/Fold.tsx';
import { type ChangeGroup, type ChangeMember, endOf, type HistoryEvent } from '../data/history-files.ts';
import { titleOf } from '../data/metric.ts';
import { tracedOf } from '../data/traced.ts';
import { interval, noise, percent, time } from '../text/format.ts';
import { settledAs } from './standing-steps.ts';
import { seriesText, toldFirst, toldOf } from './step-words.ts';
import { isUnread, type Summary } from './summary.ts';
import { causeText, commitsOf, hasLocalChanges } from './suspects.ts';
import { changeLetters, eventNumbers } from './trend-marks.ts';
import { changesAround, eventText, rangeWith } from './trend-model.ts';
import { WhyLink } from './WhyLink.tsx';

/** Change points, grouped by commit over all cells: what changed, when, how sure, and where to look. */
export function ChangeTable({ summary }: { summary: Summary }) {
  const names = changeLetters(summary.changes);
  const told = (change: ChangeGroup) => toldOf(change, summary.catalogue);
  return (
    <>
      <h2>Change points</h2>
      {summary.rule !== '' && (
        <p class="legend">
          A change is marked when chance does not explain it, and several cells, or two runs in a row, confirm it.{' '}
          <DocsLink page="how-it-measures.md#the-marks-of-the-trend">How marks are made</DocsLink>
        </p>
      )}
      <DataTable
        caption="Changes over all cells and metrics, newest first"
        file="change-points"
        rows={[...summary.changes].reverse()}
        empty={isUnread(summary, 'changes.json') ? 'The change points could not be read.' : 'No change point so far.'}
        columns={[
          { title: 'Mark', value: change => names.get(change.id) ?? '', heading: true },
          {
            title: 'First run after',
            value: change => change.run,
            show: change => (
              <a href={href('run', { run: change.run })}>
                <Moment at={change.startedAt} />
              </a>
            ),
          },
          {
            title: 'Commits',
            value: change => `${change.shaBefore ?? ''}..${change.shaAfter ?? ''}`,
            show: change => <CommitRange change={change} />,
          },
          {
            title: 'Verdict',
            value: change => [change.verdict, ...saidOf(change)].join(', '),
            show: change => <Judged change={change} />,
          },
          { title: 'What', value: change => told(change).what, show: change => breakable(told(change).what) },
          {
            title: 'Size, % (typical cell)',
            value: change => told(change).percent,
            show: change => percent(told(change).percent),
            numeric: true,
          },
          {
            title: '95 % interval of the size, %',
            value: change => told(change).interval,
            show: change => told(change).interval ?? <NoInterval change={change} />,
            numeric: true,
          },
          {
            title: 'Cause',
            value: change => causeText(change, summary.events),
            show: change => (
              <>
                {causeText(change, summary.events)} <WhyLink find={items => tracedOf(items, change)}>what changed inside</WhyLink>
              </>
            ),
          },
          {
            title: 'Series (95 % interval, noise units)',
            value: change =>
              toldFirst(change, summary.catalogue)
                .map(member => `${summary.catalogue.cells[member.cell]?.id} ${member.metric} ${member.effectPercent}${measureOf(member)}`)
                .join('; '),
            show: change => <Members change={change} summary={summary} />,
          },
          { title: 'Id', value: change => change.id, show: change => <code>{change.id}</code> },
        ]}
      />
    </>
  );
}

/** Why the size has no interval: a drift is a sum of steps; nor have older histories one. */
const NoInterval = ({ change: { until } }: { change: ChangeGroup }) => (
  <span class="interval-text">{until == null ? 'not known' : 'not known: it came in steps'}</span>
);

/** What a file has behind the size of a series: its interval, and how many times the noise it is. */
function measureOf({ lowPercent, highPercent, noiseUnits }: ChangeMember): string {
  const range = lowPercent == null || highPercent == null ? '' : ` [${lowPercent} ${highPercent}]`;
  return `${range}${noiseUnits === null ? '' : ` ${noiseUnits} noise units`}`;
}

/** A date and a time of day, neither of which is broken: a browser would break a date at its hyphens. */
function Moment({ at }: { at: string }) {
  const [date, ...hour] = time(at).split(' ');
  return (
    <>
      <span class="unbroken">{date}</span> <span class="unbroken">{hour.join(' ')}</span>
    </>
  );
}

/** The commits of a change, and the way to them where there is one. */
export function CommitRange({ change }: { change: ChangeGroup }) {
  const { text, address } = commitsOf(change);
  return (
    <>
      {address === null ? <code>{text}</code> : <a href={address}>{text}</a>}
      {hasLocalChanges(change) && ' with local changes'}
    </>
  );
}

/** What people said of a change, also what does not count any more. */
const saidOf = ({ label, acknowledged }: ChangeGroup) => [
  ...(label === undefined ? [] : [`labelled ${label}`]),
  ...(acknowledged === undefined ? [] : [`acknowledged until ${acknowledged}`]),
];

/** The verdict; without mark and colour once people have settled the change, as on the first screen. */
function Judged({ change }: { change: ChangeGroup }) {
  const said = saidOf(change);
  if (settledAs(change) !== null) return <span class="dim">{[change.verdict, ...said].join(', ')}</span>;
  return (
    <>
      {change.verdict === 'mixed' ? 'mixed' : <VerdictText verdict={change.verdict} />}
      {said.length > 0 && <span class="dim"> {said.join(', ')}</span>}
    </>
  );
}

/** So many series a field lists at once: as many lines say of which metrics more are. */
const fewSeries = 2;

function Members({ change, summary }: { change: ChangeGroup; summary: Summary }) {
  const { catalogue, index } = summary;
  const last = rangeWith(change, endOf(index));
  const item = (member: ChangeMember) => {
    const cell = catalogue.cells[member.cell]?.id ?? `cell ${member.cell}`;
    const title = titleOf(member.metric, catalogue.metrics);
    return (
      <li key={`${cell} ${member.metric}`}>
        <a href={href('trend', { cells: listOf([cell]), metric: member.metric, last })}>{breakable(`${cell}, ${title}`)}</a>{' '}
        <span class="unbroken">{percent(member.effectPercent)}</span> <HowSure member={member} />
      </li>
    );
  };
  const list = () => <ul class="members">{toldFirst(change, catalogue).map(item)}</ul>;
  if (change.members.length <= fewSeries) return list();
  return <Fold summary={breakable(seriesText(change, catalogue))}>{list}</Fold>;
}

/** A name that may be broken after each slash: a browser breaks it at hyphens alone. */
const breakable = (name: string) => name.split(/(?<=\/)/).flatMap((part, i) => (i === 0 ? [part] : [<wbr key={i} />, part]));

/** The interval of the size of a series, and its noise units; nothing where neither is known. */
function HowSure({ member: { lowPercent, highPercent, noiseUnits } }: { member: ChangeMember }) {
  const range = lowPercent == null || highPercent == null ? [] : [interval(lowPercent, highPercent)];
  const words = [...range, ...(noiseUnits === null ? [] : [noise(noiseUnits)])];
  return words.length === 0 ? null : <span class="dim">{`(${words.join(', ')})`}</span>;
}

/** What changed around the code. */
export function EventTable({ summary }: { summary: Summary }) {
  const events = changesAround(summary.events);
  const numbers = eventNumbers(summary.events);
  if (isUnread(summary, 'events.json')) return <p class="empty">The events could not be read.</p>;
  return (
    <Fold summary={`Events: ${events.length} changes of reference, runtime, SDK, OS, image, machine or perfmatrix`}>
      {() => (
        <DataTable
          caption="Events, newest first"
          file="events"
          rows={[...events].reverse()}
          empty="No event so far."
          columns={[
            { title: 'Mark', value: event => numbers.get(event.sequence) ?? null, heading: true },
            { title: 'First run with it', value: event => event.startedAt ?? null, show: event => <EventRun event={event} /> },
            { title: 'Run', value: event => event.run ?? event.sequence, isInFilesOnly: true },
            { title: 'Kind', value: event => event.kind },
            { title: 'What', value: eventText },
          ]}
        />
      )}
    </Fold>
  );
}

/** The date of the run, and the way to it; of an event that an older program wrote the number of the run is all there is. */
const EventRun = ({ event: { run, startedAt, sequence } }: { event: HistoryEvent }) =>
  run === undefined || startedAt === undefined ? (
    <span class="dim">{`run ${sequence}`}</span>
  ) : (
    <a href={href('run', { run })}>{time(startedAt)}</a>
  );
