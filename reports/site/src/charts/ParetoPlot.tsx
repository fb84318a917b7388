import { percentTick } from '../text/format.ts';
import { padded, tickDecimals, ticksBetween } from './DotPlot.tsx';
import { useWidth } from './width.ts';

/** A point with its intervals, all in percent. */
export interface ParetoMark {
  /** Tells it from the others. */
  readonly id: string;
  readonly label: string;
  readonly x: Span;
  readonly y: Span;
  readonly isOutdone: boolean;
}

interface Span {
  readonly middle: number;
  /** Both ends of the interval; null without one. */
  readonly ends: readonly [number, number] | null;
}

const most = 960;
const height = 330;
const labelHeight = 19;
/** Room for the names, in pixels; a phone has room for letters only, which the list below explains. */
const labelRoom = { wide: 270, narrow: 44 };

/** Two changes against each other with their intervals; names stand in a column beside it, so that none lies over another. */
export function ParetoPlot({ marks, xTitle, yTitle }: { marks: readonly ParetoMark[]; xTitle: string; yTitle: string }) {
  const { frame, width, isNarrow } = useWidth(most);
  const box = { left: 62, right: width - (isNarrow ? labelRoom.narrow : labelRoom.wide), top: 12, bottom: height - 52 };
  const labelX = box.right + 22;
  const [fromX, toX] = rangeOf(marks.map(mark => mark.x));
  const [fromY, toY] = rangeOf(marks.map(mark => mark.y));
  const x = (value: number) => box.left + ((value - fromX) / (toX - fromX)) * (box.right - box.left);
  const y = (value: number) => box.bottom - ((value - fromY) / (toY - fromY)) * (box.bottom - box.top);
  const ticksX = ticksBetween(fromX, toX, (box.right - box.left) / 80);
  const ticksY = ticksBetween(fromY, toY, 4);
  return (
    <div ref={frame} class="plot-frame">
      <svg
        class="plot"
        width={width}
        height={height}
        role="img"
        aria-label={`${yTitle} against ${xTitle}; the table below has every number`}
      >
        {ticksX.map(tick => (
          <g key={tick}>
            <line class={tick === 0 ? 'zero' : 'grid'} x1={x(tick)} x2={x(tick)} y1={box.top} y2={box.bottom} />
            <text x={x(tick)} y={box.bottom + 18} text-anchor="middle">
              {percentTick(tick, tickDecimals(ticksX))}
            </text>
          </g>
        ))}
        {ticksY.map(tick => (
          <g key={tick}>
            <line class={tick === 0 ? 'zero' : 'grid'} x1={box.left} x2={box.right} y1={y(tick)} y2={y(tick)} />
            <text x={box.left - 6} y={y(tick) + 4} text-anchor="end">
              {percentTick(tick, tickDecimals(ticksY))}
            </text>
          </g>
        ))}
        {placed(marks, box, mark => y(mark.y.middle)).map(({ mark, labelY }) => (
          <g key={mark.id} class={`forest ${mark.isOutdone ? 'unknown' : 'known'}`}>
            <path class="leader" d={`M${x(mark.x.middle)} ${y(mark.y.middle)}L${labelX - 4} ${labelY}`} />
            {mark.x.ends !== null && (
              <line class="interval" x1={x(mark.x.ends[0])} x2={x(mark.x.ends[1])} y1={y(mark.y.middle)} y2={y(mark.y.middle)} />
            )}
            {mark.y.ends !== null && (
              <line class="interval" x1={x(mark.x.middle)} x2={x(mark.x.middle)} y1={y(mark.y.ends[0])} y2={y(mark.y.ends[1])} />
            )}
            <circle class={mark.isOutdone ? 'open' : undefined} cx={x(mark.x.middle)} cy={y(mark.y.middle)} r={5} />
            <text x={labelX} y={labelY + 4}>
              {isNarrow ? letterOf(marks.indexOf(mark)) : mark.label}
            </text>
          </g>
        ))}
        <text x={(box.left + box.right) / 2} y={height - 10} text-anchor="middle" class="title">
          {xTitle}
        </text>
        <text transform={`translate(16 ${(box.top + box.bottom) / 2}) rotate(-90)`} text-anchor="middle" class="title">
          {yTitle}
        </text>
      </svg>
      {isNarrow && (
        <ul class="chart-legend">
          {marks.map((mark, i) => (
            <li key={mark.id}>
              <span class="letter">{letterOf(i)}</span> {mark.label}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const letterOf = (i: number) => String.fromCharCode(65 + i);

function rangeOf(spans: readonly Span[]): [number, number] {
  const ends = spans.flatMap(({ middle, ends }) => [middle, ...(ends ?? [])]);
  return padded(Math.min(0, ...ends), Math.max(0, ...ends));
}

/** Labels from top to bottom in the order of their points, each at its point's height or below the one before. */
function placed(
  marks: readonly ParetoMark[],
  box: { readonly top: number; readonly bottom: number },
  yOf: (mark: ParetoMark) => number,
): { mark: ParetoMark; labelY: number }[] {
  const last = box.bottom - marks.length * labelHeight;
  let next = box.top + labelHeight / 2;
  return [...marks]
    .sort((a, b) => yOf(a) - yOf(b))
    .map((mark, i) => {
      const labelY = Math.max(next, Math.min(yOf(mark), last + (i + 0.5) * labelHeight));
      next = labelY + labelHeight;
      return { mark, labelY };
    });
}
