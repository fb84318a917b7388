import type { PowerPoint } from '../data/selftest.ts';

const width = 520;
const height = 250;
const box = { left: 60, right: width - 20, top: 14, bottom: height - 56 };

/** The share of injected slow-downs that the gate found, by size, with Wilson intervals. */
export function PowerPlot({ points }: { points: readonly PowerPoint[] }) {
  const most = Math.max(10, ...points.map(point => point.percent)) * 1.1;
  const x = (size: number) => box.left + (size / most) * (box.right - box.left);
  const y = (share: number) => box.bottom - share * (box.bottom - box.top);
  return (
    <svg
      class="plot power"
      viewBox={`0 0 ${width} ${height}`}
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
        <g key={point.name} class="forest better">
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
  );
}
