import { expect, it } from 'vitest';
import { commitAddress, pageOf, projectOf } from '../../../reports/site/src/data/repository.ts';
import { Store } from '../../../reports/site/src/data/store.ts';
import { metrics, sampleDocument } from './samples.ts';

const page = 'https://example.com/owner/repository';

it('names a project by what follows its host, however the address ends', () => {
  for (const ending of ['', '/', '.git', '.git/'])
    expect([projectOf(page + ending), pageOf(page + ending)]).toEqual(['owner/repository', page]);
  expect(projectOf('https://gitlab.example/group/part/shop')).toBe('group/part/shop');
  expect([projectOf('http://git.example/owner/shop'), pageOf('http://git.example/owner/shop')]).toEqual(['owner/shop', null]);
});

it('invents no project for a demo, a folder, a script, or where nobody knows', () => {
  for (const other of ['generated/repository', '/srv/git/shop.git', 'javascript:alert(1)//', '', null, undefined])
    expect([projectOf(other), pageOf(other), commitAddress(other, 'a'.repeat(40))]).toEqual([null, null, null]);
  expect(projectOf('https://example.com')).toBeNull();
});

it('takes a report to be of the repository of its run, and of none where the run does not say or cannot be read', async () => {
  const of = (run: unknown) => new Store({ mode: 'report', metrics, run }).repository();
  const document = sampleDocument();
  const from = (repository: string | null) => of({ ...document, source: { ...document.source, repository } });
  expect(await from(page)).toBe(page);
  expect(await Promise.all([from(null), of({}), of(null)])).toEqual([null, null, null]);
});

it('takes a report of the command line to be of the repository that it names, and of none where it names none', async () => {
  const document = { title: 'Garbage collector', context: '', sections: [] };
  const of = (named: { repository?: string }) => new Store({ mode: 'document', document: { ...document, ...named } }).repository();
  expect(await Promise.all([of({ repository: page }), of({})])).toEqual([page, null]);
});

it('leads to a commit, and nowhere without one', () => {
  expect(commitAddress(`${page}.git`, 'a'.repeat(40))).toBe(`${page}/commit/${'a'.repeat(40)}`);
  expect(commitAddress(page, '"><script>')).toBe(`${page}/commit/%22%3E%3Cscript%3E`);
  expect(commitAddress(page, null)).toBeNull();
});
