import { expect, it } from 'vitest';
import { FileProblem } from '../../../reports/site/src/data/run-document.ts';
import { MissingFile, type Store } from '../../../reports/site/src/data/store.ts';
import { answer } from '../../../reports/site/src/views/answer.ts';
import { isUnread, loadSummary } from '../../../reports/site/src/views/summary.ts';

/** A history of so many runs whose files are empty lists, but for what a test gives. */
const storeOf = (files: object, index: object = {}) =>
  ({
    index: async () => ({ schemaVersion: 1, runs: 300, chunk: 100, chunks: 3, marks: 2, ...index }),
    catalogue: async () => ({ metrics: [], scenarios: [], cells: [], machines: [] }),
    changes: async () => ({ rule: '', changes: [] }),
    events: async () => ({ events: [] }),
    latest: async () => ({ metrics: {} }),
    runList: async () => ({ runs: [], problems: [] }),
    ...files,
  }) as unknown as Store;

const damaged = (file: string) => async () => {
  throw new FileProblem(file, 'damaged');
};

it('names every file of a history that could not be read, and answers with unknown', async () => {
  const lists = async () => ({ runs: [], problems: [new MissingFile('index/2.json', 'not found')] });
  const files = { changes: damaged('changes.json'), latest: damaged('latest.json'), runList: lists };
  const summary = await loadSummary(storeOf(files, { problems: [{ path: 'runs/x.json', problem: 'old' }] }));
  expect(summary.unread.map(each => each.file)).toEqual(['changes.json', 'latest.json', 'index/2.json']);
  // The list of runs is named with the series that miss it, not twice.
  expect(summary.problems.map(each => each.file)).toEqual(['changes.json', 'latest.json', 'runs/x.json']);
  expect([isUnread(summary, 'changes.json'), isUnread(summary, 'events.json')]).toEqual([true, false]);
  expect(answer(summary)).toMatchObject({
    verdict: 'unknown',
    text: 'changes.json, latest.json, index/2.json could not be read, so a change may be unseen.',
  });
});

it('does not miss a list of changes where there are none', async () => {
  const summary = await loadSummary(storeOf({ changes: damaged('changes.json') }, { marks: 0 }));
  expect(summary.unread).toEqual([]);
});
