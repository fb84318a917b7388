import { describe, expect, it } from 'vitest';
import { powerOf, rulesOf, type Trial, wilson } from '../../../reports/site/src/data/selftest.ts';
import { heapsInWords, memoryLines, type Timeline } from '../../../reports/site/src/data/timeline.ts';

describe('the power of the gate', () => {
  const trial = (name: string, outcome: Trial['outcome']): Trial => ({
    id: name,
    kind: 'inject',
    injection: { name, percent: 5 },
    startedAt: '2026-11-21T00:00:00Z',
    machine: { cpuModel: 'CPU' },
    outcome,
  });

  it('counts what was found by what was injected, and leaves A/A out', () => {
    const trials = [
      trial('cpu 5 %', 'regressed'),
      trial('cpu 5 %', 'incomplete'),
      { ...trial('x', 'regressed'), kind: 'aa', injection: null } as Trial,
    ];
    expect(powerOf(trials)).toMatchObject([{ name: 'cpu 5 %', percent: 5, runs: 2, found: 1 }]);
  });

  it('stands beside that of other rules: false alarms first, each only where a rule had data', () => {
    const rule = (judged: number, failed: number) => ({ others: [{ rule: 'rank test', judged, failed }] });
    const identical = { ...trial('x', 'pass'), kind: 'aa', injection: null } as Trial;
    const { injected, rows } = rulesOf([
      { ...trial('cpu 5 %', 'regressed'), ...rule(12, 0) },
      { ...trial('cpu 5 %', 'pass'), ...rule(12, 3) },
      { ...identical, ...rule(0, 0) },
      { ...identical, ...rule(12, 1) },
      { ...trial('cpu 10 %', 'regressed'), others: [] },
    ]);

    expect(injected).toEqual([null, 'cpu 5 %', 'cpu 10 %']);
    expect(rows.map(row => [row.rule, ...row.red.map(red => red && `${red.red} of ${red.runs}`)])).toEqual([
      [null, '0 of 2', '1 of 2', '1 of 1'],
      ['rank test', '1 of 1', '1 of 2', null],
    ]);
    expect(rulesOf([trial('written before others were kept', 'pass')]).rows.length).toBe(1);
  });

  it('names the gate runs without an answer, which no share of red counts', () => {
    const outcomes = ['pass', 'regressed', 'undecided', 'incomplete'] as const;
    const trials = outcomes.map((outcome): Trial => ({ ...trial('x', outcome), kind: 'aa', injection: null }));
    expect(rulesOf(trials).rows[0]?.red[0]).toMatchObject({ red: 1, unanswered: 2, runs: 4 });
  });

  // The definition: the ends are the shares that a score test just does not reject, (found - share)^2 = z^2 share (1 - share) / n.
  it.each([
    [0, 20],
    [7, 20],
    [38, 40],
    [40, 40],
  ])('has Wilson intervals: %i of %i', (successes, trials) => {
    for (const end of wilson(successes, trials))
      expect((successes / trials - end) ** 2).toBeCloseTo((1.959963984540054 ** 2 * end * (1 - end)) / trials, 12);
  });
});

describe('a timeline', () => {
  const collection = (heaps: number) => ({
    atMs: 1,
    gc: { number: 1, generation: 0, isBackground: false, pauseMilliseconds: 1.25, heaps, budgetBytes: 1 },
  });
  const timeline = (...heaps: number[]): Timeline => ({
    schemaVersion: 1,
    variant: 'v',
    block: 'b',
    round: 1,
    points: [],
    collections: heaps.map(collection),
    dropped: 0,
  });

  it('says how many heaps were in use', () => {
    expect(heapsInWords(timeline(1, 1))).toBe('2 collections, always 1 heap, 2.5 ms of pauses');
    expect(heapsInWords(timeline(1, 2))).toBe('2 collections, 1 to 2 heaps, 2.5 ms of pauses');
    expect(heapsInWords(timeline())).toBe('no collection');
  });

  it('has no generations and no unmanaged memory where the process was not asked', () => {
    expect(memoryLines.map(line => line.mebibytes({ atMs: 0, process: { rssBytes: 2 ** 20 }, gc: null }))).toEqual([
      1,
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});
