import { describe, expect, test } from 'vitest';
import type { ChangeGroup, HistoryIndex, RunEntry } from '../../../reports/site/src/data/history-files.ts';
import { answer } from '../../../reports/site/src/views/answer.ts';
import { settledAs } from '../../../reports/site/src/views/standing-steps.ts';
import { triageText } from '../../../reports/site/src/views/Triage.tsx';

const labelled = (label?: ChangeGroup['label']) => ({ ...(label === undefined ? {} : { label }) }) as ChangeGroup;

describe('the share of false alarms', () => {
  test('is not known before somebody has labelled a change', () => {
    expect(triageText('trend', [labelled()])).toContain('not known, because no change is labelled yet');
    expect(triageText('gate', [labelled()])).toBe('False alarms of the gate: not known, because no red verdict is labelled yet.');
  });

  test('comes with its interval, and with what the others were', () => {
    const all = [labelled('noise'), labelled('real'), labelled('real'), labelled('infrastructure'), labelled()];
    expect(triageText('trend', all)).toBe(
      'False alarms of the trend: 1 of 4 labelled changes, 25.0 % (95 % interval 4.6 to 69.9 %). 2 real, 0 wanted, 1 caused by the machines; 1 of 5 not labelled.',
    );
    expect(triageText('gate', [labelled('wanted'), labelled()])).toMatch(
      /^False alarms of the gate: 0 of 1 labelled red verdict, 0\.0 % \(.*\)\. 0 real, 1 wanted, 0 caused by the machines; 1 of 2 not labelled\.$/,
    );
  });
});

const later = '9999-12-31';

const stepOf = (label?: ChangeGroup['label'], acknowledged?: string, sequence = 25) =>
  ({
    ...labelled(label),
    ...(acknowledged === undefined ? {} : { acknowledged }),
    sequence,
    startedAt: '2026-11-01T03:00:00Z',
    run: `run-${sequence}`,
    shaAfter: null,
    verdict: 'worse',
    members: [{ cell: sequence, metric: 'throughput', verdict: 'worse', effectPercent: -5, noiseUnits: 6 }],
  }) as unknown as ChangeGroup;

function answerTo(...changes: readonly ChangeGroup[]) {
  const newest = Array.from({ length: 30 }, (_, sequence) => ({
    sequence,
    id: `run-${sequence}`,
    reference: 0,
    startedAt: '2026-11-02T03:00:00Z',
  }));
  const index = { runs: 30 } as unknown as HistoryIndex;
  const { more, ...rest } = answer({
    index,
    catalogue: { cells: [], metrics: [] },
    changes,
    events: [],
    newest: newest as unknown as readonly RunEntry[],
    latest: { metrics: {} },
    unread: [],
    now: Date.UTC(2026, 10, 3),
  });
  return { ...rest, more: more.map(remark => remark.text) };
}

const upTo = 'the newest 30 runs, up to 2026-11-02; the last two cannot be judged yet.';

const dismissed = ['In the newest 30 runs also: 1 change labelled noise or infrastructure.'];

test.each([
  [undefined, undefined, 'yes', 'run run-25.', []],
  ['real', undefined, 'yes', 'run run-25.', []],
  ['wanted', undefined, 'settled', 'run run-25, labelled wanted.', []],
  [undefined, later, 'settled', 'run run-25, acknowledged until 9999-12-31.', []],
  ['real', later, 'settled', 'run run-25, acknowledged until 9999-12-31.', []],
  ['real', '2026-11-02', 'yes', 'run run-25.', []],
  ['noise', later, 'no', upTo, dismissed],
  ['infrastructure', undefined, 'no', upTo, dismissed],
] as const)('a step that is labelled %s and acknowledged until %s is answered with %s', (label, acknowledged, expected, end, besides) => {
  const { verdict, text, more } = answerTo(stepOf(label, acknowledged));
  expect([verdict, more.filter(each => each.includes('labelled'))]).toEqual([expected, besides]);
  expect(text.slice(-end.length)).toBe(end);
});

test('a step that nobody has settled comes before a newer one that is wanted or acknowledged, which is counted', () => {
  const { verdict, text, more } = answerTo(stepOf(undefined, undefined, 22), stepOf(undefined, later, 24), stepOf('wanted', undefined, 26));
  expect([verdict, text.includes('run run-22.')]).toEqual(['yes', true]);
  expect(more.at(-1)).toBe('In the newest 30 runs also: 2 changes for the worse that are wanted or acknowledged.');
  expect(answerTo(stepOf(undefined, later, 24), stepOf('wanted', undefined, 26)).more.at(-1)).toBe(
    'In the newest 30 runs also: 1 change for the worse that is wanted or acknowledged.',
  );
});

test('an acknowledgement counts until its day is over', () => {
  const change = stepOf(undefined, '2026-11-27');
  expect([settledAs(change, '2026-11-27')?.text, settledAs(change, '2026-11-28')]).toEqual(['acknowledged until 2026-11-27', null]);
});
