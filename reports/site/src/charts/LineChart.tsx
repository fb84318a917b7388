import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { portion, useInTurn } from '../app/in-turn.ts';
import { usePrinting } from '../app/printing.ts';
import { axisSize, tickDecimals } from './DotPlot.tsx';
import { labelRows } from './label-rows.ts';
import type { Mark } from './mark.ts';
import { aloneIn, type Cuts, cutsOfBand, gapsBetween, stretchesOf } from './stretches.ts';

/** A line of the chart, with its interval when it has one. */
export interface Line {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly low?: readonly (number | null)[];
  readonly high?: readonly (number | null)[];
  /** Where the line ends; without it wherever it has no value. */
  readonly cuts?: Cuts;
  /** Steps hold a value until the next one, dots stand alone; a line without. */
  readonly style?: 'steps' | 'dots';
}

export interface LineChartProps {
  /** Positions on the horizontal axis, ascending. */
  readonly x: readonly number[];
  readonly lines: readonly Line[];
  readonly marks?: readonly Mark[];
  readonly xLabel: string;
  /** Quantity, unit and direction. */
  readonly yLabel: string;
  /** A value on the horizontal axis, with the decimals that tell its ticks apart. */
  readonly xText: (value: number, decimals: number) => string;
  /** Both ends of the horizontal axis, so that charts one above the other agree; those of the data without. */
  readonly xRange?: readonly [number, number];
  /** A point in words, for the cursor and for screen readers. */
  readonly pointText: (index: number) => string;
  /** A value on the vertical axis, with the decimals that tell its ticks apart. */
  readonly yText: (value: number, decimals: number) => string;
  /** Upper end of the vertical axis, from 0, so that charts side by side have one scale. */
  readonly yMost?: number;
  /** Whether the chart is one of several and less high. */
  readonly isLow?: boolean;
  /** Whether it is known to be seen first, so that it waits for no paint. */
  readonly isFirst?: boolean;
  /** Whether the chart names its lines itself. */
  readonly legend?: boolean;
  /** The address of the run of a point, where points are runs. */
  readonly runOf?: (index: number) => string | undefined;
}

/** What of a chart is read: the point at the cursor, and the chosen one, to which the cursor comes back when the mouse leaves. */
interface Reading {
  readonly read: (index: number) => void;
  readonly chosen: { current: number | null };
}

/** Dash patterns beside the colours: lines are told apart without colour. */
const dashes = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5], [14, 4], [2, 7], [18, 3, 3, 3]];

/** Lines over time on a canvas. A tap, a click or an arrow key chooses a point; its words are read out, and a link behind them opens its run. */
export function LineChart(props: LineChartProps) {
  const chosen = useRef<number | null>(null);
  const [read, setRead] = useState<number | null>(null);
  const run = read === null ? undefined : props.runOf?.(read);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const drawn = useRef(props);
  const shape = JSON.stringify([
    props.lines.map(line => [line.low !== undefined, line.style]),
    props.x.length < manyPoints,
    props.isLow,
    props.xRange,
    props.yMost,
  ]);
  const isPrinting = usePrinting();
  // A view may have dozens, most of them out of sight: one at a time, so that what is chosen next does not wait for all.
  const { host, shown } = useInTurn<string, HTMLDivElement>(shape, { isAtOnce: isPrinting || props.isFirst === true, weight: portion });

  useLayoutEffect(() => {
    if (shown === null) return;
    const node = host.current as HTMLDivElement;
    const draw = () => {
      drawn.current = latest.current;
      plot.current?.destroy();
      plot.current = new uPlot(options(node, latest, { read: setRead, chosen }), dataOf(latest.current), node);
    };
    // It tells the first width, too, which the chart has.
    const resize = new ResizeObserver(() => {
      const width = node.clientWidth;
      if (plot.current?.width !== width) plot.current?.setSize({ width, height: heightOf(width, latest.current.isLow) });
    });
    const recolour = () => {
      colors.clear();
      draw();
    };
    draw();
    resize.observe(node);
    addEventListener('perfmatrix-theme', recolour);
    const media = ['(prefers-color-scheme: dark)', 'print'].map(each => matchMedia(each));
    for (const each of media) each.addEventListener('change', recolour);
    return () => {
      resize.disconnect();
      removeEventListener('perfmatrix-theme', recolour);
      for (const each of media) each.removeEventListener('change', recolour);
      plot.current?.destroy();
      plot.current = null;
    };
  }, [shown]);

  useEffect(() => {
    // One of another shape is drawn anew.
    if (shown !== shape) return;
    if (drawn.current.x !== props.x || drawn.current.lines !== props.lines || drawn.current.marks !== props.marks)
      plot.current?.setData(dataOf(props));
    drawn.current = props;
  });

  // What was read before is no point of these.
  useEffect(() => {
    chosen.current = null;
    setRead(null);
  }, [props.x]);

  const onKey = (event: KeyboardEvent) => {
    const chart = plot.current;
    const last = props.x.length - 1;
    const index = read ?? last;
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
    if (event.key === 'Enter' && run !== undefined) location.hash = run;
    else if (chart === null || next === undefined) return;
    else {
      chosen.current = Math.max(0, Math.min(last, next));
      moveTo(chart, chosen.current);
    }
    event.preventDefault();
  };

  return (
    <div class="chart">
      {props.legend && <LineNames labels={props.lines.map(line => line.label)} />}
      <p class="axis-title">{props.yLabel}</p>
      <div
        ref={host}
        class="canvas"
        // Its room until it is drawn, so that the page does not grow in jumps.
        style={shown === null ? { minHeight: heightOf(innerWidth, props.isLow) } : undefined}
        role="application"
        aria-roledescription="chart"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the cursor of the chart
        tabIndex={0}
        aria-label={`${props.yLabel} over ${props.xLabel}. ${props.runOf === undefined ? 'Arrow keys move from point to point' : 'Arrow keys move from run to run, Enter opens one'}; the table below has every number.`}
        onKeyDown={onKey}
      />
      <p class="axis-title x">{props.xLabel}</p>
      <p class="point">
        <span aria-live="polite">{read !== null && props.pointText(read)}</span> {run !== undefined && <a href={run}>open this run</a>}
      </p>
    </div>
  );
}

