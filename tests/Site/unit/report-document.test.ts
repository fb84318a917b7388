import { describe, expect, it } from 'vitest';
import { wrapped } from '../../../reports/site/src/charts/picture-file.ts';
import {
  captionOf,
  isNumeric,
  momentsOf,
  type TimeSeries,
  unsignedZero,
  valuesAt,
} from '../../../reports/site/src/data/report-document.ts';

const series = (style: TimeSeries['style'], points: readonly (readonly [number, number])[]): TimeSeries => ({
  name: style,
  seconds: points.map(([second]) => second),
  values: points.map(([, value]) => value),
  style,
});

describe('series of one chart with moments of their own', () => {
  const lines = [
    series('line', [
      [0, 10],
      [2, 20],
      [8, 0],
    ]),
    series('steps', [
      [1, 1],
      [4, 2],
    ]),
    series('dots', [[3, 7]]),
  ];
  const moments = momentsOf({ kind: 'time', name: '', caption: '', unit: '', marks: [], lines });

  it('share all moments, ascending', () => expect(moments).toEqual([0, 1, 2, 3, 4, 8]));

  it('have values between their points only where that says something: lines up to 3 s, steps, no dots', () => {
    const [line, steps, dots] = lines.map(each => valuesAt(each, moments));
    expect(line).toEqual([10, 15, 20, null, null, 0]);
    expect(steps).toEqual([null, 1, 1, 1, 2, null]);
    expect(dots).toEqual([null, null, null, 7, null, null]);
  });
});

it('takes a column for numbers unless it is the first, is said to hold text, or has a text that would push the others out of sight', () => {
  const row = ['net8.0', '12', '0.76 to 0.84', 'a statement of more than 24 characters', 'reproduced'].map(value => ({ value }));
  const table = { kind: 'table', caption: '', headings: row.map(() => ''), rows: [row, row], texts: [0, 4] } as const;
  expect(row.map((_, i) => isNumeric(table, i))).toEqual([false, true, true, false, false]);
});

it('shows a change that is rounded to zero without a sign, and any other text as it is', () => {
  expect(['+0', '-0', '+0.0', '-0.00'].map(unsignedZero)).toEqual(['0', '0', '0.0', '0.00']);
  const others = ['-0.1', '+0.01', '0', '-', 'a-0'];
  expect(others.map(unsignedZero)).toEqual(others);
});

describe('a caption', () => {
  const long = 'which is one of many words that explain how it was measured and judged, what was left out, why, and what the units are.';

  it('that is short stands above its table as it is', () =>
    expect(captionOf({ caption: 'One. Two.' })).toEqual({ head: 'One. Two.', rest: '' }));

  it('that is long has its first sentence there, and the rest apart', () =>
    expect(captionOf({ caption: `Within 10.5 %. More: ${long}  More: ${long}` })).toEqual({
      head: 'Within 10.5 %.',
      rest: `More: ${long}  More: ${long}`,
    }));

  it('of one long sentence is cut where it pauses, or between any characters, and nothing of it is lost', () => {
    const { head, rest } = captionOf({ caption: `A figure, ${long.slice(0, -1)}, ${long}` });
    expect([head, rest]).toEqual([`A figure, ${long.slice(0, -1)}, …`, `… ${long}`]);
    const whole = captionOf({ caption: 'x'.repeat(200) });
    expect([whole.head, whole.rest].map(text => text.length)).toEqual([160, 44]);
  });
});

describe('text in a picture', () => {
  it('is broken between words, and a word that is too long stands alone', () => {
    expect(wrapped('what does it bring', 9)).toEqual(['what does', 'it bring']);
    expect(wrapped('a veryverylongword b', 6)).toEqual(['a', 'veryverylongword', 'b']);
  });
});
