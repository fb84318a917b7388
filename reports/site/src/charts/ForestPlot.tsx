import { type Change, isSignificant } from '../statistics/change.ts';
import { percentTick } from '../text/format.ts';
import { padded, tickDecimals, ticksBetween } from './DotPlot.tsx';
import { useWidth } from './width.ts';

/** A line of the plot: its name and its change. */
export interface ForestRow {
  readonly label: string;
  readonly change: Change;
}

const most = 1200;
const top = 4;

/** One interval a row around its estimate, all on one scale. */
export function ForestPlot({ rows, axis }: { rows: readonly ForestRow[]; axis: string }) {
  const { frame, width, isNarrow } = useWidth(most);
  const rowHeight = isNarrow ? 40 : 26;
  const ends = rows.flatMap(({ change }) => [change.lowPercent ?? 0, change.highPercent ?? 0]);
  const [from, to] = padded(Math.min(0, ...ends), Math.max(0, ...ends));
  const labelWidth = isNarrow ? 14 : Math.min(420, Math.max(...rows.map(row => row.label.length)) * 7 + 14);
  const x = (value: number) => labelWidth + ((value - from) / (to - from)) * (width - labelWidth - 14);
  const bottom = top + rows.length * rowHeight;
  const ticks = ticksBetween(from, to, (width - labelWidth) / 90);
  return (
    <div ref={frame} class="plot-frame">
      <p class="axis-title">{axis}</p>
      <svg
        class="plot"
        width={width}
        height={bottom + 26}
        role="img"
        aria-label={`${axis}: intervals of ${rows.length} cells; the table below has every number`}
      >
        <line class="zero" x1={x(0)} x2={x(0)} y1={top} y2={bottom} />
        {rows.map((row, i) => (
          <Interval
            key={row.label}
            row={row}
            y={top + (i + (isNarrow ? 0.75 : 0.5)) * rowHeight}
            x={x}
            end={isNarrow ? null : labelWidth - 10}
          />
        ))}
        <line class="axis" x1={labelWidth} x2={width - 14} y1={bottom} y2={bottom} />
        {ticks.map(tick => (
          <g key={tick}>
            <line class="axis" x1={x(tick)} x2={x(tick)} y1={bottom} y2={bottom + 5} />
            <text x={x(tick)} y={bottom + 20} text-anchor="middle">
              {percentTick(tick, tickDecimals(ticks))}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

/** A row; its name ends at a place left of it, or stands above it. */
function Interval({ row, x, y, end }: { row: ForestRow; x: (value: number) => number; y: number; end: number | null }) {
  const { change } = row;
  const kind = isSignificant(change) ? change.verdict : 'unknown';
  return (
    <g class={`forest ${kind}`}>
      <text x={end ?? 0} y={end === null ? y - 14 : y + 4} text-anchor={end === null ? 'start' : 'end'}>
        {row.label}
      </text>
      {change.lowPercent !== null && change.highPercent !== null && (
        <line class="interval" x1={x(change.lowPercent)} x2={x(change.highPercent)} y1={y} y2={y} />
      )}
      {kind === 'better' && <path d={`M${x(change.percent)} ${y - 6} l6 6 l-6 6 l-6 -6 z`} />}
      {kind === 'worse' && <rect x={x(change.percent) - 5} y={y - 5} width={10} height={10} />}
      {change.lowPercent === null && (
        <text x={x(0) + 8} y={y + 4}>
          {`too few rounds (${change.pairs}, needs 6)`}
        </text>
      )}
      {kind === 'unknown' && change.lowPercent !== null && <circle cx={x(change.percent)} cy={y} r={4} />}
    </g>
  );
}
