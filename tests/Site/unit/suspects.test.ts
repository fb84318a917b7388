import { expect, it } from 'vitest';
import type { ChangeGroup } from '../../../reports/site/src/data/history-files.ts';
import { causeText, commitsOf, hasLocalChanges } from '../../../reports/site/src/views/suspects.ts';
import { change } from './asked.ts';

const before = 'a'.repeat(40);
const after = 'b'.repeat(40);

const changeWith = (more: Partial<ChangeGroup>): ChangeGroup => ({
  ...change(20),
  events: [],
  repository: 'https://example.test/owner/repository.git',
  shaBefore: before,
  shaAfter: after,
  ...more,
});

const event = { sequence: 20, kind: 'cpu', subject: '', from: 'old', to: 'new' };

/** What is said to be the cause, alone and beside a new CPU model. */
const causes = (more: Partial<ChangeGroup>) =>
  [[], [0]].map(events => causeText(changeWith({ cause: events.length > 0 ? 'cpu' : 'commit', events, ...more }), [event]));

it('leads to the commits between two runs, where there is a page of them', () => {
  const text = 'aaaaaaaa..bbbbbbbb';
  const address = `https://example.test/owner/repository/compare/${before}...${after}`;
  expect(commitsOf(changeWith({}))).toEqual({ text, address });
  for (const repository of ['generated/repository', null]) expect(commitsOf(changeWith({ repository }))).toEqual({ text, address: null });
  expect(commitsOf(changeWith({ shaBefore: null }))).toEqual({ text: 'no commit..bbbbbbbb', address: null });
  expect(commitsOf(changeWith({ shaBefore: after }))).toEqual({ text: 'bbbbbbbb', address: null });
});

it('suspects the commit only where it changed, and local changes only where there were some', () => {
  const same = { shaBefore: after, cause: 'same' };
  const machine = causes(same)[1] ?? '';
  expect(machine).toMatch(/^CPU model /);
  expect(causes(same)).toEqual(['not the code: the commit did not change', machine]);
  expect(causes({ shaBefore: after, localChanges: true })).toEqual(['local changes', `${machine}, or local changes`]);
  expect(causes({})).toEqual(['the commit', `${machine}, or the commit`]);
  expect(causes({ localChanges: true })).toEqual(['the commit, or local changes', `${machine}, or the commit, or local changes`]);
  expect(causeText(changeWith({ cause: 'image', events: [7] }), [event])).toBe('image');
});

it('knows of local changes where an older program wrote only that one commit is not the same', () => {
  const older = changeWith({ shaBefore: after, cause: 'commit' });
  expect([hasLocalChanges(older), causeText(older, [])]).toEqual([true, 'local changes']);
  const others: readonly Partial<ChangeGroup>[] = [{ cause: 'image' }, { shaBefore: before }, { shaBefore: null, shaAfter: null }];
  for (const more of others) expect(hasLocalChanges({ ...older, ...more })).toBe(false);
});
