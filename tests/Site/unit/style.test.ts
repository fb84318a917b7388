import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const sources = fileURLToPath(new URL('../../../reports/site/src/', import.meta.url));
const sheets = (readdirSync(sources, { recursive: true }) as string[]).filter(name => name.endsWith('.css'));
const declarations = sheets.flatMap(name =>
  [...readFileSync(join(sources, name), 'utf8').matchAll(/^\s*([a-z0-9-]+):\s*([^;{]+);/gm)].map(([, property = '', value = '']) => ({
    name,
    property,
    value,
  })),
);

it('has one scale of type and one of space: no sheet uses another size', () => {
  const sized = declarations.filter(({ property }) => /^(font|font-size|(padding|margin)(-\w+)*|(row-|column-)?gap)$/.test(property));
  const others = sized.filter(({ value }) =>
    value
      .replaceAll(/var\(--(text|space)-\w+\)/g, 'step')
      .replaceAll(/calc\(-?\d* ?\*? ?step\)/g, 'step')
      .split(/\s+/)
      .some(word => !/^(step|0|auto|inherit|system-ui,|sans-serif|[345678]00)$/.test(word)),
  );
  expect(sized.length).toBeGreaterThan(50);
  expect(others).toEqual([]);
  const steps = declarations.filter(({ property }) => /^--(text|space)-\w+$/.test(property)).map(({ property }) => property);
  expect(steps).toEqual(['--text-s', '--text-m', '--text-l', '--text-xl', ...[1, 2, 3, 4, 5].map(step => `--space-${step}`)]);
});

it('writes every colour once, for both schemes, and nowhere but among the tokens', () => {
  const colours = declarations.filter(({ value }) => /#[0-9a-f]{3,8}\b/.test(value));
  expect(colours.filter(({ name }) => !name.endsWith('tokens.css'))).toEqual([]);
  for (const { property, value } of colours) expect(value, property).toMatch(/^light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\)$/);
});

it('uses no colour of a verdict for a line of a chart', () => {
  const of = (pattern: RegExp) =>
    declarations.filter(({ property }) => pattern.test(property)).flatMap(({ value }) => value.match(/#\w+/g) ?? []);
  const verdicts = new Set(of(/^--(better|worse)$/));
  expect(of(/^--series-\d$/).filter(colour => verdicts.has(colour))).toEqual([]);
});