/** The lines of a chart by pattern and colour. */
export function LineNames({ labels, children }: { labels: readonly string[]; children?: ComponentChildren }) {
  return (
    <ul class="chart-legend">
      {labels.map((label, i) => (
        <li key={label}>
          <svg width="34" height="10" aria-hidden="true">
            <line class={`key series-${(i % dashes.length) + 1}`} x1="1" x2="33" y1="5" y2="5" />
          </svg>{' '}
          {label}
        </li>
      ))}
      {children}
    </ul>
  );
}

/** From so many on a point has no dot of its own. */
const manyPoints = 80;

const heightOf = (width: number, isLow = false) => (isLow ? 170 : width < 500 ? 260 : 340);

function moveTo(chart: uPlot, index: number): void {
  const value = chart.data[0][index];
  if (value !== undefined) chart.setCursor({ left: chart.valToPos(value, 'x'), top: chart.bbox.height / devicePixelRatio / 2 });
}

function dataOf({ x, lines }: LineChartProps): uPlot.AlignedData {
  return [
    x as number[],
    ...lines
      .flatMap(line => (line.low === undefined ? [line.values] : [line.values, line.low, line.high]))
      .map(values => values as (number | null)[]),
  ] as uPlot.AlignedData;
}

function options(node: HTMLElement, latest: { readonly current: LineChartProps }, { read, chosen }: Reading): uPlot.Options {
  const color = colorsOf(node);
  const { lines } = latest.current;
  const series: uPlot.Series[] = [{}];
  const bands: uPlot.Band[] = [];
  lines.forEach((line, i) => {
    const now = () => latest.current.lines[i] ?? line;
    const stroke = color(`--series-${(i % dashes.length) + 1}`);
    series.push({
      label: line.label,
      stroke,
      width: 1.5,
      dash: dashes[i % dashes.length] as number[],
      spanGaps: false,
      // Without a colour of their own uPlot fills dots with white, in both schemes.
      points: {
        size: line.style === 'dots' ? 5 : 4,
        show: line.style === 'dots' || latest.current.x.length < manyPoints,
        fill: stroke,
        // A value that no line leads to is seen all the same.
        filter: (chart, at, isShown) => (isShown ? null : aloneIn(stretchesOf(chart.data[at] ?? [], now().cuts))),
      },
      gaps: (chart, at, _from, _to, gaps) => gapsIn(chart, at, now().cuts) ?? gaps,
      ...pathsOf(line),
    });
    if (line.low === undefined) return;
    bands.push({ series: [series.length + 1, series.length], fill: `color-mix(in srgb, ${stroke} 18%, transparent)` });
    const edge: uPlot.Series = {
      stroke: 'transparent',
      points: { show: false },
      gaps: (chart, at, _from, _to, gaps) => {
        const { cuts, values } = now();
        return gapsIn(chart, at, cuts && cutsOfBand(cuts, values, chart.data[at] ?? [])) ?? gaps;
      },
    };
    series.push(edge, { ...edge });
  });
  const axis = {
    stroke: color('--text'),
    grid: { stroke: color('--line'), width: 1 },
    ticks: { stroke: color('--line'), width: 1 },
    font: '12px system-ui, sans-serif',
  };
  return {
    width: node.clientWidth,
    height: heightOf(node.clientWidth, latest.current.isLow),
    scales: {
      x: { time: false, ...(latest.current.xRange === undefined ? {} : { range: [...latest.current.xRange] as [number, number] }) },
      ...(latest.current.yMost === undefined ? {} : { y: { range: [0, latest.current.yMost] as [number, number] } }),
    },
    legend: { show: false },
    series,
    bands,
    axes: [
      {
        ...axis,
        space: isNarrow(node.clientWidth) ? 72 : 90,
        values: (_, ticks) => ticks.map(tick => latest.current.xText(tick, tickDecimals(ticks))),
      },
      {
        ...axis,
        size: (_, labels) => axisSize(labels ?? [], isNarrow(node.clientWidth)),
        values: (_, ticks) => ticks.map(tick => latest.current.yText(tick, tickDecimals(ticks))),
      },
    ],
    cursor: { drag: { x: false, y: false }, y: false },
    hooks: {
      drawClear: [chart => drawMarks(chart, latest.current.marks ?? [], color)],
      setCursor: [
        chart => {
          // What was read stays: the way to its link leads out of the chart.
          if (typeof chart.cursor.idx === 'number') read(chart.cursor.idx);
        },
      ],
      ready: [
        chart => {
          chart.over.addEventListener('click', () => {
            chosen.current = chart.cursor.idx ?? null;
          });
          chart.over.addEventListener('mouseleave', () => chosen.current !== null && moveTo(chart, chosen.current));
        },
      ],
    },
  };
}

