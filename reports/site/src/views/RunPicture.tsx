import { useMemo } from 'preact/hooks';
import { useApp } from '../app/context.ts';
import { portion } from '../app/in-turn.ts';
import { href } from '../app/route.ts';
import { IntervalAxis, IntervalLine } from '../charts/IntervalLine.tsx';
import { ChangeText, intervalText, undecidedWords } from '../components/ChangeText.tsx';
import { Downloads } from '../components/DataTable.tsx';
import { Fold } from '../components/Fold.tsx';
import { InTurn } from '../components/InTurn.tsx';
import { andLimits } from '../data/axes.ts';
import { directionWords } from '../data/metric.ts';
import type { RunIndex } from '../data/run-index.ts';
import { type Change, isSignificant } from '../statistics/change.ts';
import { onScale } from '../text/format.ts';
import { groupBy } from '../text/group.ts';
import { AllMetrics } from './AllMetrics.tsx';
import { headline } from './headline.ts';
import { statusWords } from './matrix-model.ts';
import { ParetoPicture } from './ParetoPicture.tsx';
import { paretoOf } from './pareto-model.ts';
import {
  captionOf,
  columnsOf,
  groupsOf,
  type PictureBlock,
  type PictureColumn,
  type PictureGroup,
  type PictureRow,
  pictureLabel,
  sorted,
} from './picture-model.ts';

/** Rows that a page shows at once; of a larger run the first group is open, and of the others only the headline is seen. */
const mostRows = 60;

/** Blocks of the first group that a screen shows at once. */
const firstBlocks = 2;

/** Variants whose comparison in a sentence counts as a small picture. */
const comparedOfPicture = 2;

/** A run at a glance: for each scenario the headline of the terminal, and every variant against the anchor. */
export function RunPicture({ run }: { run: RunIndex }) {
  const groups = useMemo(() => groupsOf(run), [run]);
  const isLong = groups.reduce((sum, group) => sum + group.rows.length, 0) > mostRows;
  if (groups.length === 0) return null;
  return (
    <>
      {groups.map((group, i) =>
        isLong && i > 0 ? (
          <InTurn key={group.title} value={group} weight={group.rows.length / comparedOfPicture}>
            {shown => <Fold summary={`${shown.title}: ${headline(run, shown.rows)}`}>{() => <Group run={run} group={shown} />}</Fold>}
          </InTurn>
        ) : (
          <section key={group.title} aria-label={group.title}>
            <h2>{group.title}</h2>
            <p class="answer headline">{headline(run, group.rows)}</p>
            <Group run={run} group={group} />
          </section>
        ),
      )}
    </>
  );
}

