import { type Change, isSignificant } from '../statistics/change.ts';
import { percentTick } from '../text/format.ts';
import { linesOf } from './BarPlot.tsx';
import { padded, tickDecimals, ticksBetween } from './DotPlot.tsx';
import { ChangeMark } from './IntervalLine.tsx';
import { useWidth } from './width.ts';

/** A panel: one metric on a scale of its own. */
export interface ForestPanel {
  readonly title: string;
  readonly direction: string;
}

/** A line of the plot: its name, and its change in each panel. */
export interface ForestRow {
  readonly label: string;
  readonly changes: readonly (Change | null)[];
}

/** Lines under a heading. */
export interface ForestGroup {
  readonly title: string;
  readonly rows: readonly ForestRow[];
}

interface Props {
  readonly groups: readonly ForestGroup[];
  readonly panels: readonly ForestPanel[];
  /** What it shows, for those who do not see it. */
  readonly label: string;
}

const most = 1200;
const gap = 36;
/** Beside panels that stand one below the other: half of the number at an end of their axis needs it. */
const edge = 24;
/** Below this panels stand one below the other, and names above their intervals. */
const narrowest = 150;
const titleHeight = 64;
const headHeight = 28;
const lineHeight = 18;
/** Of a character of a heading, a little more than it is. */
const characterWidth = 8;
const axisHeight = 34;

/** Small multiples of intervals in one drawing: rows in groups, a panel a metric, so that it can be kept as one picture. */
export function ForestPlot({ groups, panels, label }: Props) {
  const { frame, width } = useWidth(most);
  const names = groups.flatMap(group => group.rows.map(row => row.label));
  const labelWidth = Math.min(340, Math.max(...names.map(name => name.length)) * 7 + 24);
  const beside = (width - labelWidth) / panels.length - gap;
  const isStacked = beside < narrowest;
  const lines = layOut(groups, isStacked ? 40 : 22, Math.floor(width / characterWidth));
  const height = titleHeight + lines.height + axisHeight;
  return (
    <div ref={frame} class="plot-frame">
      <svg
        class="plot forest-plot"
        width={width}
        height={isStacked ? height * panels.length : height}
        role="img"
        aria-label={`${label}: intervals of ${names.length} cells; the table below has every number`}
      >
        {!isStacked && <Names lines={lines} top={titleHeight} isAbove={false} />}
        {panels.map((panel, i) => (
          <Panel
            key={panel.title}
            panel={panel}
            index={i}
            lines={lines}
            isStacked={isStacked}
            left={isStacked ? edge : labelWidth + i * (beside + gap)}
            top={isStacked ? i * height : 0}
            width={isStacked ? width - 2 * edge : beside}
          />
        ))}
      </svg>
    </div>
  );
}

/** Where headings and rows are, from the top of a panel's field. */
interface Lines {
  readonly heads: readonly { readonly lines: readonly string[]; readonly y: number }[];
  readonly rows: readonly { readonly row: ForestRow; readonly y: number; readonly height: number }[];
  readonly height: number;
}

/** A heading, as of a benchmark with parameters, has as many lines of so many characters as it needs. */
function layOut(groups: readonly ForestGroup[], rowHeight: number, most: number): Lines {
  const [heads, rows]: [{ lines: string[]; y: number }[], { row: ForestRow; y: number; height: number }[]] = [[], []];
  let y = 0;
  for (const group of groups) {
    const lines = linesOf(group.title, most);
    heads.push({ lines, y });
    y += headHeight + (lines.length - 1) * lineHeight;
    for (const row of group.rows) {
      rows.push({ row, y, height: rowHeight });
      y += rowHeight;
    }
  }
  return { heads, rows, height: y };
}

/** Headings and names of the rows; `isAbove` puts a name above its interval. */
const Names = ({ lines, top, isAbove }: { lines: Lines; top: number; isAbove: boolean }) => (
  <>
    {lines.heads.flatMap(head =>
      head.lines.map((line, i) => (
        <text key={`${head.y} ${i}`} class="head" x={0} y={top + head.y + 20 + i * lineHeight}>
          {line}
        </text>
      )),
    )}
    {lines.rows.map(({ row, y, height }) => (
      <text key={y} x={12} y={top + y + (isAbove ? 15 : height / 2 + 4)}>
        {row.label}
      </text>
    ))}
  </>
);

interface PanelProps {
  readonly panel: ForestPanel;
  readonly index: number;
  readonly lines: Lines;
  readonly isStacked: boolean;
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/** Its numbers stand above and below its rows, which may be more than a screen shows. */
function Panel({ panel, index, lines, isStacked, left, top, width }: PanelProps) {
  const changes = lines.rows.map(({ row }) => row.changes[index] ?? null);
  const ends = changes.flatMap(change =>
    change === null ? [] : [change.lowPercent ?? change.percent, change.highPercent ?? change.percent],
  );
  const [from, to] = padded(Math.min(0, ...ends), Math.max(0, ...ends));
  const x = (value: number) => left + ((value - from) / (to - from)) * width;
  const field = top + titleHeight;
  const bottom = field + lines.height;
  const ticks = ticksBetween(from, to, width / 80);
  return (
    <g>
      <text class="head" x={isStacked ? 0 : left} y={top + 14}>{`${panel.title}, %`}</text>
      <text class="dim" x={isStacked ? 0 : left} y={top + 32}>
        {panel.direction}
      </text>
      {ticks.map(tick => (
        <g key={tick}>
          <line class={tick === 0 ? 'zero' : 'grid'} x1={x(tick)} x2={x(tick)} y1={field} y2={bottom} />
          {[field - 6, bottom + 20].map(y => (
            <text key={y} x={x(tick)} y={y} text-anchor="middle">
              {percentTick(tick, tickDecimals(ticks))}
            </text>
          ))}
        </g>
      ))}
      {isStacked && <Names lines={lines} top={field} isAbove />}
      {lines.rows.map(({ y, height }, i) => (
        <Interval key={y} change={changes[i] ?? null} x={x} y={field + y + (isStacked ? 28 : height / 2)} />
      ))}
      {[field, bottom].map(y => (
        <line key={y} class="axis" x1={left} x2={left + width} y1={y} y2={y} />
      ))}
    </g>
  );
}

function Interval({ change, x, y }: { change: Change | null; x: (value: number) => number; y: number }) {
  if (change === null) return null;
  return (
    <g class={`forest ${isSignificant(change) ? change.verdict : 'unknown'}`}>
      {change.lowPercent !== null && change.highPercent !== null && (
        <line class="interval" x1={x(change.lowPercent)} x2={x(change.highPercent)} y1={y} y2={y} />
      )}
      <g transform={`translate(${x(change.percent)} ${y})`}>
        <ChangeMark change={change} />
      </g>
    </g>
  );
}
