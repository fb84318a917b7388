import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleDocument } from '../unit/samples.ts';
import { expectAccessible, halfOf, narrowest, violations } from './axe.ts';
import { buttonOf, fileOf, goTo, launch, open, photograph, settled, temporaryFolder, widths } from './browser.ts';
import { cramped, expectNoOverflow, onPaper, overlaps, spilled, wordy } from './faults.ts';
import { describeHistory } from './history.ts';
import { demo, program, root, serve } from './program.ts';

const names = ['000', '001', '002', '003', '004'];
const subjects = ['DATAS', 'Zero GC', 'Large values as JSON', 'Throughput of .NET versions', 'Memory of a million tasks'];
const titles = names.map((name, i) => `${subjects[i]}: article ${name} followed up`);
const pages = ['#/articles', ...names.map(name => `#/articles?article=${name}`)];

describeHistory('a site with articles and the page of another tool beside it', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serve>>;
  /** A report of the command line. */
  let report: string;
  const look = (hash: string, options: BrowserContextOptions = {}) => open(browser, site.address + hash, options);

  beforeAll(async () => {
    folder = temporaryFolder();
    const target = join(folder.path, 'site');
    mkdirSync(join(target, 'benchmark'), { recursive: true });
    writeFileSync(join(target, 'benchmark/index.html'), '<title>Benchmarks</title>');
    execFileSync(program, ['site', 'build', '--out', target, '--history', demo(1, 12), '--articles', 'reports/articles'], {
      cwd: root,
    });
    const [run, file] = [join(folder.path, 'run.json'), join(folder.path, 'gc.html')];
    writeFileSync(run, JSON.stringify(sampleDocument()));
    execFileSync(program, ['report', 'gc', run, '--out', file], { cwd: root });
    report = pathToFileURL(file).href;
    site = await serve(target);
    browser = await launch();
  });

  afterAll(async () => {
    await browser.close();
    site.end();
    folder.remove();
  });

  it('lists the articles, and each has a page with its figures and its charts', async () => {
    const page = await look('#/articles');
    expect(await page.innerText('nav')).toContain('Articles');
    // Each says which article it is, and a report of a part, of which it is one and comes behind it.
    const first = page.locator('main ul.words li').first();
    expect(await first.innerText()).toMatch(/^DATAS: article 000 followed up: Kenny Pflug, "Optimize ASP\.NET Core memory with DATAS", /);
    const all = await page.locator('main ul.words a').allInnerTexts();
    expect(new Set(all).size).toBe(all.length);
    for (const title of all) expect(title).toMatch(/^[\w. ]+: article \d{3} followed up(: [\w-]+)?$/);
    const links = page.locator('main ul.words a', { hasText: /followed up$/ });
    expect(await links.allInnerTexts()).toEqual(titles);
    for (const [i, name] of names.entries()) {
      await goTo(page, '#/articles');
      await links.nth(i).click();
      await settled(page);
      expect(page.url()).toContain(`article=${name}`);
      expect([await page.innerText('h1'), await page.title()]).toEqual([titles[i], `${titles[i]} · perfmatrix`]);
      expect(await page.innerText('.context')).toMatch(/AMD EPYC|Intel\(R\) Xeon/);
      expect(await page.locator('main section.scroll tbody tr').count(), name).toBeGreaterThan(10);
      // Of a long caption the first sentence stands above its table, the rest below it.
      await page.locator('main summary', { hasText: 'How to read this table' }).first().click();
      expect(await page.locator('main details[open] > p').first().innerText(), name).not.toBe('');
      expect(await page.locator('main td', { hasText: /^[+-]0(\.0+)?$/ }).count(), name).toBe(0);
      const bars = page.locator('main figure svg.plot');
      expect(await bars.locator('rect.bar').count(), name).toBeGreaterThan(4);
      expect(await bars.locator('rect.bar.foreign').count(), name).toBeGreaterThan(0);
    }
    expect(page.problems).toEqual([]);
  });

  it('draws of an article first what a screen shows, and the rest a moment later', async () => {
    const page = await look('#/articles');
    const first = await page.evaluate(() => {
      location.hash = '#/articles?article=000';
      return new Promise<string[]>(done => {
        const watch = new MutationObserver(() => {
          const titles = [...document.querySelectorAll('main h2')].map(each => each.textContent ?? '');
          if (titles.length === 0) return;
          watch.disconnect();
          done(titles);
        });
        watch.observe(document.body, { childList: true, subtree: true });
      });
    });
    expect(first).toEqual(['The article', 'What differs here']);
    await settled(page);
    expect((await page.locator('main h2').allInnerTexts()).slice(0, 4)).toEqual([...first, 'Our figures', 'What the article claims']);
    expect(page.problems).toEqual([]);
  });

  it('draws memory, heaps and pauses over time when a cell is opened, each with a table', async () => {
    const page = await look('#/articles?article=000');
    // Pages of the documentation that a text names are links.
    expect(await page.locator('main section p a[href^="https://"][href$="/docs/articles.md"]').count()).toBe(1);
    const fold = page.locator('main details', { hasText: 'datas-live/net10.0/datas/2c' }).first();
    await fold.locator('summary').first().click();
    await fold.locator('.uplot canvas').nth(2).waitFor();
    expect(await fold.locator('.uplot canvas').count()).toBe(3);
    const chart = fold.getByRole('application').first();
    await chart.focus();
    await page.keyboard.press('End');
    expect(await fold.locator('.point').first().innerText()).toMatch(/^[\d.]+ s: resident [\d,.]+, unmanaged /);
    await fold.getByText('The chart as a table').first().click();
    // A round of 30 s, a row for each second.
    await fold.locator('tbody tr').nth(29).waitFor();
    expect(page.problems).toEqual([]);
  });

  it.each(pages.map((hash, i) => [hash, halfOf(i)] as const))('has no violation that axe finds and fits, %s', async (hash, half) => {
    const page = await look(hash, narrowest);
    const fits = async (seen: string) => {
      expect(await overlaps(page), seen).toEqual([]);
      await expectNoOverflow(page);
    };
    await expectAccessible(page, hash, fits, half);
    expect(page.problems).toEqual([]);
  });

  /** What holds of every page, whatever it shows. */
  const expectReadable = async (page: Page, width: number, name: string) => {
    await expectNoOverflow(page);
    if (width <= 380 || width === 1440) expect(await cramped(page), name).toEqual([]);
    if (width === 1440) expect(await spilled(page), name).toEqual([]);
    expect(await wordy(page), name).toEqual([]);
    expect(await overlaps(page), name).toEqual([]);
    await photograph(page, name);
  };

  it.each(widths)('fits %i px on every page, without labels over each other, and is photographed', async width => {
    const options = { viewport: { width, height: 800 } };
    const page = await look('#/articles', options);
    for (const hash of pages) {
      await goTo(page, hash);
      await expectReadable(page, width, `site-${hash.replaceAll(/\W+/g, '-').replace(/^-/, '')}`);
    }
    const own = await open(browser, report, options);
    await expectReadable(own, width, 'report-gc-command');
    expect([...page.problems, ...own.problems]).toEqual([]);
  });

  it('prints on light paper, all of its tables, and without what can only be clicked', async () => {
    const page = await look('#/articles');
    for (const hash of pages) {
      await goTo(page, hash);
      expect(await onPaper(page), hash).toEqual([]);
    }
    expect(await onPaper(await open(browser, report))).toEqual([]);
  });

  it('names the files of an article after it: they were measured, also beside a demo', async () => {
    const page = await look('#/articles?article=001');
    const file = await fileOf(buttonOf(page, /^CSV of table/).first());
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    expect(file.suggestedFilename()).not.toMatch(/^generated-/);
  });

  it('says of nothing below or above an article that it is generated, and of the demo beside it in both places', async () => {
    const page = await look('#/overview');
    const badge = page.locator('footer img[src$="gate.svg"]');
    expect([await page.locator('.generated').count(), await badge.count()]).toEqual([1, 1]);
    for (const hash of ['#/articles', '#/articles?article=000']) {
      await goTo(page, hash);
      expect([await page.locator('.generated').count(), await page.locator('footer').count()], hash).toEqual([0, 0]);
    }
    expect(page.problems).toEqual([]);
  });

  it('links the page of github-action-benchmark from the first screen', async () => {
    const page = await look('#/overview');
    const link = page.getByRole('link', { name: 'The charts of github-action-benchmark' });
    const address = await link.evaluate(each => (each as HTMLAnchorElement).href);
    expect(new URL(address).pathname).toBe('/benchmark/');
    expect(await page.innerText('main')).toContain('mean time of each project of benchmarks');
    expect((await page.request.get(address)).status()).toBe(200);
  });

  it('says of an article that is not there that its file is missing', async () => {
    const page = await look('#/articles?article=999');
    expect(await page.innerText('.problem')).toContain('articles/999.json');
  });

  it('has the title of what is shown in the tab: of an article, of the list, of another view', async () => {
    const page = await look('#/articles?article=001');
    const tab = async (hash: string) => {
      await goTo(page, hash);
      return page.title();
    };
    expect(await page.title()).toBe(`${titles[1]} · perfmatrix`);
    expect(await tab('#/articles')).toBe('Articles · perfmatrix');
    expect(await tab('#/trend')).toBe('Trend · perfmatrix');
    expect(await tab('#/articles?article=001')).toBe(`${titles[1]} · perfmatrix`);
  });

  it('shows a report of the command line as a page of its own, which needs nothing else', async () => {
    const page = await open(browser, report);
    expect(await page.innerText('h1')).toMatch(/^Garbage collector, run /);
    expect(await page.title()).toBe(`${await page.innerText('h1')} · owner/repository`);
    expect(await page.getAttribute('header .project', 'href')).toBe(sampleDocument().source.repository);
    expect(await page.locator('meta[property="og:title"]').getAttribute('content')).toBe(await page.innerText('h1'));
    expect(await page.locator('nav a').allInnerTexts()).toEqual(['Report']);
    expect(await violations(page)).toEqual([]);
    expect(page.problems).toEqual([]);
  });
});
