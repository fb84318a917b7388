import type { Bar } from '../data/report-document.ts';
import { useWidth } from './width.ts';

const most = 960;
const margin = 12;
const lineHeight = 18;
/** Of a usual character, a little more than it is. */
const characterWidth = 7.3;

/** Values side by side as bars from 0, each with its text; those that somebody else measured are outlines. */
export function BarPlot({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const { frame, width, isNarrow } = useWidth(most);
  const longest = Math.max(0, ...bars.map(bar => bar.name.length)) * characterWidth + margin;
  // Names that would take more than half of the width stand above their bars, as all do on a phone.
  const isStacked = isNarrow || longest > width / 2;
  const names = bars.map(bar => (isStacked ? linesOf(bar.name, Math.floor(width / characterWidth)) : [bar.name]));
  const above = isStacked ? 4 + lineHeight * Math.max(1, ...names.map(lines => lines.length)) : 5;
  const rowHeight = isStacked ? above + 22 : 26;
  const left = isStacked ? 0 : longest;
  const room = Math.max(0, ...bars.map(bar => bar.text.length)) * 8 + margin;
  const largest = Math.max(...bars.map(bar => bar.value), Number.MIN_VALUE);
  const sizeOf = (bar: Bar) => Math.max(1, (bar.value / largest) * (width - left - room));
  return (
    <div ref={frame} class="plot-frame">
      <svg
        class="plot"
        width={width}
        height={bars.length * rowHeight + margin}
        role="img"
        aria-label={`${label} Bars from 0; the table below has every number.`}
      >
        {bars.map((bar, i) => (
          <g key={bar.name} transform={`translate(0 ${i * rowHeight})`}>
            {names[i]?.map((line, at) => (
              <text key={line} x={isStacked ? 0 : left - margin} y={18 + at * lineHeight} text-anchor={isStacked ? 'start' : 'end'}>
                {line}
              </text>
            ))}
            <rect class={bar.isForeign ? 'bar foreign' : 'bar'} x={left} y={above} width={sizeOf(bar)} height={16} />
            <text x={left + sizeOf(bar) + 6} y={above + 13}>
              {bar.text}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

/** A name in lines of at most so many characters, broken behind a slash or space where there is one. */
export function linesOf(name: string, most: number): string[] {
  if (most < 1 || name.length <= most) return [name];
  const gap = Math.max(name.lastIndexOf('/', most - 1), name.lastIndexOf(' ', most - 1));
  const end = gap > 0 ? gap + 1 : most;
  return [name.slice(0, end), ...linesOf(name.slice(end), most)];
}
