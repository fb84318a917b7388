import { number, percentTick } from '../text/format.ts';
import { useWidth } from './width.ts';

interface Props {
  /** The changes of the rounds, in percent. */
  readonly percents: readonly number[];
  readonly low: number | null;
  readonly high: number | null;
  readonly middle: number;
  /** Quantity, unit and direction. */
  readonly axis: string;
}

const most = 960;
const height = 124;
const left = 24;
const axisY = 96;

/** One dot a round, the interval as a band, the estimate as a line; 0 is drawn because it is what matters. */
export function DotPlot({ percents, low, high, middle, axis }: Props) {
  const { frame, width } = useWidth(most);
  const right = width - left;
  const all = [...percents, low ?? 0, high ?? 0, 0];
  const [from, to] = padded(Math.min(...all), Math.max(...all));
  const x = (value: number) => left + ((value - from) / (to - from)) * (right - left);
  const ticks = ticksBetween(from, to, width / 90);
  return (
    <div ref={frame} class="plot-frame">
      <p class="axis-title">{axis}</p>
      <svg
        class="plot"
        width={width}
        height={height}
        role="img"
        aria-label={`${axis}: ${percents.length} rounds from ${number(Math.min(...percents), 1)} to ${number(Math.max(...percents), 1)} %; the table below has every number`}
      >
        {low !== null && high !== null && <rect class="band" x={x(low)} y={12} width={Math.max(1, x(high) - x(low))} height={axisY - 12} />}
        <line class="zero" x1={x(0)} x2={x(0)} y1={6} y2={axisY} />
        {low !== null && <line class="estimate" x1={x(middle)} x2={x(middle)} y1={12} y2={axisY} />}
        {percents.map((value, round) => (
          <circle key={round} class="dot" cx={x(value)} cy={24 + spread(round) * 58} r={4.5} />
        ))}
        <line class="axis" x1={left} x2={right} y1={axisY} y2={axisY} />
        {ticks.map(tick => (
          <g key={tick}>
            <line class="axis" x1={x(tick)} x2={x(tick)} y1={axisY} y2={axisY + 5} />
            <text x={x(tick)} y={axisY + 20} text-anchor="middle">
              {percentTick(tick, tickDecimals(ticks))}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

/** Spreads the dots evenly over the height, always in the same way: the golden ratio. */
const spread = (i: number) => (i * 0.618034) % 1;

/** A range with a margin, never empty. */
export function padded(low: number, high: number): [number, number] {
  const margin = Math.max((high - low) * 0.08, 0.2);
  return [low - margin, high + margin];
}

/** Round numbers inside a range, about `wanted` of them, in steps of these factors of a power of ten. */
export function ticksBetween(from: number, to: number, wanted: number, factors: readonly number[] = [1, 2, 5, 10]): number[] {
  const raw = (to - from) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = factors.map(factor => factor * power).find(candidate => candidate >= raw) ?? 10 * power;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, i) => (first + i) * step);
}

/** Decimals that tell the ticks apart. */
export function tickDecimals(ticks: readonly number[]): number {
  const step = ticks.length < 2 ? 1 : (ticks[1] as number) - (ticks[0] as number);
  return Math.max(0, Math.min(4, -Math.floor(Math.log10(step) + 1e-9)));
}

/** Room for the labels of the vertical axis, in pixels: as much as the longest needs, at 7 a character. */
export const axisSize = (labels: readonly string[], isNarrow: boolean) =>
  Math.max(isNarrow ? 44 : 64, 18 + 7 * labels.reduce((longest, label) => Math.max(longest, label.length), 0));
