import { useMemo } from 'preact/hooks';
import { type Line, LineChart } from '../charts/LineChart.tsx';
import { type Column, DataTable } from '../components/DataTable.tsx';
import { Fold } from '../components/Fold.tsx';
import type { Variant } from '../data/run-document.ts';
import { type Collection, heapsInWords, memoryLines, recordedOf, type Timeline, type TimelinePoint } from '../data/timeline.ts';
import { number } from '../text/format.ts';

/** Upper ends of the vertical axes, so that charts side by side have one scale. */
interface Scales {
  readonly mebibytes: number;
  readonly heaps: number;
  readonly pause: number;
}

/** Memory, heaps and pauses over time, one column per GC mode, all on one scale; and the same as tables. */
export function Timelines({ timelines, variants }: { timelines: readonly Timeline[]; variants: readonly Variant[] }) {
  const shown = variants.flatMap(variant => {
    const timeline = timelines.find(each => each.variant === variant.id);
    return timeline === undefined ? [] : [{ variant, timeline }];
  });
  if (shown.length === 0) return null;
  const scales = scalesOf(shown.map(each => each.timeline));
  return (
    <>
      <h2>Memory, heaps and pauses over time</h2>
      <div class="columns">
        {shown.map(({ variant, timeline }) => (
          <section key={variant.id} aria-label={`GC mode ${variant.cell.gc}`}>
            <h3>{variant.cell.gc}</h3>
            <p>{`Round ${timeline.round}: ${heapsInWords(timeline)}${timeline.interrupted ? `; interrupted: ${timeline.interrupted}` : ''}.`}</p>
            <Memory timeline={timeline} most={scales.mebibytes} />
            <Points timeline={timeline} gc={variant.cell.gc} />
            {timeline.collections.length > 0 && <OfCollections timeline={timeline} scales={scales} />}
            <Collections timeline={timeline} gc={variant.cell.gc} />
            <Thinned timeline={timeline} />
          </section>
        ))}
      </div>
    </>
  );
}

function scalesOf(timelines: readonly Timeline[]): Scales {
  const points = timelines.flatMap(timeline => timeline.points);
  const collections = timelines.flatMap(timeline => timeline.collections.map(collection => collection.gc));
  const largest = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value), 0);
  return {
    mebibytes: 1.05 * largest(points.flatMap(point => memoryLines.map(line => line.mebibytes(point) ?? 0))),
    heaps: largest(collections.map(gc => gc.heaps)) + 1,
    pause: 1.1 * largest(collections.map(gc => gc.pauseMilliseconds)),
  };
}

/** What all charts of a timeline have in common. */
const timeAxis = {
  xLabel: 'seconds since the load began',
  xText: (seconds: number, decimals: number) => number(seconds, decimals),
  yText: (value: number, decimals: number) => number(value, decimals),
};

const seconds = ({ atMs }: { readonly atMs: number }) => atMs / 1000;

/** The time that all charts of a timeline show, so that what happened at one moment is at one place. */
function rangeOf(timeline: Timeline): readonly [number, number] {
  const times = [...timeline.points, ...timeline.collections].map(seconds);
  return [times.reduce((least, time) => Math.min(least, time), 0), times.reduce((most, time) => Math.max(most, time), 0.001)];
}

function Memory({ timeline, most }: { timeline: Timeline; most: number }) {
  const x = useMemo(() => timeline.points.map(seconds), [timeline]);
  const lines = useMemo(() => memoryLines.map(line => ({ label: line.label, values: timeline.points.map(line.mebibytes) })), [timeline]);
  return (
    <LineChart
      {...timeAxis}
      x={x}
      xRange={rangeOf(timeline)}
      lines={lines}
      legend
      yMost={most}
      yLabel="Memory, MiB (lower is better)"
      pointText={i => pointText(timeline.points[i])}
    />
  );
}

const pointText = (point: TimelinePoint | undefined) =>
  point === undefined
    ? ''
    : `${number(seconds(point), 1)} s: ${memoryLines.map(line => `${line.label} ${mebibytes(line.mebibytes(point))}`).join(', ')} MiB`;

const mebibytes = (value: number | null) => (value === null ? '–' : number(value, 1));

