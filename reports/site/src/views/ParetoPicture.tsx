import { ParetoPlot } from '../charts/ParetoPlot.tsx';
import { directionWords, type Metric } from '../data/metric.ts';
import type { Variant } from '../data/run-document.ts';
import type { RunIndex } from '../data/run-index.ts';
import type { Change } from '../statistics/change.ts';
import { paretoOf, paretoWords } from './pareto-model.ts';

/** Which GC mode for whom: throughput against memory of the modes that were measured side by side; nothing where there are no three. */
export function ParetoPicture({ run, variants }: { run: RunIndex; variants: readonly Variant[] }) {
  const pareto = paretoOf(run, variants);
  const first = variants[0]?.cell.gc;
  if (pareto === null) return null;
  const title = (metric: Metric) => `${metric.title}, % (${directionWords(metric)})`;
  return (
    <>
      <h2>Throughput against memory</h2>
      <p class="answer">{paretoWords(pareto)}</p>
      <ParetoPlot
        marks={pareto.points.map(({ variant, x, y, beatenBy }) => ({
          id: variant.id,
          label: beatenBy.length === 0 ? variant.cell.gc : `${variant.cell.gc} (beaten)`,
          x: spanOf(x),
          y: spanOf(y),
          isBeaten: beatenBy.length > 0,
        }))}
        xTitle={title(pareto.metrics[0])}
        yTitle={title(pareto.metrics[1])}
      />
      {pareto.apart.length > 0 && (
        <p class="legend">{`Not measured side by side with ${first}: ${pareto.apart.map(variant => variant.cell.gc).join(', ')}.`}</p>
      )}
    </>
  );
}

const spanOf = (change: Change | null) => ({
  middle: change?.percent ?? 0,
  ends:
    change === null || change.lowPercent === null || change.highPercent === null
      ? null
      : ([change.lowPercent, change.highPercent] as const),
});
