import { describe, expect, it } from 'vitest';
import type { ChangeMember } from '../../../reports/site/src/data/history-files.ts';
import { answer } from '../../../reports/site/src/views/answer.ts';
import { seriesText, toldFirst, toldOf } from '../../../reports/site/src/views/step-words.ts';
import { askedOf, cells, change, member, times } from './asked.ts';
import { metrics } from './samples.ts';

describe('a change in a list', () => {
  const of = (...members: readonly ChangeMember[]) => toldOf(change(20, members), { cells, metrics });
  const sized = (cell: number, percent: number, metric = 'throughput') => ({
    ...member(cell, percent, metric),
    lowPercent: percent - 1,
    highPercent: percent + 1,
  });

  it('has one metric, its place, and the signed size and interval of the typical series of that metric alone', () => {
    expect(of(sized(0, -4), sized(3, -6), sized(0, 9, 'peakRss'))).toEqual({
      what: 'Throughput in both cells of hello',
      percent: -5,
      interval: '−6.0 to −4.0 %',
    });
  });

  it('says the numbers of the answer above it', () => {
    const members = [sized(0, -4), sized(3, -6), sized(1, 9, 'peakRss')];
    const { text, more } = answer(askedOf(times(100, 0), { changes: [change(60, members)] }));
    expect(text).toContain('Throughput typically −5.0 %, from −4.0 to −6.0 %, in both cells of hello since');
    expect(more[0]?.text).toContain('(95 % interval of a typical cell −6.0 to −4.0 %)');
  });

  it('tells what got worse where other series got better, and what got better where none is worse', () => {
    expect(of(sized(0, 5), sized(1, 8, 'peakRss')).what).toBe('Peak RSS in values/net8.0/server/2c');
    expect(of(sized(0, 5), sized(1, -8, 'peakRss'))).toMatchObject({ what: 'Throughput in hello/net8.0/server/2c', percent: 5 });
  });

  it('has the series that it is told by before the others, which keep their order', () => {
    const members = [sized(1, 9, 'peakRss'), sized(2, -9, 'peakRss'), sized(0, 5), sized(3, -6), sized(4, -4)];
    const order = toldFirst(change(20, members), { cells, metrics }).map(({ cell }) => cell);
    expect(order).toEqual([3, 4, 1, 2, 0]);
  });

  it('says how many series of each metric it has, and where, unless that is the place that it is told by', () => {
    const said = (...members: readonly ChangeMember[]) => seriesText(change(20, members), { cells, metrics });
    expect(said(sized(0, 9, 'peakRss'), sized(0, -4), sized(3, -6))).toBe('Throughput 2, Peak RSS 1');
    expect(said(sized(1, -4), sized(0, 9, 'peakRss'), sized(3, 9, 'peakRss'))).toBe(
      'Throughput 1, Peak RSS 2, in 3 cells of values and hello',
    );
    expect(said(sized(0, -4), sized(3, 6), sized(0, -9, 'peakRss'))).toBe(
      'Throughput 1 worse, Throughput 1 better, Peak RSS 1 better, in both cells of hello',
    );
  });

  it('has no interval of a drift', () => expect(of(sized(0, -4), member(3, -6)).interval).toBeNull());
});
