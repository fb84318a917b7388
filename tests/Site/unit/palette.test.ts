import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Vector = readonly [number, number, number];
type Matrix = readonly [Vector, Vector, Vector];
type Vision = 'normal' | 'protanopia' | 'deuteranopia';
type Scheme = 'light' | 'dark';

const source = (path: string) => readFileSync(new URL(`../../../reports/site/src/${path}`, import.meta.url), 'utf8');
const declared = /--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g;
const tokens = [...source('style/tokens.css').matchAll(declared)].map(([, name = '', light = '', dark = '']) => ({ name, light, dark }));

/** What of linear RGB is seen: Machado, Oliveira and Fernandes, IEEE Trans. Vis. Comput. Graph. 15 (2009), at severity 1. */
const visions: Readonly<Record<Vision, Matrix>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

/** Linear RGB to XYZ as shares of white, D65. */
const toXyz: Matrix = [
  [0.433953, 0.376219, 0.189828],
  [0.212671, 0.71516, 0.072169],
  [0.017758, 0.109477, 0.872766],
];

const each = ([x, y, z]: Vector, change: (value: number) => number): Vector => [change(x), change(y), change(z)];
const dot = ([a, b, c]: Vector, [x, y, z]: Vector) => a * x + b * y + c * z;
const applied = ([x, y, z]: Matrix, to: Vector): Vector => [dot(x, to), dot(y, to), dot(z, to)];

/** A colour in linear RGB: IEC 61966-2-1. */
function linear(hex: string): Vector {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return each([part(1), part(3), part(5)], value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
}

/** A colour as somebody sees it, in CIE 1976 L*a*b*. */
function labOf(hex: string, vision: Vision): Vector {
  const seen = each(applied(visions[vision], linear(hex)), value => Math.min(1, Math.max(0, value)));
  const [x, y, z] = each(applied(toXyz, seen), share => (share > (6 / 29) ** 3 ? Math.cbrt(share) : share / (3 * (6 / 29) ** 2) + 4 / 29));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** The distance of two colours as somebody sees them, CIE 1976: 2 is just seen side by side. */
function distance(a: string, b: string, vision: Vision): number {
  const [[l, m, n], [x, y, z]] = [labOf(a, vision), labOf(b, vision)];
  return Math.hypot(l - x, m - y, n - z);
}

/** The distance of the colours of two tokens. What is not a token fails. */
function between(first: string, second: string, scheme: Scheme, vision: Vision): number {
  const of = (name: string) => (tokens.find(token => token.name === name) as (typeof tokens)[0])[scheme];
  return distance(of(first), of(second), vision);
}

const lines = [1, 2, 3, 4, 5, 6, 7, 8].map(line => `series-${line}`);

/** Every two lines of a chart. */
const pairs = lines.flatMap((first, i) => lines.slice(i + 1).map(second => [first, second] as const));

/** Colours nearer than this are no help where both are thin lines. */
const near = 10;

const schemes: readonly Scheme[] = ['light', 'dark'];

it('measures distances as CIE 1976 does: white and black are 100 apart, and greys look the same to everybody', () => {
  expect(distance('#ffffff', '#000000', 'normal')).toBeCloseTo(100, 3);
  for (const vision of ['protanopia', 'deuteranopia'] as const)
    expect(distance('#777777', '#cccccc', vision)).toBeCloseTo(distance('#777777', '#cccccc', 'normal'), 1);
});

it.each(schemes)('has lines of different colours, %s', scheme =>
  expect(pairs.filter(([first, second]) => between(first, second, scheme, 'normal') < near)).toEqual([]),
);

it('has a pattern for each line, the same in the legend as on the canvas, because some lines look alike to a dichromat', () => {
  const rules = source('style/charts.css').matchAll(/\.(series-\d) \{\s*stroke: var\(--\1\);\s*(?:stroke-dasharray: ([\d ]+);\s*)?\}/g);
  const patterns = new Map([...rules].map(([, name = '', pattern = '']) => [name, pattern] as const));
  const drawn = JSON.parse(/const dashes = (\[.*\]);/.exec(source('charts/LineChart.tsx'))?.[1] ?? '[]') as readonly number[][];
  expect([...patterns]).toEqual(lines.map((name, i) => [name, drawn[i]?.join(' ')]));

  const alike = schemes.flatMap(scheme =>
    (['protanopia', 'deuteranopia'] as const).flatMap(vision =>
      pairs.filter(([first, second]) => between(first, second, scheme, vision) < near),
    ),
  );
  // To a deuteranope 3, 4 and 5 of the light scheme are nearly one colour: 1 to 7 apart.
  expect(alike).toContainEqual(['series-3', 'series-5']);
  expect(alike.filter(([first, second]) => patterns.get(first) === patterns.get(second))).toEqual([]);
});

it.each(schemes)('tells better from worse to everybody, in text, marks and the cells of the heat map, %s', scheme => {
  for (const vision of Object.keys(visions) as Vision[]) {
    expect(between('better', 'worse', scheme, vision), vision).toBeGreaterThan(50);
    // The palest two are 12 apart to a protanope.
    for (const strength of [1, 2, 3])
      expect(between(`better-${strength}`, `worse-${strength}`, scheme, vision), `${vision} ${strength}`).toBeGreaterThan(near);
  }
});
