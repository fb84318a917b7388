import { describe, expect, it } from 'vitest';
import {
  type CellVerdict,
  kindOf,
  partsOf,
  seenOf,
  seenText,
  type VerdictDocument,
  weightOf,
  worstFirst,
} from '../../../reports/site/src/data/verdict.ts';

const cell = (metric: string, more: Partial<CellVerdict> = {}): CellVerdict => ({
  ...{ cell: 'a', metric, verdict: 'same', reason: '', effectPercent: 0, lowPercent: -1, highPercent: 1, rounds: 6, machines: 1 },
  ...{ detectablePercent: 4, gates: true },
  ...more,
});

const reported = cell('latencyP50', { verdict: 'worse', effectPercent: 9, detectablePercent: 30, gates: false });

const identical = (metric: string, gates = true) => cell(metric, { rounds: 0, detectablePercent: null, identical: true, gates });

const verdict = (...cells: readonly CellVerdict[]): VerdictDocument => ({
  schemaVersion: 1,
  outcome: 'pass',
  cells,
  policy: { detectPercent: 5 },
});

describe('the verdicts of a gate', () => {
  it('are those that count, those of identical programs, and those that are reported only', () => {
    const cells = [reported, cell('throughput'), identical('peakRss'), identical('stallShare', false)];
    const { judged, identical: same, reported: shown } = partsOf(cells);
    expect([judged, same, shown].map(part => part.map(each => each.metric))).toEqual([['throughput'], ['peakRss'], ['latencyP50']]);
  });

  it('all count in a document that does not say what does', () => {
    const older = cell('throughput', { gates: undefined });
    expect(partsOf([older]).judged).toEqual([older]);
  });

  it('say with their word that they fail nothing', () => {
    expect(weightOf(reported)).toBe(', reported only');
    expect(weightOf(cell('throughput', { verdict: 'worse', acknowledged: 'known' }))).toBe(', acknowledged');
    expect(weightOf(cell('throughput', { verdict: 'worse', acknowledged: null }))).toBe('');
  });

  it('are counted and listed as the program does it, and one that is acknowledged as nothing else', () => {
    const kinds = {
      same: cell('throughput'),
      better: cell('throughput', { verdict: 'better' }),
      unknown: cell('throughput', { verdict: 'unknown' }),
      acknowledged: cell('throughput', { verdict: 'unknown', acknowledged: 'replaced', dropped: true, notMeasured: true }),
      undecided: cell('throughput', { verdict: 'undecided' }),
      'not measured': cell('throughput', { verdict: 'unknown', notMeasured: true }),
      missing: cell('throughput', { verdict: 'unknown', dropped: true, notMeasured: true }),
      worse: cell('throughput', { verdict: 'worse' }),
    };
    expect(Object.values(kinds).map(kindOf)).toEqual(Object.keys(kinds));
    expect(worstFirst(Object.values(kinds)).map(kindOf)).toEqual(Object.keys(kinds).reverse());
    const sizes = [6, null, -9].flatMap(effectPercent => [
      { ...kinds.worse, effectPercent },
      { ...kinds.unknown, effectPercent },
    ]);
    expect(worstFirst(sizes).map(({ effectPercent }) => effectPercent)).toEqual([null, -9, 6, -9, 6, null]);
    expect(Object.values(kinds).map(weightOf)).toEqual(['', '', '', ', acknowledged', '', ', not measured', ', missing', '']);
  });
});

describe('what a verdict would have seen', () => {
  it('is asked of what counts and was measured', () => {
    const mixed = verdict(reported, cell('throughput'), identical('throughput'), identical('peakRss'));
    expect(seenOf(mixed).map(({ metric, cells, unknown }) => [metric, cells.length, unknown])).toEqual([['throughput', 1, 0]]);
    expect(seenText(mixed)).toBe(
      'a change of 4.0 % in half of 1 series, of 4.0 % in all. In 1 of them it would have seen what the gate wants found. ' +
        'Beside them the same (identical program): 2 series.',
    );
  });

  it('is nothing where no program changed, which is not unknown', () => {
    const untouched = verdict(identical('throughput'), reported);
    expect(seenText(untouched)).toBe('the same (identical program): 1 series, so there was nothing to see.');
    const unknown = verdict(cell('throughput', { detectablePercent: null }), identical('peakRss'));
    expect(seenText(unknown)).toMatch(/^not known: .* Beside them the same \(identical program\): 1 series\.$/);
  });
});