/** The pixels between the stretches of a line; null where it has no cuts of its own. */
function gapsIn(chart: uPlot, at: number, cuts: Cuts | undefined): uPlot.Series.Gaps | null {
  const place = (i: number) => chart.valToPos(chart.data[0]?.[i] as number, 'x', true);
  return cuts === undefined ? null : gapsBetween(stretchesOf(chart.data[at] ?? [], cuts)).map(([from, to]) => [place(from), place(to)]);
}

/** How the points of a line are joined: not at all for dots. */
function pathsOf({ style }: Line): Partial<uPlot.Series> {
  if (style === 'dots') return { paths: () => null };
  return style === 'steps' ? { paths: uPlot.paths.stepped?.({ align: 1 }) } : {};
}

/** A phone: every pixel counts. */
const isNarrow = (width: number) => width < 480;

const markColor = ({ kind, isSettled }: Mark) => (kind === 'event' || isSettled ? '--dim' : kind === 'better' ? '--better' : '--worse');

/** Colours of the style sheet as a canvas takes them: those of the scheme that is shown now. Kept, because to ask the browser is to have it work out all styles. */
const colors = new Map<string, string>();

const colorsOf =
  (node: HTMLElement) =>
  (name: string): string => {
    if (!colors.has(name)) {
      node.style.color = `var(${name})`;
      colors.set(name, getComputedStyle(node).color);
      node.style.color = '';
    }
    return colors.get(name) ?? '';
  };

/** The row of the numbers of events. */
const numberHeight = 14;

/** Change points are solid lines with a letter above, events dotted ones with a number below, so that no colour is needed to tell them apart. */
function drawMarks(chart: uPlot, marks: readonly Mark[], color: (name: string) => string): void {
  const { ctx, bbox } = chart;
  const bottom = bbox.top + bbox.height;
  const placed = marks
    .map(mark => ({ mark, x: Math.round(chart.valToPos(mark.at, 'x', true)) }))
    .filter(({ x }) => x >= bbox.left && x <= bbox.left + bbox.width)
    .sort((a, b) => a.x - b.x);
  ctx.save();
  ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  for (const { mark, x } of placed) {
    const isEvent = mark.kind === 'event';
    ctx.strokeStyle = color(markColor(mark));
    ctx.lineWidth = devicePixelRatio * (isEvent ? 1 : 1.5);
    ctx.setLineDash(isEvent ? [2 * devicePixelRatio, 4 * devicePixelRatio] : []);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, isEvent && mark.label !== '' ? bottom - numberHeight * devicePixelRatio : bottom);
    ctx.stroke();
  }
  const write = (isEvent: boolean, rows: number, heightOfRow: (row: number) => number | null) => {
    const named = placed.filter(({ mark }) => mark.label !== '' && (mark.kind === 'event') === isEvent);
    const taken = labelRows(
      named.map(({ mark, x }) => ({ middle: x, width: ctx.measureText(isEvent ? `${mark.label} ` : mark.label).width })),
      rows,
    );
    named.forEach(({ mark, x }, i) => {
      const y = heightOfRow(taken[i] ?? 0);
      if (y === null) return;
      ctx.fillStyle = color(markColor(mark));
      ctx.fillText(mark.label, x, y);
    });
  };
  write(false, 3, row => bbox.top + (row * 13 - 3) * devicePixelRatio);
  // A number that has no room beside the others is left out: the words of its point have it.
  write(true, 2, row => (row === 0 ? bottom - 3 * devicePixelRatio : null));
  ctx.restore();
}
