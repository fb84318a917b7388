import { describe, expect, test } from 'vitest';
import type { ChangeGroup, HistoryIndex, RunEntry } from '../../../reports/site/src/data/history-files.ts';
import { answer } from '../../../reports/site/src/views/answer.ts';
import { triageText } from '../../../reports/site/src/views/Triage.tsx';

const labelled = (label?: ChangeGroup['label']) => ({ ...(label === undefined ? {} : { label }) }) as ChangeGroup;

describe('the share of false alarms', () => {
  test('is not known before somebody has labelled a step', () => {
    expect(triageText([labelled()])).toContain('not known');
  });

  test('comes with its interval, and with what the others were', () => {
    expect(triageText([labelled('noise'), labelled('real'), labelled('real'), labelled('infrastructure'), labelled()])).toBe(
      'False alarms of the trend: 1 of 4 labelled steps, 25.0 % (95 % interval 4.6 to 69.9 %). 2 real, 0 wanted, 1 caused by the machines; 1 of 5 not labelled.',
    );
  });
});

const dismissed = ['In the newest 30 runs also: 1 step labelled noise or infrastructure.'];

test.each([
  [undefined, 'yes', []],
  ['real', 'yes', []],
  ['wanted', 'yes', ['It is labelled wanted.']],
  ['noise', 'no', dismissed],
  ['infrastructure', 'no', dismissed],
] as const)('a step that is labelled %s is answered with %s', (label, expected, besides) => {
  const step = {
    ...labelled(label),
    sequence: 25,
    startedAt: '2026-11-01T03:00:00Z',
    run: 'run',
    shaAfter: null,
    verdict: 'worse',
    members: [{ cell: 0, metric: 'throughput', verdict: 'worse', effectPercent: -5, noiseUnits: 6 }],
  } as unknown as ChangeGroup;
  const newest = Array.from({ length: 30 }, (_, sequence) => ({ sequence, reference: 0 })) as unknown as readonly RunEntry[];
  const index = { runs: 30 } as unknown as HistoryIndex;

  const { verdict, more } = answer({ index, catalogue: { cells: [], metrics: [] }, changes: [step], events: [], newest });
  expect([verdict, more.filter(text => text.includes('labelled'))]).toEqual([expected, besides]);
});
