import { usualAhead } from '../app/ahead.ts';
import { useAhead, useApp, useLoaded, useNavigate } from '../app/context.ts';
import { href, listOf, type Query } from '../app/route.ts';
import { FlameGraph } from '../charts/FlameGraph.tsx';
import { methodsOf } from '../charts/flame-model.ts';
import { speedscopeOf } from '../charts/speedscope-file.ts';
import { Choice } from '../components/Choice.tsx';
import { type Column, DataTable } from '../components/DataTable.tsx';
import { useDownload } from '../components/download.ts';
import { Fold } from '../components/Fold.tsx';
import { Lead } from '../components/Lead.tsx';
import { Load } from '../components/Load.tsx';
import { Notes } from '../components/Notes.tsx';
import { type Loadable, type Store, tracedList } from '../data/store.ts';
import { explanationsOf, type TracedItem } from '../data/traced.ts';
import { type CellExplanation, type EventChange, type Flame, hasLowerBounds, samplesText, type WhyDocument } from '../data/why.ts';
import { excludesNone } from '../statistics/change.ts';
import { count, number, signed, time } from '../text/format.ts';
import { verdictList } from './Verdicts.tsx';

/** Why a cell of the comparison of a report changed; nothing where nobody looked. */
export function Why({ cell }: { cell: string }) {
  const { why } = useApp().store;
  return why === null ? null : <Explained why={why} shown={cell} />;
}

/** Why the cells of published comparisons changed. */
export const WhyView = () => (
  <>
    <h1>Why</h1>
    <Lead page="why.md" link="How causes are found">
      What changed inside the application, according to traced rounds of both sides.
    </Lead>
    <Load of={tracedList} what="the explanations">
      {items => <Published items={explanationsOf(items)} />}
    </Load>
  </>
);

/** Loads the explanation that an address shows. */
export async function prepareWhy(store: Store, query: Query): Promise<void> {
  const items = explanationsOf(await store.make(tracedList));
  const item = chosenOf(items, query.get('why'));
  if (item !== undefined) await store.make(explanationOf(item));
}

const chosenOf = (items: readonly TracedItem[], wanted: string | null) => items.find(each => each.id === wanted) ?? items[0];

const explanationOf = (item: TracedItem): Loadable<WhyDocument> => ({
  key: `explanation ${item.path}`,
  load: store => store.explanation(item),
});

function Published({ items }: { items: readonly TracedItem[] }) {
  const { query } = useApp().route;
  const navigate = useNavigate();
  const ahead = useAhead();
  const wanted = query.get('why');
  const item = chosenOf(items, wanted);
  if (item === undefined)
    return <p class="empty">No explanation has been published yet (perfmatrix publish takes the why.json beside a verdict or run).</p>;
  return (
    <>
      {wanted !== null && item.id !== wanted && <p class="empty">{`${wanted} is no longer kept; this is another one.`}</p>}
      <div class="choices">
        <Choice
          label="Comparison"
          value={item.id}
          options={items.map(each => [each.id, `${time(each.publishedAt)}: ${each.from} to ${each.to}`] as const)}
          onChange={why => navigate({ why, cell: null })}
          ahead={{ load: why => ahead({ why }), most: usualAhead }}
        />
      </div>
      <Load of={explanationOf(item)} what="the explanation">
        {why => <Explained key={item.path} why={why} item={item} />}
      </Load>
    </>
  );
}

interface ExplainedProps {
  readonly why: WhyDocument;
  /** The cell that stands above, where there is one. */
  readonly shown?: string;
  readonly item?: TracedItem;
}

function Explained({ why, shown, item }: ExplainedProps) {
  const { query } = useApp().route;
  const navigate = useNavigate();
  const { cells } = why;
  const wanted = query.get('cell') ?? shown;
  const cell = cells.find(each => each.cell === wanted) ?? cells[0];
  if (cell === undefined) return null;
  return (
    <section aria-labelledby="why">
      <h2 id="why">Why it changed</h2>
      {wanted !== undefined && wanted !== cell.cell && <p class="empty">{`${wanted}: not traced, so something else is shown.`}</p>}
      <p class="context">
        {`${why.head.label} against ${why.base.label}`} {item && <WaysBack item={item} cell={cell.cell} />}
      </p>
      {cells.length > 1 && (
        <div class="choices">
          <Choice label="Explained cell" value={cell.cell} options={cells.map(each => each.cell)} onChange={id => navigate({ cell: id })} />
        </div>
      )}
      {cell.problem === null ? <Explanation cell={cell} /> : <p class="empty">{`${cell.cell} is not explained: ${cell.problem}.`}</p>}
      <Notes of={cell.notes} />
    </section>
  );
}

