import { useMemo } from 'preact/hooks';
import { ChangeText, intervalText } from '../components/ChangeText.tsx';
import { DataTable } from '../components/DataTable.tsx';
import { directionWords } from '../data/metric.ts';
import type { RunIndex } from '../data/run-index.ts';
import { isSignificant } from '../statistics/change.ts';
import { onScale } from '../text/format.ts';
import { type MetricRow, metricRowsOf, type PictureGroup } from './picture-model.ts';

/** Every metric of a group as a table: those of the terminal and the others, each with the interval of its change. */
export function AllMetrics({ run, group }: { run: RunIndex; group: PictureGroup }) {
  const rows = useMemo(() => metricRowsOf(run, group), [run, group]);
  const amountOf = ({ row, metric }: MetricRow) => run.value(row.variant.id, metric.name);
  const changeOf = ({ row, metric }: MetricRow) => row.change(metric);
  const text = (each: MetricRow) => {
    const value = amountOf(each);
    return value === null ? '–' : onScale(value, each.scale);
  };
  return (
    <DataTable
      caption={
        run.document.imported
          ? `${group.title}, as ${run.document.imported} kept it`
          : `${group.title}: medians over the rounds, and their changes; of each metric the best comes first`
      }
      file={`metrics-${group.title.replaceAll(/[^\w.-]+/g, '-')}`}
      rows={rows}
      columns={[
        {
          title: 'Metric',
          value: ({ metric }) => metric.title,
          show: ({ metric }) => `${metric.title} (${directionWords(metric)})`,
          heading: true,
        },
        { title: 'Variant', value: ({ row }) => row.variant.id, show: ({ row }) => row.label },
        { title: 'Median', value: amountOf, show: text, numeric: true },
        { title: 'Unit', value: ({ metric }) => metric.unit, show: ({ scale }) => scale.unit },
        {
          title: 'Change, %',
          value: each => (isSignificant(changeOf(each)) ? (changeOf(each)?.percent ?? null) : null),
          show: each => (each.row.isAnchor ? <span class="dim">anchor</span> : <ChangeText change={changeOf(each)} />),
          numeric: true,
        },
        { title: '95 % interval', value: each => (each.row.isAnchor ? null : intervalText(changeOf(each))), numeric: true },
        { title: 'Against', value: ({ row, against }) => (row.isAnchor ? null : against) },
        { title: 'Rounds', value: each => changeOf(each)?.pairs ?? null, numeric: true },
      ]}
    />
  );
}
