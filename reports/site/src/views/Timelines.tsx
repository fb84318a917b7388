import { useMemo } from 'preact/hooks';
import { LineChart } from '../charts/LineChart.tsx';
import { type Column, DataTable } from '../components/DataTable.tsx';
import { Fold } from '../components/Fold.tsx';
import type { Variant } from '../data/run-document.ts';
import { heapsInWords, memoryLines, type Timeline, type TimelinePoint } from '../data/timeline.ts';
import { number } from '../text/format.ts';

/** Memory over time, one column per GC mode, all on one scale; and every collection. */
export function Timelines({ timelines, variants }: { timelines: readonly Timeline[]; variants: readonly Variant[] }) {
  const shown = variants.flatMap(variant => {
    const timeline = timelines.find(each => each.variant === variant.id);
    return timeline === undefined ? [] : [{ variant, timeline }];
  });
  if (shown.length === 0) return null;
  const largest = Math.max(
    ...shown.flatMap(({ timeline }) => timeline.points.flatMap(point => memoryLines.map(line => line.mebibytes(point) ?? 0))),
  );
  return (
    <>
      <h2>Memory over time</h2>
      <div class="columns">
        {shown.map(({ variant, timeline }) => (
          <section key={variant.id} aria-label={`GC mode ${variant.cell.gc}`}>
            <h3>{variant.cell.gc}</h3>
            <p>{`Round ${timeline.round}: ${heapsInWords(timeline)}.${timeline.interrupted ? ` Interrupted: ${timeline.interrupted}.` : ''}`}</p>
            <Memory timeline={timeline} largest={largest} />
            <Points timeline={timeline} gc={variant.cell.gc} />
            <Collections timeline={timeline} gc={variant.cell.gc} />
          </section>
        ))}
      </div>
    </>
  );
}

function Memory({ timeline, largest }: { timeline: Timeline; largest: number }) {
  const x = useMemo(() => timeline.points.map(point => point.atMs / 1000), [timeline]);
  const lines = useMemo(() => memoryLines.map(line => ({ label: line.label, values: timeline.points.map(line.mebibytes) })), [timeline]);
  return (
    <LineChart
      x={x}
      lines={lines}
      legend
      yMost={largest * 1.05}
      xLabel="seconds since the load began"
      yLabel="Memory, MiB (lower is better)"
      xText={seconds => number(seconds)}
      yText={(value, decimals) => number(value, decimals)}
      pointText={i => pointText(timeline.points[i])}
    />
  );
}

const pointText = (point: TimelinePoint | undefined) =>
  point === undefined
    ? ''
    : `${number(point.atMs / 1000, 1)} s: ${memoryLines.map(line => `${line.label} ${mebibytes(line.mebibytes(point))}`).join(', ')} MiB`;

const mebibytes = (value: number | null) => (value === null ? '–' : number(value, 1));

function Points({ timeline, gc }: { timeline: Timeline; gc: string }) {
  const columns: Column<TimelinePoint>[] = [
    { title: 'Time, s', value: point => point.atMs / 1000, show: point => number(point.atMs / 1000, 1), heading: true },
    ...memoryLines.map(line => ({
      title: `${line.label}, MiB`,
      value: line.mebibytes,
      show: (point: TimelinePoint) => mebibytes(line.mebibytes(point)),
      numeric: true,
    })),
  ];
  return (
    <Fold summary="Chart as a table">
      {() => <DataTable caption={`Memory over time, ${gc}`} file={`memory-${gc}`} rows={timeline.points} columns={columns} />}
    </Fold>
  );
}

function Collections({ timeline, gc }: { timeline: Timeline; gc: string }) {
  return (
    <Fold summary={`Collections (${timeline.collections.length}${timeline.dropped > 0 ? `, ${timeline.dropped} lost` : ''})`}>
      {() => (
        <DataTable
          caption={`Collections, ${gc}`}
          file={`collections-${gc}`}
          rows={timeline.collections}
          empty="No collection."
          columns={[
            { title: 'Number', value: each => each.gc.number, numeric: true, heading: true },
            { title: 'Time, s', value: each => each.atMs / 1000, show: each => number(each.atMs / 1000, 1), numeric: true },
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