/** What an explanation of a history is about: the series of its cell, and the verdict where it is of one. */
function WaysBack({ item, cell }: { item: TracedItem; cell: string }) {
  const verdicts = useLoaded(verdictList);
  const isOfVerdict = verdicts.state === 'ready' && verdicts.value.items.some(({ id }) => id === item.id);
  return (
    <>
      <a href={href('trend', { cells: listOf([cell]) })}>Trend of the cell</a>{' '}
      {isOfVerdict && <a href={href('health', { verdict: item.id })}>Verdict of the gate</a>}
    </>
  );
}

function Explanation({ cell }: { cell: CellExplanation }) {
  const { perRequest, low, high } = cell.cpuDifference;
  // Of a difference that may be none the rest is not known.
  const rest = excludesNone(cell.cpuDifference)
    ? `; ${signed(cell.unattributed, 2)} µs of it is not attributed to a method`
    : `; what of it is not attributed to a method is unknown, because the interval contains 0 (methods ${signed(perRequest - cell.unattributed, 2)} µs)`;
  return (
    <>
      <p class="answer">
        {`CPU time of a request of ${cell.cell}: ${signed(perRequest, 2)} µs (95 % interval ${range(low, high, 2)}) of ${number(cell.baseCpuPerRequest, 2)} µs in base, over ${count(cell.rounds, 'traced round')} of both sides${rest}.`}
        {hasLowerBounds(cell) && ' The sampler of the runtime misses a part of the time, so the times of methods are lower bounds.'}
      </p>
      <p class="context">{samplesText(cell)}</p>
      <Methods cell={cell} />
      <Types key={`types ${cell.cell}`} cell={cell} />
      <Events key={`events ${cell.cell}`} cell={cell} />
      {cell.flame && <Stacks key={cell.cell} cell={cell.cell} flame={cell.flame} />}
    </>
  );
}

const fileOf = (what: string, cell: string) => `${what}-${cell.replace(/[^\w.-]/g, '-')}`;

const range = (low: number, high: number, decimals: number) => `${signed(low, decimals)} to ${signed(high, decimals)}`;

const Methods = ({ cell }: { cell: CellExplanation }) => (
  <DataTable
    caption="Methods whose CPU time changed, with the time in libraries that they call"
    file={fileOf('methods', cell.cell)}
    rows={cell.cpu}
    empty="No method changed beyond chance."
    columns={[
      { title: 'Method', value: each => each.method, heading: true },
      {
        title: hasLowerBounds(cell) ? 'At least, µs a request' : 'Change, µs a request',
        value: each => each.perRequest,
        show: each => signed(each.perRequest, 2),
        numeric: true,
      },
      { title: '95 % interval, µs a request', value: each => range(each.low, each.high, 2), numeric: true },
      { title: 'Where', value: each => (each.file === null ? null : `${each.file}:${each.line}`) },
    ]}
  />
);

const Types = ({ cell }: { cell: CellExplanation }) => (
  <DataTable
    caption={`Types of which more or less is allocated; base allocates ${number(cell.baseBytesPerRequest)} bytes a request`}
    file={fileOf('types', cell.cell)}
    rows={cell.allocations}
    empty="No type changed beyond chance."
    columns={[
      { title: 'Type', value: each => each.type, heading: true },
      {
        title: 'Change, bytes a request',
        value: each => each.bytesPerRequest,
        show: each => signed(each.bytesPerRequest, 0),
        numeric: true,
      },
      { title: '95 % interval, bytes a request', value: each => range(each.low, each.high, 0), numeric: true },
      { title: 'From', value: each => each.from },
      ...stackColumn(cell.allocations),
    ]}
  />
);

