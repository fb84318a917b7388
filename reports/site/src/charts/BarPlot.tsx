import type { Bar } from '../data/report-document.ts';
import { useWidth } from './width.ts';

const most = 960;
const margin = 12;

/** Values side by side as bars from 0, each with its text; those that somebody else measured are outlines. */
export function BarPlot({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const { frame, width, isNarrow } = useWidth(most);
  const rowHeight = isNarrow ? 44 : 26;
  const left = isNarrow ? 0 : Math.min(380, Math.max(0, ...bars.map(bar => bar.name.length)) * 7 + margin);
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
            <text x={isNarrow ? 0 : left - margin} y={18} text-anchor={isNarrow ? 'start' : 'end'}>
              {bar.name}
            </text>
            <rect class={bar.isForeign ? 'bar foreign' : 'bar'} x={left} y={isNarrow ? 22 : 5} width={sizeOf(bar)} height={16} />
            <text x={left + sizeOf(bar) + 6} y={isNarrow ? 35 : 18}>
              {bar.text}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}
