import { ParetoPlot } from '../charts/ParetoPlot.tsx';
import { intervalText } from '../components/ChangeText.tsx';
import { DataTable } from '../components/DataTable.tsx';
import { DocsLink } from '../components/DocsLink.tsx';
import { Fold } from '../components/Fold.tsx';
import { directionWords, type Metric } from '../data/metric.ts';
import type { Variant } from '../data/run-document.ts';
import type { RunIndex } from '../data/run-index.ts';
import type { Change } from '../statistics/change.ts';
import { percent } from '../text/format.ts';
import { type Pareto, type ParetoPoint, paretoOf, paretoWords } from './pareto-model.ts';

interface Props {
  readonly run: RunIndex;
  readonly variants: readonly Variant[];
  /** What they have in common, where the page does not say it. */
  readonly of?: string;
}

/** Which GC mode for whom: throughput against memory of the modes that were measured side by side; nothing where there are no two. */
export function ParetoPicture({ run, variants, of }: Props) {
  const pareto = paretoOf(run, variants);
  const first = variants[0]?.cell.gc;
  if (pareto === null) return null;
  const title = (metric: Metric) => `${metric.title}, % (${directionWords(metric)})`;
  return (
    <>
      {of === undefined ? <h2>Throughput against memory</h2> : <h3>{`Throughput against memory: the GC modes of ${of}`}</h3>}
      <p class="answer">{paretoWords(pareto)}</p>
      <ParetoPlot
        marks={pareto.points.map(({ variant, x, y, outdoneBy }) => ({
          id: variant.id,
          label: outdoneBy.length === 0 ? variant.cell.gc : `${variant.cell.gc} (outdone)`,
          x: spanOf(x),
          y: spanOf(y),
          isOutdone: outdoneBy.length > 0,
        }))}
        xTitle={title(pareto.metrics[0])}
        yTitle={title(pareto.metrics[1])}
      />
      <p class="legend">
        Better and same as the gate judges them, by these two metrics only.{' '}
        <DocsLink page="how-it-measures.md#what-the-gc-did">What to choose</DocsLink>
      </p>
      <Fold summary="The picture as a table">{() => <PointTable pareto={pareto} />}</Fold>
      {pareto.apart.length > 0 && (
        <p class="legend">{`Not measured side by side with ${first}: ${pareto.apart.map(variant => variant.cell.gc).join(', ')}.`}</p>
      )}
    </>
  );
}

function PointTable({ pareto: { metrics, points } }: { pareto: Pareto }) {
  const changeColumns = (metric: Metric, changeOf: (point: ParetoPoint) => Change | null) => [
    {
      title: `${metric.title}, %`,
      value: (point: ParetoPoint) => changeOf(point)?.percent ?? null,
      show: showPercent(changeOf),
      numeric: true,
    },
    {
      title: `${metric.title}, 95 % interval`,
      value: (point: ParetoPoint) => (changeOf(point) === null ? null : intervalText(changeOf(point))),
      numeric: true,
    },
  ];
  return (
    <DataTable
      caption={`Change against ${points[0]?.variant.cell.gc}`}
      file="pareto"
      rows={points}
      columns={[
        { title: 'GC', value: point => point.variant.cell.gc, heading: true },
        ...changeColumns(metrics[0], point => point.x),
        ...changeColumns(metrics[1], point => point.y),
        { title: 'Outdone by', value: point => point.outdoneBy.join(', ') || null },
      ]}
    />
  );
}

const showPercent = (changeOf: (point: ParetoPoint) => Change | null) => (point: ParetoPoint) =>
  changeOf(point) === null ? '–' : percent(changeOf(point)?.percent ?? 0);

const spanOf = (change: Change | null) => ({
  middle: change?.percent ?? 0,
  ends:
    change === null || change.lowPercent === null || change.highPercent === null
      ? null
      : ([change.lowPercent, change.highPercent] as const),
});