/** A column with the stacks of the rows; none where no row has one. */
function stackColumn<Row extends { readonly stack: readonly string[] }>(rows: readonly Row[]): readonly Column<Row>[] {
  if (rows.every(({ stack }) => stack.length === 0)) return [];
  const value = ({ stack }: Row) => stack.join('\n') || null;
  const show = ({ stack }: Row) => <FoldedStack stack={stack} />;
  return [{ title: 'Stack, innermost first', value, show }];
}

const FoldedStack = ({ stack }: { stack: readonly string[] }) =>
  stack.length === 0 ? null : (
    <div class="frames">
      <Fold summary={count(stack.length, 'method')}>
        {() => (
          <ol>
            {stack.map((method, i) => (
              <li key={i}>{method}</li>
            ))}
          </ol>
        )}
      </Fold>
    </div>
  );

const eventWords: Readonly<Record<EventChange['kind'], string>> = {
  lock: 'wait for a lock',
  exception: 'exception',
  pause: 'pause of the GC',
  starvation: 'thread for a starved pool',
};

/** Few requests throw or find no thread, so those are counted in 1,000. */
const isTime = ({ kind }: EventChange) => kind === 'lock' || kind === 'pause';
const amount = (event: EventChange, value: number) => (isTime(event) ? value : 1000 * value);

function Events({ cell }: { cell: CellExplanation }) {
  if (cell.events.length === 0) return null;
  return (
    <DataTable
      caption="What happens more or less often, or takes longer or shorter"
      file={fileOf('events', cell.cell)}
      rows={cell.events}
      columns={[
        { title: 'What', value: each => eventWords[each.kind], heading: true },
        { title: 'Which', value: each => each.name },
        { title: 'From', value: each => each.from },
        {
          title: 'Change',
          value: each => amount(each, each.perRequest),
          show: each => signed(amount(each, each.perRequest), 2),
          numeric: true,
        },
        { title: '95 % interval', value: each => range(amount(each, each.low), amount(each, each.high), 2), numeric: true },
        { title: 'Unit of both', value: each => (isTime(each) ? 'µs a request' : 'in 1,000 requests') },
        ...stackColumn(cell.events),
      ]}
    />
  );
}

function Stacks({ cell, flame }: { cell: string; flame: Flame }) {
  const download = useDownload();
  return (
    <>
      <figure>
        <FlameGraph flame={flame} label={`CPU time of ${cell} by stack, base and head`} />
        <figcaption>
          Callers stand above what they call. Orange (on paper framed): more time in head, blue (dashed): less, in µs a request. Enter opens
          a box, Escape shows all.
        </figcaption>
      </figure>
      <p class="downloads">
        <button
          type="button"
          onClick={() => download(`${fileOf('stacks', cell)}.speedscope.json`, 'application/json', speedscopeOf(cell, flame))}
        >
          File for speedscope
        </button>
      </p>
      <Fold summary="All methods as a table">{() => <MethodTimes cell={cell} flame={flame} />}</Fold>
    </>
  );
}

const MethodTimes = ({ cell, flame }: { cell: string; flame: Flame }) => (
  <DataTable
    caption="CPU time of every method of the picture, the largest change of its own time first"
    file={fileOf('stacks', cell)}
    rows={methodsOf(flame)}
    columns={[
      { title: 'Method', value: each => each.name, heading: true },
      { title: 'Own, base, µs a request', value: each => each.ownBase, show: each => number(each.ownBase, 3), numeric: true },
      { title: 'Own, head, µs a request', value: each => each.ownHead, show: each => number(each.ownHead, 3), numeric: true },
      {
        title: 'Own, change, µs a request',
        value: each => each.ownHead - each.ownBase,
        show: each => signed(each.ownHead - each.ownBase, 3),
        numeric: true,
      },
      { title: 'With calls, base, µs a request', value: each => each.base, show: each => number(each.base, 3), numeric: true },
      { title: 'With calls, head, µs a request', value: each => each.head, show: each => number(each.head, 3), numeric: true },
      {
        title: 'With calls, change, µs a request',
        value: each => each.head - each.base,
        show: each => signed(each.head - each.base, 3),
        numeric: true,
      },
    ]}
  />
);
