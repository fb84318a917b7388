import { DataTable } from '../components/DataTable.tsx';
import { directionWords, type Metric, scaleFor } from '../data/metric.ts';
import type { Variant } from '../data/run-document.ts';
import type { RunIndex } from '../data/run-index.ts';
import { onScale } from '../text/format.ts';

/** The scenario that a case belongs to: `async-tasks` of `async-tasks/Baseline`; null for a scenario without cases. */
export const familyOf = (scenario: string) => (scenario.includes('/') ? scenario.slice(0, scenario.indexOf('/')) : null);

/** All cases of a benchmark under every GC mode, as in the article on async tasks. */
export function Cases({ run, variants, family }: { run: RunIndex; variants: readonly Variant[]; family: string }) {
  const rows = variants.filter(variant => familyOf(variant.cell.scenario) === family);
  const metrics = run.metricsOf(rows);
  const scales = new Map(
    metrics.map(metric => [metric.name, scaleFor(metric, Math.max(0, ...rows.map(variant => run.value(variant.id, metric.name) ?? 0)))]),
  );
  const text = (variant: Variant, metric: Metric) => {
    const [value, scale] = [run.value(variant.id, metric.name), scales.get(metric.name)];
    return value === null || scale === undefined ? '–' : onScale(value, scale);
  };
  return (
    <DataTable
      caption={`Every case of ${family}: medians over the rounds`}
      file={`cases-${family}`}
      rows={rows}
      columns={[
        { title: 'Case', value: variant => variant.cell.scenario.slice(family.length + 1), heading: true },
        { title: 'GC', value: variant => variant.cell.gc },
        ...metrics.map(metric => ({
          title: `${metric.title}, ${scales.get(metric.name)?.unit} (${directionWords(metric)})`,
          value: (variant: Variant) => run.value(variant.id, metric.name),
          show: (variant: Variant) => text(variant, metric),
          numeric: true,
        })),
      ]}
    />
  );
}
