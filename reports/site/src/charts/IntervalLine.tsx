import { type Change, isSignificant } from '../statistics/change.ts';
import { percentTick } from '../text/format.ts';
import { tickDecimals, ticksBetween } from './DotPlot.tsx';

type Range = readonly [number, number];

/** One interval around its estimate on a scale that the rows of a table share; the anchor is the line at 0. Its numbers stand beside it. */
export function IntervalLine({ change, range }: { change: Change | null; range: Range }) {
  const x = placeOf(range);
  return (
    <svg class={`interval-line forest ${isSignificant(change) ? change.verdict : 'unknown'}`} aria-hidden="true">
      <line class="anchor" x1={x(0)} x2={x(0)} y1="0" y2="100%" />
      {change !== null && change.lowPercent !== null && change.highPercent !== null && (
        <line class="interval" x1={x(change.lowPercent)} x2={x(change.highPercent)} y1="50%" y2="50%" />
      )}
      {change !== null && (
        <svg x={x(change.percent)} y="50%" overflow="visible" aria-hidden="true">
          <ChangeMark change={change} />
        </svg>
      )}
    </svg>
  );
}

/** A diamond for better, a square for worse, a circle for neither: open where there is no interval. */
export function ChangeMark({ change }: { change: Change }) {
  if (!isSignificant(change)) return <circle class={change.lowPercent === null ? 'open' : undefined} r="4" />;
  return <path d={change.verdict === 'better' ? 'M0-6l6 6-6 6-6-6z' : 'M-5-5h10v10h-10z'} />;
}

/** The axis under the lines of a column, in percent. */
export function IntervalAxis({ range }: { range: Range }) {
  const ticks = intervalTicks(range);
  const x = placeOf(range);
  return (
    <svg class="interval-line axis-line" aria-hidden="true">
      {ticks.map(tick => (
        <text key={tick} x={x(tick)} y="1rem" text-anchor="middle">
          {`${percentTick(tick, tickDecimals(ticks))}${tick === 0 ? '' : ' %'}`}
        </text>
      ))}
    </svg>
  );
}

/** Two to four numbers on an axis that has the 0: of one alone nobody reads how large a change is. Few, because there is room for few. */
export function intervalTicks(range: Range): number[] {
  const ticks = ticksBetween(...range, 3);
  return ticks.length > 1 ? ticks : ticksBetween(...range, 4, [1, 3, 5, 10]);
}

const placeOf =
  ([from, to]: Range) =>
  (value: number) =>
    `${(100 * (value - from)) / (to - from)}%`;
