import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { settled } from './browser.ts';

/** No sideways scrolling of the whole page: wide content scrolls in its own frame. */
export async function expectNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
}

/** Frames that have to be scrolled sideways, those that cut cards in two, and texts of charts that are drawn smaller than other text: of every view, on a phone and at 1440 px. */
export const cramped = (page: Page) =>
  page.evaluate(() => {
    const frames = [...document.querySelectorAll('main :is(.scroll, .plot-frame)')]
      .filter(frame => frame.scrollWidth > frame.clientWidth + 1)
      .map(frame => `scrolls: ${frame.getAttribute('aria-label') ?? frame.className}`);
    const cut = [...document.querySelectorAll('main .scroll:not(.long):has(.stack)')]
      .filter(frame => innerWidth <= 700 && frame.scrollHeight > frame.clientHeight + 1)
      .map(frame => `cut: ${frame.getAttribute('aria-label') ?? frame.className}`);
    const texts = [...document.querySelectorAll('svg.plot text')]
      .filter(text => Number.parseFloat(getComputedStyle(text).fontSize) * ((text as SVGTextElement).getScreenCTM()?.a || 1) < 12)
      .map(text => `small: ${text.textContent}`);
    return [...frames, ...cut, ...texts];
  });

/** Texts of tables that reach out of their fields, over the text beside them. */
export const spilled = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main tbody :is(th, td)')]
      .filter(field => field.scrollWidth > field.clientWidth + 1)
      .map(field => `spilled: ${field.textContent}`),
  );

/** Numbers of tables that do not end at one edge, or whose digits differ in width: of every view that is wider than a phone. */
export const unaligned = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main td.numeric')]
      .filter(field => {
        const { textAlign, fontVariantNumeric } = getComputedStyle(field);
        return textAlign !== 'right' || !fontVariantNumeric.includes('tabular-nums');
      })
      .map(field => `unaligned: ${field.textContent}`),
  );

/** Prose that belongs into the documentation: a line of a view that is long, one of more than a sentence without a way on, and a second one above the first picture. */
export const wordy = (page: Page) =>
  page.evaluate(() => {
    const lines = [...document.querySelectorAll<HTMLElement>('main :is(.legend, figcaption, caption)')];
    // Not what was found, the names of what is shown, texts of axes and buttons, nor those of a report, which is a document itself.
    const found = '.answer, .answer p, .axis-title, .downloads, .generated, .loading, .point, .sides, .text';
    const paragraphs = [...document.querySelectorAll<HTMLElement>(`main p:not(${found})`)];
    const picture = document.querySelector('main :is(figure, .scroll, .plot-frame)');
    const isAbove = (line: Element) => picture !== null && line.compareDocumentPosition(picture) === Node.DOCUMENT_POSITION_FOLLOWING;
    const isAlone = (line: HTMLElement) =>
      /[.!?]\s+[A-Z]/.test(line.innerText) && line.querySelector(line.matches('.legend') ? 'a[href*="/docs/"]' : 'a[href]') === null;
    const named = (what: string, of: readonly HTMLElement[]) => of.map(line => `${what}: ${line.innerText}`);
    /** Without the keys of the marks of a table. */
    const proseOf = (line: HTMLElement) => {
      const copy = line.cloneNode(true) as HTMLElement;
      for (const key of copy.querySelectorAll('.picture-key')) key.remove();
      return (copy.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    };
    return [
      ...named(
        'long',
        [...new Set([...lines, ...paragraphs])].filter(line => proseOf(line).length > 160),
      ),
      ...named('without a link', paragraphs.filter(isAlone)),
      ...named('stacked', lines.filter(isAbove).slice(1)),
    ];
  });

/** The darkest and the palest opaque point of each line chart, from 0 to 255. On light ground the darkest is its text. */
export const shades = (page: Page) =>
  page.locator('.uplot canvas').evaluateAll(all =>
    all.map(each => {
      const canvas = each as HTMLCanvasElement;
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      let [darkest, palest] = [255, 0];
      for (let i = 0; i < data.length; i += 4) {
        if ((data[i + 3] ?? 0) <= 200) continue;
        const [red, green, blue] = [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0];
        darkest = Math.min(darkest, Math.max(red, green, blue));
        palest = Math.max(palest, Math.min(red, green, blue));
      }
      return { darkest, palest };
    }),
  );

/** Puts a page on paper, and tells what is there that should not: a dark ground or pale text, colours that mean something and that a browser would not print, what can only be clicked, what is folded or cut, and a note that numbers are made up which is missing. */
export async function onPaper(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.waitForFunction(() => document.querySelector('main details:not([open])') === null);
  await settled(page);
  const pale = (await shades(page)).filter(each => each.darkest >= 60).map(each => `pale chart: ${each.darkest}`);
  const others = await page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const named = (what: string, of: readonly Element[]) => of.map(each => `${what}: ${each.outerHTML.slice(0, 100)}`);
    return [
      ...(getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)' ? [] : ['dark ground']),
      ...named(
        'not printed',
        all('main :is([class*="better-"], [class*="worse-"], .picture-key > b)').filter(
          // The older name, which all versions of Chromium know.
          each => getComputedStyle(each).getPropertyValue('-webkit-print-color-adjust') !== 'exact',
        ),
      ),
      ...named(
        'to click',
        all('header :is(nav, .tools), footer, main :is(button, select, input)').filter(each => each.checkVisibility()),
      ),
      ...named(
        'not on paper',
        all('main .generated').filter(each => !each.checkVisibility()),
      ),
      ...named(
        'cut',
        all('main .scroll').filter(frame => frame.scrollHeight > frame.clientHeight + 1),
      ),
    ];
  });
  await page.emulateMedia({ media: 'screen' });
  return [...pale, ...others];
}

/** Texts of a chart that lie over each other, or begin left of it, where they are cut. */
export const overlaps = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const chart of document.querySelectorAll('svg.plot')) {
      const texts = [...chart.querySelectorAll('text')].map(text => ({ text: text.textContent, box: text.getBoundingClientRect() }));
      const edge = chart.getBoundingClientRect().left - 1;
      found.push(...texts.filter(({ box }) => box.width > 0 && box.left < edge).map(({ text }) => `cut: ${text}`));
      texts.forEach((a, i) => {
        for (const b of texts.slice(i + 1)) {
          if (a.box.left < b.box.right && b.box.left < a.box.right && a.box.top + 2 < b.box.bottom && b.box.top + 2 < a.box.bottom)
            found.push(`${a.text} / ${b.text}`);
        }
      });
    }
    return found;
  });
