import { expect, it } from 'vitest';
import type { RunEntry } from '../../../reports/site/src/data/history-files.ts';
import { neighboursOf } from '../../../reports/site/src/views/neighbours.ts';

const runOf = (id: string, machine = 0) => ({ id, machine }) as unknown as RunEntry;

/** The ids of the run before and the one after. */
function around(runs: readonly RunEntry[], id: string) {
  const { before, after } = neighboursOf(runs, id);
  return [before?.id ?? null, after?.id ?? null];
}

it('has a run before and one after a run of the list, where there is one', () => {
  const runs = ['c', 'b', 'a'].map(id => runOf(id));
  expect(['a', 'b', 'c', 'gone'].map(id => around(runs, id))).toEqual([
    [null, 'b'],
    ['a', 'c'],
    ['b', null],
    [null, null],
  ]);
});

it('takes the documents of a workflow run for one, and of another one the document of the same kind of machine', () => {
  const runs = [runOf('3-gh3-1-a', 1), runOf('2-gh2-1-b', 1), runOf('2-gh2-1-a', 0), runOf('1-gh1-1-b', 1), runOf('1-gh1-1-a', 0)];
  expect(around(runs, '2-gh2-1-a')).toEqual(['1-gh1-1-a', '3-gh3-1-a']);
  expect(around(runs, '2-gh2-1-b')).toEqual(['1-gh1-1-b', '3-gh3-1-a']);
  expect(around(runs, '1-gh1-1-b')).toEqual([null, '2-gh2-1-b']);
});
