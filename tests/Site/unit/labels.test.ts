import { expect, it } from 'vitest';
import { linesOf } from '../../../reports/site/src/charts/BarPlot.tsx';
import { labelRows } from '../../../reports/site/src/charts/label-rows.ts';

const at = (...middles: readonly number[]) => middles.map(middle => ({ middle, width: 10 }));

it('keeps labels in the first row while they are apart, and puts the next one below where they are not', () => {
  expect(labelRows(at(10, 22, 34), 3)).toEqual([0, 0, 0]);
  expect(labelRows(at(10, 15, 20, 40), 3)).toEqual([0, 1, 2, 0]);
  expect(labelRows(at(10, 15, 16, 17), 2)).toEqual([0, 1, 1, 1]);
});

it('breaks a name that is too long for a phone behind a slash, and one without where it has to', () => {
  expect(linesOf('a/b', 40)).toEqual(['a/b']);
  expect(linesOf('large-json-escaped-string-streamed/net10.0/workstation/2c', 48)).toEqual([
    'large-json-escaped-string-streamed/net10.0/',
    'workstation/2c',
  ]);
  expect(linesOf('Parse(Length: 10, Kind: A)', 20)).toEqual(['Parse(Length: 10, ', 'Kind: A)']);
  expect(linesOf('abcdef', 4)).toEqual(['abcd', 'ef']);
  expect(linesOf('abc', 0)).toEqual(['abc']);
});
