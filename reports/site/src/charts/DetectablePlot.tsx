import { number } from '../text/format.ts';
import { tickDecimals, ticksBetween } from './DotPlot.tsx';
import { useWidth } from './width.ts';

interface Row {
  readonly title: string;
  /** What each cell would have shown, and the size that the gate is to find in it, in percent. */
  readonly cells: readonly { readonly percent: number; readonly wanted: number | null }[];
  /** The sizes that the gate is to find, of which scenarios may have their own; none where nobody said. */
  readonly wanted: readonly number[];
}

const most = 960;
const rowHeight = 46;
const left = 24;

/** The smallest change that each cell would have shown, a row of dots for each metric; an empty one hides what the gate is to find. */
export function DetectablePlot({ rows }: { rows: readonly Row[] }) {
  const { frame, width } = useWidth(most);
  const largest = 1.1 * Math.max(...rows.flatMap(row => [...row.wanted, ...row.cells.map(cell => cell.percent)]));
  const [right, bottom] = [width - left, rows.length * rowHeight + 12];
  const x = (percent: number) => left + (percent / largest) * (right - left);
  const ticks = ticksBetween(0, largest, width / 90);
  return (
    <div ref={frame} class="plot-frame">
      <svg
        class="plot"
        width={width}
        height={bottom + 50}
        role="img"
        aria-label="Smallest change that each cell would have shown; the table below has the numbers"
      >
        {rows.map((row, i) => (
          <g key={row.title}>
            <text x={left} y={i * rowHeight + 18}>
              {row.title}
            </text>
            {row.wanted.map(percent => (
              <line key={percent} class="zero" x1={x(percent)} x2={x(percent)} y1={i * rowHeight + 24} y2={i * rowHeight + 44} />
            ))}
            {row.cells.map(({ percent, wanted }, cell) => (
              <circle
                key={cell}
                class={wanted !== null && percent > wanted ? 'open' : 'dot'}
                cx={x(percent)}
                cy={i * rowHeight + 34}
                r={4.5}
              />
            ))}
          </g>
        ))}
        <line class="axis" x1={left} x2={right} y1={bottom} y2={bottom} />
        {ticks.map(tick => (
          <text key={tick} x={x(tick)} y={bottom + 20} text-anchor="middle">
            {number(tick, tickDecimals(ticks))}
          </text>
        ))}
        <text x={(left + right) / 2} y={bottom + 44} text-anchor="middle" class="title">
          Smallest change that would have shown, %
        </text>
      </svg>
    </div>
  );
}
