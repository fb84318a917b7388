import { describe, expect, it } from 'vitest';
import type { ChangeGroup, HistoryCatalogue, HistoryEvent, RunEntry } from '../../../reports/site/src/data/history-files.ts';
import { answer } from '../../../reports/site/src/views/answer.ts';
import { askedOf, change, times } from './asked.ts';

const usual = { cpuModel: 'a', cores: 4, driver: 'local', kernel: '6.8' };

const machines = [
  usual,
  { ...usual, cpuModel: 'b' },
  { ...usual, cores: 8 },
  { ...usual, driver: 'crank' },
  { ...usual, kernel: '6.9' },
] as unknown as HistoryCatalogue['machines'];

const kinds = ['reference', 'cpu', 'cores', 'driver', 'kernel'] as const;

/** The answer to thirty runs and some after them, of which another reference or machine is told. */
function answerTo(after: number, kind: (typeof kinds)[number], changes: readonly ChangeGroup[] = []) {
  const asked = askedOf([...times(30, 0), ...times(after, kind === 'reference' ? 1 : 0)]);
  const machine = kind === 'reference' ? 0 : kinds.indexOf(kind);
  const { more, ...rest } = answer({
    ...asked,
    catalogue: { ...asked.catalogue, machines },
    newest: asked.newest.map((run, i): RunEntry => ({ ...run, machine: i < 30 ? 0 : machine })),
    events: [{ sequence: 30, kind, subject: '', from: 'before', to: 'after' } satisfies HistoryEvent],
    changes,
  });
  return { ...rest, more: more.map(remark => remark.text) };
}

const waiting = (words: string) =>
  `othing since 2026-01-31 (${words}) can be judged until a kind of machine that is known runs again, or this one has ten runs`;

describe('runs after a new reference, CPU model, core count or driver', () => {
  it.each([
    ['reference', 'new reference'],
    ['cpu', 'new CPU model'],
    ['cores', 'new core count'],
    ['driver', 'new driver'],
  ] as const)('are judged from the tenth on: %s', (kind, words) => {
    for (const after of [3, 9])
      expect(answerTo(after, kind)).toMatchObject({
        verdict: 'unknown',
        text: `n${waiting(words)}; otherwise no change for the worse in the newest ${30 + after} runs, up to 2026-01-30.`,
      });
    expect(answerTo(10, kind)).toMatchObject({
      verdict: 'no',
      text: 'no change for the worse in the newest 40 runs, up to 2026-02-09; the last two cannot be judged yet.',
    });
    expect(answerTo(9, kind, [change(20)]).more).toContain(`N${waiting(words)}.`);
    expect(answerTo(10, kind, [change(20)]).more.join()).not.toContain('can be judged until');
  });

  it('leave the answer as it is while they are no more than those that never can be judged', () => {
    expect([1, 2].map(after => answerTo(after, 'cpu'))).toMatchObject([
      { verdict: 'no', text: expect.stringMatching(/; the last three cannot be judged yet\.$/) },
      { verdict: 'no', text: expect.stringMatching(/; the last four cannot be judged yet\.$/) },
    ]);
  });

  it('are judged once a kind of machine that is known runs again', () => {
    const asked = askedOf(times(36, 0));
    const of = (last: number) =>
      answer({
        ...asked,
        catalogue: { ...asked.catalogue, machines },
        newest: asked.newest.map((run, i): RunEntry => ({ ...run, machine: i < 30 ? 0 : i < 35 ? 1 : last })),
      }).verdict;
    expect([of(1), of(0)]).toEqual(['unknown', 'no']);
  });

  it('are judged at once where only something else is new', () =>
    expect(answerTo(5, 'kernel')).toMatchObject({ verdict: 'no', text: expect.stringMatching(/; the last two cannot be judged yet\.$/) }));
});
