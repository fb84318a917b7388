import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeHistory } from './history.ts';
import { demo, root } from './program.ts';

/** Every key of a document, however deep. */
function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [...(Array.isArray(value) ? [] : [key]), ...keysOf(inner)]);
}

const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(match => match[1] as string);

describeHistory('docs/data.md', () => {
  const history = demo(300, 12);
  const read = (path: string) => JSON.parse(readFileSync(join(history, path), 'utf8'));
  const rows = readFileSync(join(root, 'docs/data.md'), 'utf8')
    .split('## From a run on disk')[0]
    ?.split('\n')
    .filter(line => line.startsWith('| ') && line.includes('`'))
    .map(line => line.split('|').map(cell => cell.trim()));

  it.each(rows ?? [])('%s names files and fields that are there: %s', (_, question, file, fields) => {
    const named = [...quoted(file ?? ''), ...quoted(fields ?? '')].filter(name => name.endsWith('.json'));
    const paths = named.map(name => name.replace('<metric>/<scenario>', 'throughput/hello-minimal').replace('<k>', '2'));
    const documents = (paths.length > 0 ? paths : [read('verdicts/index.json').items[0].path]).map(read);
    const keys = new Set(documents.flatMap(keysOf));
    const names = quoted(fields ?? '').filter(name => /^\.?[A-Za-z][\w.[\]]*$/.test(name) && !name.endsWith('.json'));
    expect(names.length, question).toBeGreaterThan(0);
    for (const name of names.flatMap(each =>
      each
        .replaceAll(/\[\d*\]/g, '')
        .split('.')
        .filter(Boolean),
    ))
      expect(keys, `${question}: ${name}`).toContain(name);
  });
});