/** Heaps in use as steps, pauses as dots: one of each collection. */
function OfCollections({ timeline, scales }: { timeline: Timeline; scales: Scales }) {
  const { collections } = timeline;
  const x = useMemo(() => collections.map(seconds), [collections]);
  const heaps = useMemo(
    (): Line[] => [{ label: 'heaps', values: collections.map(each => each.gc.heaps || null), style: 'steps' }],
    [collections],
  );
  const pauses = useMemo(
    (): Line[] => [{ label: 'pause', values: collections.map(each => each.gc.pauseMilliseconds), style: 'dots' }],
    [collections],
  );
  const shared = { ...timeAxis, x, xRange: rangeOf(timeline), isLow: true, pointText: (i: number) => collectionText(collections[i]) };
  return (
    <>
      <LineChart {...shared} lines={heaps} yMost={scales.heaps} yLabel="Heaps in use" />
      <LineChart {...shared} lines={pauses} yMost={scales.pause} yLabel="Pause of each collection, ms (lower is better)" />
    </>
  );
}

const collectionText = (collection: Collection | undefined) =>
  collection === undefined
    ? ''
    : `${number(seconds(collection), 1)} s: ${generationText(collection)}, ${collection.gc.heaps} ${collection.gc.heaps === 1 ? 'heap' : 'heaps'}, pause ${number(collection.gc.pauseMilliseconds, 2)} ms`;

const generationText = ({ gc }: Collection) => `generation ${gc.generation}${gc.isBackground ? ', background' : ''}`;

function Points({ timeline, gc }: { timeline: Timeline; gc: string }) {
  const columns: Column<TimelinePoint>[] = [
    { title: 'Time, s', value: seconds, show: point => number(seconds(point), 1), heading: true },
    ...memoryLines.map(line => ({
      title: `${line.label}, MiB`,
      value: line.mebibytes,
      show: (point: TimelinePoint) => mebibytes(line.mebibytes(point)),
      numeric: true,
    })),
  ];
  return (
    <Fold summary="Memory as a table">
      {() => <DataTable caption={`Memory over time, ${gc}`} file={`memory-${gc}`} rows={timeline.points} columns={columns} />}
    </Fold>
  );
}

/** The twin of the charts of heaps and pauses. */
function Collections({ timeline, gc }: { timeline: Timeline; gc: string }) {
  const { collections, dropped } = timeline;
  return (
    <Fold summary={`Heaps and pauses as a table (${collections.length}${dropped > 0 ? `, ${dropped} lost` : ''})`}>
      {() => (
        <DataTable
          caption={`Collections, ${gc}`}
          file={`collections-${gc}`}
          rows={collections}
          empty="No collection."
          columns={[
            { title: 'Number', value: each => each.gc.number, numeric: true, heading: true },
            { title: 'Time, s', value: seconds, show: each => number(seconds(each), 1), numeric: true },
            {
              title: 'Generation',
              value: each => each.gc.generation,
              show: each => `${each.gc.generation}${each.gc.isBackground ? ', background' : ''}`,
              numeric: true,
            },
            { title: 'Heaps', value: each => each.gc.heaps, numeric: true },
            {
              title: 'Pause, ms (lower is better)',
              value: each => each.gc.pauseMilliseconds,
              show: each => number(each.gc.pauseMilliseconds, 2),
              numeric: true,
            },
            {
              title: 'Budget per heap, MiB',
              value: each => each.gc.budgetBytes / 1024 ** 2,
              show: each => number(each.gc.budgetBytes / 1024 ** 2, 1),
              numeric: true,
            },
          ]}
        />
      )}
    </Fold>
  );
}

/** What a thinned timeline leaves out, so that nobody takes the shown for the whole. */
function Thinned({ timeline }: { timeline: Timeline }) {
  const { points, collections } = recordedOf(timeline);
  const isWhole = timeline.points.length >= points && timeline.collections.length >= collections;
  if (isWhole) return null;
  return (
    <p class="legend">
      {`Thinned for the site: ${timeline.points.length} of ${points} moments and ${timeline.collections.length} of ${collections} collections, every peak among them; the report.html of the run has all.`}
    </p>
  );
}
