import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const sources = join(root, 'reports/site/src');

it('links only pages and headings of the documentation that are there', () => {
  const links = (readdirSync(sources, { recursive: true }) as string[])
    .filter(name => name.endsWith('.tsx'))
    .flatMap(name =>
      [...readFileSync(join(sources, name), 'utf8').matchAll(/<(?:DocsLink|Lead) page="([^"]+)"/g)].map(match => match[1] as string),
    );
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) {
    const [page, anchor] = link.split('#');
    const headings = readFileSync(join(root, 'docs', page ?? ''), 'utf8')
      .split('\n')
      .filter(line => line.startsWith('#'))
      .map(line =>
        line
          .replace(/^#+ /, '')
          .toLowerCase()
          .replaceAll(/[^\w\- ]/g, '')
          .replaceAll(' ', '-'),
      );
    if (anchor !== undefined) expect(headings, link).toContain(anchor);
  }
});
