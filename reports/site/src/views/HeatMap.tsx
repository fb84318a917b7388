import { useApp } from '../app/context.ts';
import { href, listOf } from '../app/route.ts';
import { ChangeText, intervalText } from '../components/ChangeText.tsx';
import { titleOver } from '../data/axes.ts';
import type { Scale } from '../data/metric.ts';
import { type Change, isSignificant } from '../statistics/change.ts';
import { onScale } from '../text/format.ts';
import { comparisonOf, type MatrixCell, type MatrixChoice, type MatrixModel, statusWords } from './matrix-model.ts';

interface Props {
  readonly model: MatrixModel;
  readonly choice: MatrixChoice;
  readonly scale: Scale;
  readonly caption: string;
  /** What each cell is compared with, where that is not the same for all. */
  readonly names: ReadonlyMap<MatrixCell, string> | null;
}

/** The heat map is a table, so it needs no twin: colour repeats what mark, sign and number say. */
export function HeatMap({ model, choice, scale, caption, names }: Props) {
  const cells = model.cells.flat().flatMap(({ variant }) => variant?.cell ?? []);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable with the keyboard */}
      <section class="scroll" tabIndex={0} aria-label="Heat map">
        <table class="heat stack">
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{`${titleOver(cells, choice.rows)} \\ ${titleOver(cells, choice.columns)}`}</th>
              {model.columns.map(column => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {model.cells.map((row, i) => (
              <tr key={model.rows[i]}>
                <th scope="row">{model.rows[i]}</th>
                {row.map(cell => (
                  <td key={cell.column} class={`cell ${heat(cell)}`} data-title={cell.column}>
                    <CellContent cell={cell} choice={choice} scale={scale} against={names?.get(cell)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

interface CellProps extends Pick<Props, 'choice' | 'scale'> {
  readonly cell: MatrixCell;
  readonly against: string | undefined;
}

function CellContent({ cell, choice, scale, against }: CellProps) {
  const { store, route } = useApp();
  if (cell.variant === null || cell.status !== 'measured' || cell.value === null)
    return <span class="status">{cell.value === null && cell.status === 'measured' ? 'no value' : statusWords[cell.status]}</span>;
  const isItself = cell.reference?.id === cell.variant.id;
  const link =
    store.hasHistory && isItself
      ? href('trend', { cells: listOf([cell.variant.cell.id]), metric: choice.metric.name })
      : comparisonOf(cell.variant, cell.reference, choice.metric, route.query.get('run'));
  return (
    <a href={link}>
      <span class="value">{onScale(cell.value, scale)}</span>
      {isItself ? (
        <span class="dim">{choice.against === 'anchor' ? 'anchor' : 'compared with this'}</span>
      ) : (
        <>
          <ChangeText change={cell.change} />
          {cell.change?.lowPercent != null && (
            <span class="interval-text">
              <span class="visually-hidden">95 % interval </span>
              {intervalText(cell.change)}
            </span>
          )}
          {against !== undefined && <span class="dim">against {against}</span>}
        </>
      )}
    </a>
  );
}

function heat(cell: MatrixCell): string {
  if (cell.status !== 'measured') return cell.status;
  return isSignificant(cell.change) ? `${cell.change.verdict}-${strength(cell.change)}` : 'neutral';
}

/** Three steps: below 5 %, below 15 %, more. */
function strength(change: Change): 1 | 2 | 3 {
  const size = Math.abs(change.percent);
  return size < 5 ? 1 : size < 15 ? 2 : 3;
}