function Group({ run, group }: { run: RunIndex; group: PictureGroup }) {
  const part = run.hasPairs ? 'pair' : 'block';
  return (
    <>
      {group.blocks.map((block, i) => (
        <InTurn key={block.rows[0]?.variant.id} value={block} isAtOnce={i < firstBlocks} weight={block.rows.length}>
          {shown => (
            <Picture
              run={run}
              block={shown}
              name={group.blocks.length === 1 ? group.title : `${group.title}, ${part} ${i + 1} of ${group.blocks.length}`}
            />
          )}
        </InTurn>
      ))}
      {group.rows.length > 0 && <Fold summary={`All metrics of ${group.title}`}>{() => <AllMetrics run={run} group={group} />}</Fold>}
      <InTurn value={group} weight={portion}>
        {shown => <ModesOfNewest run={run} group={shown} />}
      </InTurn>
      {group.skipped.length > 0 && (
        <ul>
          {group.skipped.map(variant => (
            <li key={variant.id}>
              <span class={`status ${variant.status}`}>{statusWords[variant.status]}</span> {pictureLabel(variant)}:{' '}
              {variant.reason ?? 'no reason recorded'}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The GC modes of the newest runtime that has several of them side by side, throughput against memory. */
function ModesOfNewest({ run, group }: { run: RunIndex; group: PictureGroup }) {
  const modes = useMemo(() => {
    const variants = group.rows.map(row => row.variant).filter(({ side, twin }) => side === 'head' && !twin);
    const places = [...groupBy(variants, ({ cell }) => `${cell.runtime}${andLimits(cell, ' ')}`)];
    return places.reverse().find(([, of]) => paretoOf(run, of) !== null);
  }, [run, group]);
  return modes === undefined ? null : <ParetoPicture run={run} variants={modes[1]} of={modes[0]} />;
}

interface Props {
  readonly run: RunIndex;
  readonly block: PictureBlock;
  readonly name: string;
}

/** Small multiples as a table: a row a variant, a column a metric, in each the interval of the change and the numbers. */
function Picture({ run, block, name }: Props) {
  const columns = columnsOf(run, block.rows);
  const [first] = columns;
  if (first === undefined) return null;
  const rows = sorted(block.rows, first.metric);
  const caption = captionOf(name, block.anchor, first.metric);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable with the keyboard */}
      <section class="scroll whole" tabIndex={0} aria-label={`Picture of ${name}`}>
        <table class="picture stack" style={{ '--columns': columns.length }}>
          <caption>{run.document.imported ? `${name}, as ${run.document.imported} kept it.` : caption}</caption>
          <thead>
            <tr>
              <th scope="col">Variant</th>
              {columns.map(column => (
                <th key={column.metric.name} scope="col">
                  {titleOf(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.variant.id}>
                <th scope="row">
                  <ComparisonLink row={row} />
                </th>
                {columns.map(column => (
                  <td key={column.metric.name} data-title={titleOf(column)}>
                    <Value run={run} row={row} column={column} isCompared={block.anchor !== null} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {block.anchor !== null && (
            <tfoot>
              <tr>
                <td>Change against the line</td>
                {columns.map(column => (
                  <td key={column.metric.name} data-title={column.metric.title}>
                    <div class="with-line">
                      <IntervalAxis range={column.range} />
                      <span class="numbers" />
                    </div>
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </section>
      <Downloads file={`picture-${name.replaceAll(/[^\w.-]+/g, '-')}`} columns={downloadColumns(run, columns)} rows={rows} />
    </>
  );
}

/** A part of its own, so that only it follows the address: a picture is not made anew while another run is loaded. */
function ComparisonLink({ row }: { row: PictureRow }) {
  const { query } = useApp().route;
  return <a href={href('compare', { run: query.get('run'), b: row.variant.id })}>{row.label}</a>;
}

const titleOf = ({ metric, scale }: PictureColumn) => `${metric.title}, ${scale.unit} (${directionWords(metric)})`;

interface ValueProps {
  readonly run: RunIndex;
  readonly row: PictureRow;
  readonly column: PictureColumn;
  /** Whether there is something to compare it with. */
  readonly isCompared: boolean;
}

function Value({ run, row, column: { metric, scale, range }, isCompared }: ValueProps) {
  const value = run.value(row.variant.id, metric.name);
  const text = value === null ? '–' : onScale(value, scale);
  if (!isCompared) return <span class="value">{text}</span>;
  return (
    <div class="with-line">
      <IntervalLine change={row.change(metric)} range={range} />
      <span class="numbers">
        <span class="value">{text}</span>{' '}
        {row.isAnchor ? <span class="dim">anchor</span> : value !== null && <ShortChange change={row.change(metric)} />}
        {!row.isAnchor && value !== null && <span class="interval-text">{intervalText(row.change(metric))}</span>}
      </span>
    </div>
  );
}

/** A change in a few letters; the interval below it, or why there is none, says the rest. */
function ShortChange({ change }: { change: Change | null }) {
  if (change === null || isSignificant(change)) return <ChangeText change={change} />;
  const isFew = change.lowPercent === null;
  return (
    <span class="verdict unknown">
      <span aria-hidden="true">{isFew ? '?' : change.verdict === 'same' ? '= same' : '~'}</span>
      {!isFew && <span class="visually-hidden">{undecidedWords(change)}</span>}
    </span>
  );
}

const downloadColumns = (run: RunIndex, columns: readonly PictureColumn[]) => [
  { title: 'variant', value: (row: PictureRow) => row.variant.id },
  ...columns.flatMap(({ metric }) => [
    { title: `${metric.name} (${metric.unit})`, value: (row: PictureRow) => run.value(row.variant.id, metric.name) },
    { title: `${metric.name} change %`, value: (row: PictureRow) => row.change(metric)?.percent ?? null },
    { title: `${metric.name} low %`, value: (row: PictureRow) => row.change(metric)?.lowPercent ?? null },
    { title: `${metric.name} high %`, value: (row: PictureRow) => row.change(metric)?.highPercent ?? null },
    { title: `${metric.name} verdict`, value: (row: PictureRow) => (row.isAnchor ? 'anchor' : (row.change(metric)?.verdict ?? 'unknown')) },
  ]),
];
