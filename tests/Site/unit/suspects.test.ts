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

/** The commits, whether they are said to have local changes, and the cause. */
const said = (more: Partial<ChangeGroup>) => {
  const whole = changeWith(more);
  return [commitsOf(whole), hasLocalChanges(whole), causeText(whole, [])];
};

it('leads to the commits between two runs, where there is a page of them', () => {
  const text = 'aaaaaaaa..bbbbbbbb';
  const address = `https://example.test/owner/repository/compare/${before}...${after}`;
  expect(said({})).toEqual([{ text, address }, false, 'commit']);
  for (const repository of ['generated/repository', null]) expect(commitsOf(changeWith({ repository }))).toEqual({ text, address: null });
  expect(commitsOf(changeWith({ shaBefore: null }))).toEqual({ text: 'no commit..bbbbbbbb', address: null });
});

it('has nothing between two runs of one commit, and says that the code may differ only where it has local changes', () => {
  const one = { text: 'bbbbbbbb', address: null };
  expect(said({ shaBefore: after })).toEqual([one, true, 'local changes']);
  expect(said({ shaBefore: after, cause: 'same' })).toEqual([one, false, 'not the code: the commit did not change']);
  const event = { sequence: 20, kind: 'cpu', subject: '', from: 'old', to: 'new' };
  const other = changeWith({ shaBefore: after, cause: 'cpu', events: [0] });
  expect([hasLocalChanges(other), causeText(other, [event])]).toEqual([false, expect.stringMatching(/^CPU model .*, or the commit$/)]);
});
