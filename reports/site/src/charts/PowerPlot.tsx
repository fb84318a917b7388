import type { PowerPoint } from '../data/selftest.ts';
import { useWidth } from './width.ts';

const most = 640;
const height = 250;
const left = 60;

/** The share of injected slow-downs that the gate found, by size, with Wilson intervals. */
export function PowerPlot({ points }: { points: readonly PowerPoint[] }) {
  const { frame, width } = useWidth(most);
  const box = { left, right: width - 20, top: 14, bottom: height - 56 };
  const largest = Math.max(10, ...points.map(point => point.percent)) * 1.1;
  const x = (size: number) => box.left + (size / largest) * (box.right - box.left);
  const y = (share: number) => box.bottom - share * (box.bottom - box.top);
  return (
    <div ref={frame} class="plot-frame">
      <svg
        class="plot power"
        width={width}
        height={height}
        role="img"
        aria-label={`Share of injected slow-downs found, by size; the table below has every number`}
      >
        {[0, 0.25, 0.5, 0.75, 1].map(share => (
          <g key={share}>
            <line class="grid" x1={box.left} x2={box.right} y1={y(share)} y2={y(share)} />
            <text x={box.left - 8} y={y(share) + 4} text-anchor="end">
              {share * 100}
            </text>
          </g>
        ))}
        {points.map(point => (
          <g key={point.name} class="forest known">
            <line class="interval" x1={x(point.percent)} x2={x(point.percent)} y1={y(point.low)} y2={y(point.high)} />
            <circle cx={x(point.percent)} cy={y(point.found / Math.max(1, point.runs))} r={5} />
          </g>
        ))}
        {[...new Set(points.map(point => point.percent))].map(size => (
          <text key={size} x={x(size)} y={box.bottom + 18} text-anchor="middle">
            {size}
          </text>
        ))}
        <text x={(box.left + box.right) / 2} y={height - 12} text-anchor="middle" class="title">
          Injected slow-down, %
        </text>
        <text transform={`translate(16 ${(box.top + box.bottom) / 2}) rotate(-90)`} text-anchor="middle" class="title">
          Found, % (higher is better)
        </text>
      </svg>
    </div>
  );
}
