import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeHistory } from './history.ts';
import { demo, root } from './program.ts';

/** What a path leads to, e.g. `.changes[].members[]`: of a list all that is in it, of anything but a list nothing. */
const follow = (from: readonly unknown[], path: string): unknown[] =>
  path
    .split('.')
    .filter(Boolean)
    .reduce<unknown[]>(
      (values, step) =>
        values.flatMap(value => {
          const inner = (value as Record<string, unknown> | null)?.[step.replace('[]', '')];
          if (Array.isArray(inner)) return step.endsWith('[]') ? inner : [];
          return inner === undefined || step.endsWith('[]') ? [] : [inner];
        }),
      [...from],
    );

const keysOf = (values: readonly unknown[]) => values.flatMap(value => Object.keys((value ?? {}) as object));

const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(match => match[1] as string);

const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

/** Fields that a verdict may have at a path, e.g. `.cells[]`, by its schema. */
function ofVerdict(path: string): string[] {
  const inSchema = path.replaceAll(/\.(\w+)(\[\])?/g, (_, name, list) => `.properties.${name}${list ? '.items' : ''}`);
  return keysOf(follow([JSON.parse(textOf('reports/schema/verdict.v1.schema.json'))], `${inSchema}.properties`));
}

/** Names in the section of history.md about a file of the history. */
const inHistory = (file: string) =>
  textOf('reports/schema/history.md')
    .replaceAll(/```.*?```/gs, '')
    .split('\n## ')
    .filter(section => section.split('\n')[0]?.includes(file.replace(/\/.*/, '')))
    .flatMap(quoted);

describeHistory('docs/data.md', () => {
  const history = demo(300, 12);
  const read = (path: string) => JSON.parse(readFileSync(join(history, path), 'utf8'));
  const rows = textOf('docs/data.md')
    .split('## From a run on disk')[0]
    ?.split('\n')
    .filter(line => line.startsWith('| ') && line.includes('`'))
    .map(line => line.split('|').map(cell => cell.trim()));

  it.each(rows ?? [])('%s names files and fields that are there: %s', (_, question, file, fields) => {
    const named = [...quoted(file ?? ''), ...quoted(fields ?? '')].filter(name => name.endsWith('.json'));
    const paths = named.map(name => name.replace('<metric>/<scenario>', 'throughput/hello-minimal').replace('<k>', '2'));
    const documents = (paths.length > 0 ? paths : [read('verdicts/index.json').items[0].path]).map(read);
    const names = quoted(fields ?? '').filter(name => /^\.?[A-Za-z][\w.[\]]*\??$/.test(name) && !name.endsWith('.json'));
    expect(names.length, question).toBeGreaterThan(0);
    // Names without a dot are fields of the document, of what a path of the row leads to, or of a list in that.
    const places = names.filter(name => name.startsWith('.'));
    const found = [...documents, ...places.flatMap(place => follow(documents, place))];
    const lists = names.filter(name => /^\w+\[\]$/.test(name)).flatMap(name => follow(found, name));
    const keys = new Set(keysOf([...found, ...lists]));
    // A generated history need not have what only some entries have.
    const inVerdict = places.map(place => place.replace('.document', ''));
    const optional = new Set(paths.length > 0 ? paths.flatMap(inHistory) : inVerdict.flatMap(ofVerdict));
    const isThere = (name: string) => {
      if (/[.[]/.test(name)) return follow(name.startsWith('.') ? documents : found, name).length > 0;
      const field = name.replace('?', '');
      return keys.has(field) || (field !== name && optional.has(field));
    };
    const missing = names.filter(name => !isThere(name));
    expect(missing, question).toEqual([]);
  });
});
