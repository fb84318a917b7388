import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Pages of the documentation, with their anchors, that files of a folder name. */
const linksIn = (folder: string, ending: string, pattern: RegExp) =>
  (readdirSync(join(root, folder), { recursive: true }) as string[])
    .filter(name => name.endsWith(ending))
    .flatMap(name => [...readFileSync(join(root, folder, name), 'utf8').matchAll(pattern)].map(([, link = '']) => ({ name, link })));

const headingsOf = (page: string) =>
  readFileSync(join(root, 'docs', page), 'utf8')
    .split('\n')
    .filter(line => line.startsWith('#'))
    .map(line =>
      line
        .replace(/^#+ /, '')
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    );

// What Report.tsx makes a link of a report that is kept; `scripts/benchmark articles claims` makes the reports anew.
it.each([
  ['reports/site/src', '.tsx', /<(?:DocsLink|Lead) page="([^"]+)"/g],
  ['reports/articles', '.json', /docs\/([\w-]+\.md(?:#[\w-]+)?)/g],
])('links only pages and headings of the documentation that are there, %s', (folder, ending, pattern) => {
  const links = linksIn(folder, ending, pattern);
  expect(links.length).toBeGreaterThan(0);
  for (const { name, link } of links) {
    const [page = '', anchor] = link.split('#');
    const headings = headingsOf(page);
    if (anchor !== undefined) expect(headings, `${name}: ${link}`).toContain(anchor);
  }
});

/** Every field below a value, and what `kind` says. */
const fieldsOf = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [
        ...(Array.isArray(value) ? [] : [name]),
        ...(name === 'kind' ? [String(inner)] : []),
        ...fieldsOf(inner),
      ]);

it('finds every field of the reports that are kept in history.md', () => {
  const reports = (readdirSync(join(root, 'reports/articles'), { recursive: true }) as string[]).filter(name => name.endsWith('.json'));
  const section = readFileSync(join(root, 'reports/schema/history.md'), 'utf8').split('\n## articles/\n')[1]?.split('\n## ')[0] ?? '';
  const named = new Set([...section.matchAll(/`([^`]+)`/g)].flatMap(([, text = '']) => text.match(/\w+/g) ?? []));
  const fields = new Set(reports.flatMap(name => fieldsOf(JSON.parse(readFileSync(join(root, 'reports/articles', name), 'utf8')))));
  expect(fields.size).toBeGreaterThan(20);
  expect([...fields].filter(field => !named.has(field))).toEqual([]);
});
