import { bandPath, type Lined, linePath } from './spark-path.ts';

/** A change point of a small line. */
export interface SparkMark {
  readonly at: number;
  readonly verdict: 'worse' | 'better';
  /** Whether somebody has said what it is: grey, and the line goes on as before. */
  readonly isSettled: boolean;
}

/** What a small line shows. */
export interface Spark extends Lined {
  /** What it is of, for those who do not see it: text that is only hidden would be a box and a layer of its own in each of hundreds. */
  readonly label: string;
  /** Oldest first. */
  readonly marks: readonly SparkMark[];
  readonly middle: number;
  /** From the lower to the upper edge, in the unit of the values. */
  readonly height: number;
}

/** Height of the room of a picture in whole units, which are written faster than fractions. Across, a unit is a run. */
const edge = 400;
/** Share of the room that is drawn in, in percent: the dot at the end needs the rest. */
const drawn = 97;

/**
 * A line over time without axes, its band, and its change points: a square and a solid line for the worse, a diamond and a dashed line for the better.
 * Grey until something is known. What it shows stands beside it as text.
 */
export function Sparkline({ label, marks, middle, height, ...lined }: Spark) {
  const { values } = lined;
  const width = Math.max(1, values.length - 1);
  const y = (value: number) => Math.round(Math.max(0, Math.min(edge, edge * (0.5 - (value - middle) / height))));
  const last = values.findLastIndex(value => value !== null);
  const parts = [{ at: 0, verdict: 'unknown' }, ...marks.filter(mark => !mark.isSettled)];
  const colour = (mark: SparkMark) => (mark.isSettled ? 'settled' : mark.verdict);
  return (
    <svg class="spark" role="img" aria-label={label}>
      <svg
        class="stretched"
        overflow="visible"
        width={`${drawn}%`}
        viewBox={`0 0 ${width} ${edge}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path class="spark-band" d={bandPath(lined, y)} />
        {marks.map(mark => (
          <path key={mark.at} class={`spark-mark ${colour(mark)}`} d={`M${mark.at} 0V${edge}`} />
        ))}
        {parts.map((part, i) => (
          <path
            key={`${part.verdict} ${part.at}`}
            class={`spark-line ${part.verdict}`}
            d={linePath(lined, i === 0 ? 0 : part.at, parts[i + 1]?.at ?? values.length, y)}
          />
        ))}
        {last >= 0 && <path class={`spark-end ${parts.at(-1)?.verdict}`} d={`M${last} ${y(values[last] as number)}h${width / 1000}`} />}
      </svg>
      {marks.map(mark => (
        <svg key={mark.at} x={`${(drawn * mark.at) / width}%`} y="5" overflow="visible" aria-hidden="true">
          <path class={`spark-shape ${colour(mark)}`} d={mark.verdict === 'worse' ? 'M-4-4h8v8h-8z' : 'M0-5l5 5-5 5-5-5z'} />
        </svg>
      ))}
    </svg>
  );
}
