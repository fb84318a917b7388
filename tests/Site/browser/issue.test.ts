import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { launch } from './browser.ts';
import { missing, root } from './program.ts';

/** What GitHub draws charts with, in one file. Its version should be that of github.com, where a chart of nothing but `info` names it. */
const mermaidFile = createRequire(import.meta.url).resolve('@mermaid-js/tiny/dist/mermaid.tiny.js');

interface Mermaid {
  readonly render: (id: string, text: string) => Promise<{ readonly svg: string }>;
}

const folder = join(root, 'tests/PerfMatrix.Tests');

/** A title with the signs that an id may have. */
const benchmark = 'title "json/Parse(Length: 10, Kind=A)/net10.0@main/server/2c/512MiB"';

/** The charts of approved texts, and each of them once more with that title. */
const charts = (readdirSync(folder, { recursive: true }) as string[])
  .filter(name => name.endsWith('.approved.txt'))
  .flatMap(name => [...readFileSync(join(folder, name), 'utf8').matchAll(/^```mermaid\n(.*?)^```$/gms)])
  .flatMap(([, text = '']) => [text, text.replace(/title ".*"/, benchmark)]);

/** The title of a chart, and how many values each of its lines has. */
const said = (text: string) => ({
  title: /title "(.*)"/.exec(text)?.[1],
  values: [...text.matchAll(/line \[(.*)\]/g)].map(([, values = '']) => values.split(',').length),
});

/** The same of the picture; values that are no numbers have no place in it. */
const drawn = (page: Page, text: string) =>
  page.evaluate(async chart => {
    const { mermaid } = globalThis as unknown as { mermaid: Mermaid };
    const { svg } = await mermaid.render('chart', chart);
    document.body.innerHTML = svg;
    const lines = [...document.querySelectorAll('[class^="line-plot"] path')];
    return {
      title: document.querySelector('.chart-title')?.textContent,
      values: lines.map(line => line.getAttribute('d')?.match(/[ML][\d.]+,[\d.]+/g)?.length),
    };
  }, text);

describe.skipIf(missing !== null)('the chart of an issue', () => {
  const opened = async () => {
    const browser = await launch();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    // As a script of the page: what is evaluated in strict mode keeps its names to itself.
    await page.addScriptTag({ path: mermaidFile });
    return page;
  };

  it('is drawn by Mermaid, with its title and every value', async () => {
    const page = await opened();

    expect(charts.some(text => text.includes(benchmark))).toBe(true);
    for (const text of charts) await expect(drawn(page, text), text).resolves.toEqual(said(text));
  });

  it('is refused, with the line, where Mermaid cannot read it', async () => {
    const page = await opened();

    for (const text of charts) await expect(drawn(page, text.replace(' --> ', ' to ')), text).rejects.toThrow(/error on line \d/);
  });
});
