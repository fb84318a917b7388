import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { settled } from './browser.ts';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Axe {
  readonly run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
}

/** The rules of axe that look at colours. No other rule tells one scheme from another, which have the same elements in the same places. */
export const colourRules: readonly string[] = ['color-contrast', 'link-in-text-block'];

/** What else depends on the width: a frame scrolls only where its table is wider or longer. */
const scrolling: readonly string[] = ['scrollable-region-focusable'];

/** Rows of a table that axe looks at, of those of nothing but plain texts: more are the same elements with other texts. So many still scroll. */
const rowsOfTexts = 40;

/** Everything axe-core finds, in a form that a failing test can show; of these rules, where some are given. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // The page forbids foreign scripts, so axe comes in through the debugger, not through a script element; once a page, not once a view.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(readFileSync(axeFile, 'utf8'));
  // Of what is in order axe would describe every element: its HTML, and a selector that finds no other.
  const all = { resultTypes: ['violations'] };
  const options = rules === undefined ? all : { ...all, runOnly: { type: 'rule', values: rules } };
  return page.evaluate(
    async ({ given, most }) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      const other = ':is(th, td) > *, [class]:not([class="numeric"], [class="wraps"])';
      const isOfTexts = (row: HTMLTableRowElement) => row.querySelector(other) === null;
      const alike = [...document.querySelectorAll('tbody')].flatMap(body => [...body.rows].filter(isOfTexts).slice(most));
      for (const row of alike) row.style.display = 'none';
      try {
        const result = await axe.run(given);
        return result.violations.flatMap(violation =>
          violation.nodes.map(node => `${violation.id}: ${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 200)}`),
        );
      } finally {
        for (const row of alike) row.style.display = '';
      }
    },
    { given: options, most: rowsOfTexts },
  );
}

/** How axe looks at a view. */
interface Look {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
  /** What it is asked; where nothing is said, every rule. */
  readonly rules?: readonly string[];
}

/**
 * How axe looks at every view: by every rule with rows as cards, and as tables of the widest screen. Dark is looked at once as
 * cards and once as tables, because no colour depends on the width otherwise. Between are no other elements, as no style hides any
 * at a width alone, but tables scroll sideways there that do not at 2560 px.
 */
const looks: readonly Look[] = [
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 360, rules: colourRules },
  { colorScheme: 'light', width: 768, rules: scrolling },
  { colorScheme: 'light', width: 1024, rules: scrolling },
  { colorScheme: 'dark', width: 1440, rules: colourRules },
  { colorScheme: 'light', width: 2560 },
];

/** Half of the looks, for views whose elements axe sees elsewhere, too: in both schemes, and once by every rule, as cards or as tables. */
export const halfOf = (turn: number): readonly Look[] => looks.filter((_, at) => at % 2 === turn % 2);

/** As a page is opened that axe looks at then: it grows from look to look. */
export const narrowest = { viewport: { width: 360, height: 900 } };

/** Shows what a page shows in each of these looks, one after the other, loaded and unfolded once: axe finds nothing in any. */
export async function expectAccessible(
  page: Page,
  name: string,
  also: (seen: string, width: number) => Promise<void> = async () => {},
  given = looks,
): Promise<void> {
  for (const { colorScheme, width, rules } of given) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    const seen = `${name}, ${colorScheme}, ${width} px`;
    expect(await violations(page, rules), seen).toEqual([]);
    await also(seen, width);
  }
}
