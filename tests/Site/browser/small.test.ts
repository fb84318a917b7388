import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { buttonOf, goTo, reload, saved, settled, tabThrough } from './browser.ts';
import { onPaper } from './faults.ts';
import { describeHistory, edit, runsOf, smallHistory, views } from './history.ts';
import { demo } from './program.ts';

describeHistory('a small history', () => {
  const { whole, scratch, served, spoiled } = smallHistory();

  /** Of all steps the newest alone is left, in one of the newest 100 runs, with what is given besides. */
  const withNewestAlone = (given: object, see: Parameters<typeof spoiled>[1]) =>
    spoiled(
      history =>
        edit(join(history, 'changes.json'), text => {
          const { changes, ...rest } = JSON.parse(text);
          const newest = changes.at(-1);
          const members = newest.members.map((member: object) => ({ ...member, sequence: 250 }));
          return JSON.stringify({ ...rest, changes: [{ ...newest, members, sequence: 250, ...given }] });
        }),
      see,
    );

  const newestVerdict = (history: string): { id: string; path: string; publishedAt: string; sha: string } =>
    JSON.parse(readFileSync(join(history, 'verdicts/index.json'), 'utf8')).items[0];

  it('can be used with the keyboard alone in every view: all of it is reached, shows the focus, and does something', () =>
    served(whole(), async page => {
      for (const view of views) {
        await reload(page, `#/${view}`);
        const { stops, missed, unmarked } = await tabThrough(page);
        expect(stops, view).toBeGreaterThan(1);
        expect(missed, view).toEqual([]);
        expect(unmarked, view).toEqual([]);
        const before = page.url();
        // A list of choices where the view has one, else a link inside the view.
        const choice = page.locator('main select:has(option:nth-child(2))').first();
        const isList = (await choice.count()) > 0;
        await (isList ? choice : page.locator('main a[href^="#/"]').first()).focus();
        const isLast =
          isList && (await choice.evaluate(list => (list as HTMLSelectElement).selectedIndex === (list as HTMLSelectElement).length - 1));
        await page.keyboard.press(isLast ? 'ArrowUp' : isList ? 'ArrowDown' : 'Enter');
        await settled(page);
        expect(page.url(), view).not.toBe(before);
        expect(await page.locator('.problem').count(), view).toBe(0);
      }
    }));

  it('prints every view on light paper, all of its tables, and without what can only be clicked', () =>
    served(whole(), async page => {
      for (const view of views) {
        await goTo(page, `#/${view}`);
        expect(await onPaper(page), view).toEqual([]);
      }
    }));

  it('shows every view of a history of one run', () => {
    return served(demo(1, 12), async page => {
      for (const view of views) {
        await goTo(page, `#/${view}`);
        expect((await page.innerText('main')).length, view).toBeGreaterThan(20);
      }
      for (const view of ['overview', 'trend']) {
        await goTo(page, `#/${view}`);
        expect(await page.innerText('.answer.big')).toContain('one run is too few');
      }
      await goTo(page, '#/overview');
      // One day, and no key of a band, which takes two runs.
      expect(await page.innerText('.overview caption')).toMatch(/, newest run, 20\d\d-\d\d-\d\d\. Each picture/);
      expect(await page.innerText('.overview caption')).not.toContain('95 % interval');
      // A single run cannot show a step: never "no change", nor "none".
      expect(await page.locator('.by-metric').count()).toBe(0);
      expect(new Set(await page.locator('.overview .spark-text .dim').allInnerTexts())).toEqual(new Set(['? too few runs']));
    });
  });

  it('does not know whether it is getting slower where no run measured a reference, and says how to pin one', () =>
    spoiled(
      history => {
        for (const name of readdirSync(join(history, 'index')))
          edit(join(history, 'index', name), text => text.replaceAll(/"reference":\d+/g, '"reference":null'));
        edit(join(history, 'index.json'), text => text.replace(/"marks":\d+/, '"marks":0'));
      },
      async page => {
        for (const view of ['overview', 'trend']) {
          await goTo(page, `#/${view}`);
          const said = await page.innerText('.answer.big');
          expect(said).toMatch(/^\? Not known yet: no reference was measured/);
          expect(said).toContain('crank/reference.yml');
          const link = page.locator('.answer.big a', { hasText: 'How to pin a commit' });
          expect(await link.evaluate(each => new URL((each as HTMLAnchorElement).href).pathname)).toMatch(/\/crank\/README\.md$/);
        }
      },
    ));

  it('says beside its no at which of the newest runs a step would not have been found', () =>
    spoiled(
      history =>
        edit(join(history, 'events.json'), text => {
          const { events, ...rest } = JSON.parse(text);
          const later = (event: { kind: string; from: string | null }) =>
            event.kind === 'reference' && event.from !== null ? { ...event, sequence: 250 } : event;
          return JSON.stringify({ ...rest, events: events.map(later) });
        }),
      async page =>
        expect(await page.innerText('.answer.big')).toMatch(
          /^✓ No: no change for the worse in the newest 100 runs, up to 20\d\d-\d\d-\d\d; the last two cannot be judged yet\.\s+A change on 20\d\d-\d\d-\d\d \(new reference\) would not have been found; one within nine runs after that may not have been\./,
        ),
    ));

  it('does not say no where nothing was measured for long, and leads to the workflow runs, which the footer has as well', () =>
    spoiled(
      history =>
        edit(join(history, 'index.json'), text =>
          text
            .replace('"generated":true', '"generated":false')
            .replace('"repository":"generated/repository"', '"repository":"https://example.com/owner/repository.git"'),
        ),
      async page => {
        expect(await page.innerText('.answer.big')).toMatch(
          /^\? Not known yet: nothing was measured for [\d,]+ days; until then no change for the worse in the newest 100 runs, .* yet\. Workflow runs/,
        );
        for (const place of ['.answer.big', 'footer']) {
          const link = page.locator(`${place} a`, { hasText: 'Workflow runs' });
          expect(await link.getAttribute('href'), place).toBe('https://example.com/owner/repository/actions');
        }
        expect(await page.locator('.answer.no').count()).toBe(0);
      },
    ));

  it('steps to the run before and after the one that is shown, in every view of a run', () =>
    served(whole(), async page => {
      const [before, newest] = runsOf(whole())
        .slice(-2)
        .map(path => basename(path, '.json'));
      const ways = page.locator('.beside a');
      for (const view of ['run', 'matrix', 'compare', 'versions', 'gc']) {
        await goTo(page, `#/${view}`);
        expect(await ways.allInnerTexts(), view).toEqual(['Previous run']);
        await ways.click();
        await settled(page);
        expect(new URL(page.url()).hash, view).toBe(`#/${view}?run=${before}`);
        expect(await ways.allInnerTexts(), view).toEqual(['Previous run', 'Next run']);
        await ways.last().click();
        await settled(page);
        expect(new URL(page.url()).hash, view).toBe(`#/${view}?run=${newest}`);
      }
    }));

  it('does not say no while a scenario fails in every cell', () =>
    spoiled(
      history =>
        edit(join(history, 'catalogue.json'), text => {
          const { cells, ...rest } = JSON.parse(text);
          const failing = (cell: { scenario: string }) =>
            cell.scenario === cells[0].scenario ? { ...cell, status: 'failed', reason: 'exited with code 139' } : cell;
          return JSON.stringify({ ...rest, cells: cells.map(failing) });
        }),
      async page => {
        expect(await page.locator('.answer.big a', { hasText: 'The reasons' }).getAttribute('href')).toMatch(/^#\/run\?run=20/);
        expect(await page.innerText('.answer.big')).toMatch(
          /^\? Not known yet: nothing of \S+ was measured last time; otherwise no change for the worse in .*\s+Failed last time, so not known: /,
        );
        expect(await page.locator('.answer.no').count()).toBe(0);
        const { cells } = JSON.parse(readFileSync(join(whole(), 'catalogue.json'), 'utf8'));
        await goTo(page, `#/trend?cells=${cells[0].id}`);
        const reason = page.locator('main p', { hasText: 'exited with code 139' });
        expect(await reason.innerText()).toMatch(/^failed \S+: exited with code 139 \(the run of 20\d\d-\d\d-\d\d\)$/);
        expect(await reason.locator('a').getAttribute('href')).toMatch(/^#\/run\?run=20/);
      },
    ));

  it('does not say no while a scenario has too few runs with a reference', () =>
    spoiled(
      history => {
        edit(join(history, 'latest.json'), text => text.replaceAll(/"noise":\[[^\]]*\]/g, '"noise":[]'));
        edit(join(history, 'changes.json'), text => JSON.stringify({ ...JSON.parse(text), changes: [] }));
      },
      async page => {
        expect(await page.innerText('.answer.big')).toMatch(
          /^\? Not known yet: nothing of (\S+) can be judged yet; otherwise no change .*\s+Not judged: \1 \(too few runs with a reference yet\)\./,
        );
        expect(await page.locator('.answer.no').count()).toBe(0);
        expect(await page.locator('.overview .spark-text', { hasText: 'too few runs' }).count()).toBeGreaterThan(0);
        expect(await page.locator('.overview .spark-text', { hasText: 'no change' }).count()).toBe(0);
      },
    ));

  const repository = 'https://example.com/owner/repository';

  /** Shows the history as if it was measured, of a repository that can be linked. */
  const ofRepository = (look: (shown: Page) => Promise<void>) =>
    spoiled(history => {
      edit(join(history, 'index.json'), text => text.replace('"generated":true', '"generated":false'));
      for (const file of ['index.json', runsOf(history).at(-1) ?? ''])
        edit(join(history, file), text => text.replaceAll('"generated/repository"', `"${repository}"`));
    }, look);

  it('says beside the brand, in the tab and below a kept picture of which project it is', () =>
    ofRepository(async shown => {
      const project = shown.locator('header .project');
      expect([await project.innerText(), await project.getAttribute('href')]).toEqual(['owner/repository', repository]);
      expect(await shown.title()).toBe('Overview · owner/repository');
      await goTo(shown, '#/versions');
      expect(await shown.title()).toBe('Versions · owner/repository');
      const svg = (await saved(buttonOf(shown, 'SVG of the picture').first())).toString('utf8');
      expect(svg.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')).toContain(' owner/repository: ');
    }));

  it('names no project for a demo, whose repository is made up', () =>
    served(whole(), async shown =>
      expect([await shown.locator('header .project').count(), await shown.title()]).toEqual([0, 'Overview · perfmatrix']),
    ));

  it('leads from runs, verdicts and self-tests to their commits, but not in a demo', async () => {
    const commits = (shown: Page) => shown.locator('main a[href*="/commit/"]').allInnerTexts();
    await ofRepository(async shown => {
      await goTo(shown, '#/health');
      const lists = shown.locator(':is([aria-label="Table verdicts"], [aria-label="Table selftests"]) tbody tr');
      expect((await commits(shown)).length).toBe(await lists.count());
      await goTo(shown, '#/run');
      expect(await commits(shown)).toEqual([expect.stringMatching(/^[0-9a-f]{8}$/), expect.stringMatching(/^[0-9a-f]{40}$/)]);
      await goTo(shown, '#/trend?last=100');
      await shown.getByText('The chart as a table').click();
      await shown.waitForSelector('[aria-label^="Table trend-"] tbody tr');
      await settled(shown);
      expect((await commits(shown)).length).toBe(100);
      const first = shown.locator('[aria-label^="Table trend-"] a[href*="/commit/"]').first();
      expect(await first.getAttribute('href')).toMatch(/^https:\/\/example\.com\/owner\/repository\/commit\/[0-9a-f]{40}$/);
    });
    await served(whole(), async shown => expect(await commits(shown)).toEqual([]), '#/run');
  });

  it('links the commits of a change, but not those of a demo, whose repository is made up', async () => {
    const links = (page: Page) => page.locator('main a[href*="/compare/"]').count();
    await served(whole(), async page => expect(await links(page)).toBe(0), '#/trend');
    await spoiled(
      history =>
        edit(join(history, 'changes.json'), text => text.replaceAll('"generated/repository"', '"https://example.com/owner/repository"')),
      async page => expect(await links(page)).toBeGreaterThan(0),
      '#/trend',
    );
  });

  it('shows a labelled step in grey with its label, and neither answers with it nor counts it', () =>
    withNewestAlone({ label: 'noise' }, async page => {
      expect(await page.innerText('.answer.big')).toMatch(
        /^✓ No: no change for the worse in the newest 100 runs, up to 20\d\d-\d\d-\d\d; .* yet\.\s+In the newest 100 runs also: 1 change labelled noise or infrastructure\./,
      );
      await goTo(page, '#/overview?rows=all&metric=throughput');
      const labelled = page.locator('.overview td', { hasText: /[+−]\d+\.\d % noise/ });
      expect(await labelled.count()).toBeGreaterThan(0);
      expect(await labelled.locator('.spark-mark.settled').count()).toBe(await labelled.count());
      expect(await page.locator('.overview :is(.verdict, .spark .worse, .spark .better)').count()).toBe(0);
      expect(await page.innerText('.by-metric')).toMatch(/^Changes in these runs: Throughput 1 settled, CPU\/req 1 settled; none of /);
      await goTo(page, '#/trend');
      expect(await page.locator('[aria-label="Table change-points"] .verdict').count()).toBe(0);
      expect(await page.innerText('.chart-legend')).toContain('grey letters: labelled or acknowledged');
    }));

  it('leads from a chart to one of as many runs as show its older changes', () =>
    spoiled(
      history =>
        edit(join(history, 'changes.json'), text => {
          const { changes, ...rest } = JSON.parse(text);
          const newest = changes.at(-1);
          const members = newest.members.map((member: object) => ({ ...member, sequence: 20 }));
          return JSON.stringify({ ...rest, changes: [{ ...newest, members, sequence: 20, until: undefined }] });
        }),
      async page => {
        expect(await page.innerText('.chart-legend')).toContain('1 older change point: choose more runs');
        const more = page.getByRole('link', { name: 'choose more runs' });
        expect(await more.getAttribute('href')).toBe('#/trend');
        await more.click();
        await settled(page);
        expect([await more.count(), await page.getByLabel('Runs', { exact: true }).inputValue()]).toEqual([0, '300']);
      },
      '#/trend?last=100',
    ));

  it('counts among all rows no cell that is no longer measured, as it shows none', () =>
    spoiled(
      history =>
        edit(join(history, 'catalogue.json'), text => {
          const { cells, ...rest } = JSON.parse(text);
          return JSON.stringify({ ...rest, cells: cells.map((cell: object, i: number) => (i === 0 ? { ...cell, last: 100 } : cell)) });
        }),
      async page => {
        const rows = page.getByLabel('Rows', { exact: true }).locator('option');
        expect(await rows.allTextContents()).toEqual(['similar rows folded', 'all 11 cells']);
        expect(await page.locator('.overview .spark').count()).toBe(11);
        expect(await page.innerText('main')).toContain('1 cell that is no longer measured: see Trend.');
      },
      '#/overview?rows=all',
    ));

  it('shows a benchmark with two parameters in the trend, though its name has a comma', () => {
    const name = 'Parse(Length: 10, Kind: A)/net10.0/server/2c';
    return spoiled(
      history =>
        edit(join(history, 'catalogue.json'), text => {
          const { cells, ...rest } = JSON.parse(text);
          return JSON.stringify({ ...rest, cells: cells.map((cell: object, i: number) => (i === 1 ? { ...cell, id: name } : cell)) });
        }),
      async page => {
        await page.getByLabel('Cell', { exact: true }).selectOption(name);
        await settled(page);
        expect(await page.innerText('.chart-legend')).toContain(name);
        expect(await page.getByLabel('Cell', { exact: true }).inputValue()).toBe(name);
        await page.getByLabel('Add a cell').selectOption({ index: 1 });
        await settled(page);
        expect(await page.getByLabel('Cell 1', { exact: true }).inputValue()).toBe(name);
        expect(await page.locator('.chart-legend svg').count()).toBe(2);
      },
      '#/trend',
    );
  });

  it('says how many verdicts there are where the list is cut, and which self-tests had runs without an answer', () =>
    spoiled(
      history => {
        edit(join(history, 'verdicts/index.json'), text => JSON.stringify({ ...JSON.parse(text), total: 1234 }));
        edit(join(history, 'selftests/index.json'), text => {
          const { items, ...rest } = JSON.parse(text);
          const { aaUnanswered, ...old } = items[0];
          expect(aaUnanswered).toBe(0);
          return JSON.stringify({
            ...rest,
            items: [
              { ...items[0], aaUnanswered: 3 },
              { ...old, id: 'old' },
            ],
          });
        });
      },
      async page => {
        expect(await page.innerText('[aria-label="Table verdicts"] caption')).toMatch(/, newest first: newest \d+ of 1,234$/);
        expect(await page.innerText('main .answer.big')).toContain(
          '. 3 more ended undecided or incomplete, which fails a pull request, too.',
        );
        const column = page.locator('[aria-label="Table selftests"] td[data-title="Without an answer"]');
        expect(await column.allInnerTexts()).toEqual(['3', 'not known']);
      },
      '#/health',
    ));

  it('shows the newest replay, and the newest trials, also where a newer self-test has neither', () =>
    spoiled(
      history => {
        writeFileSync(join(history, 'selftests/later.json'), '{"document":{"schemaVersion":1,"trials":[]}}');
        edit(join(history, 'selftests/index.json'), text => {
          const { items, ...rest } = JSON.parse(text);
          const none = { aaRuns: 0, aaRed: 0, redRate: null, low: null, high: null, replayed: false };
          return JSON.stringify({ ...rest, items: [{ ...items[0], ...none, id: 'later', path: 'selftests/later.json' }, ...items] });
        });
      },
      async page => {
        await goTo(page, '#/health');
        expect(await page.locator('[aria-label="Table replay"] tbody tr').count()).toBe(3);
        expect(await page.locator('svg.power').count()).toBe(1);
        expect(await page.locator('[aria-label="Table selftests"] tbody tr').count()).toBe(2);
      },
    ));

  it('shows apart what a verdict only reports, and identical programs as the same', () =>
    spoiled(
      history => {
        const { path } = newestVerdict(history);
        edit(join(history, path), text => {
          const envelope = JSON.parse(text);
          const [first] = envelope.document.cells;
          const like = { ...first, verdict: 'worse', metric: 'latencyP50', gates: false };
          const same = { ...first, verdict: 'same', cell: 'untouched', identical: true, detectablePercent: null };
          const cells = [{ ...first, verdict: 'same' }, like, same];
          return JSON.stringify({ ...envelope, document: { ...envelope.document, outcome: 'pass', cells } });
        });
      },
      async (page, history) => {
        await goTo(page, `#/health?verdict=${newestVerdict(history).id}`);
        const words = page.locator('[aria-label^="Table verdict-"] td[data-title="Verdict"]');
        expect(await words.allInnerTexts()).toEqual(['= same']);
        const titles = page.locator('[aria-label^="Table verdict-"] thead th', { hasText: 'Acknowledged' });
        expect(await titles.count()).toBe(0);
        expect(await page.innerText('main')).toContain('Beside them the same (identical program): 1 series.');
        await page.getByText('Reported only: 1 verdict of metrics that never fail a change').click();
        await words.nth(1).waitFor();
        expect(await words.nth(1).innerText()).toBe('✗ worse, reported only');
        await page.getByText('The same (identical program): 1 cell').click();
        expect(await page.innerText('main')).toContain('untouched');
      },
    ));

  it('has a column of what is acknowledged where a cell has such a line, and in every file', () =>
    spoiled(
      history =>
        edit(join(history, newestVerdict(history).path), text => {
          const { document, ...rest } = JSON.parse(text);
          const [first, ...others] = document.cells;
          return JSON.stringify({ ...rest, document: { ...document, cells: [{ ...first, acknowledged: 'known' }, ...others] } });
        }),
      async (page, history) => {
        const { id } = newestVerdict(history);
        await goTo(page, `#/health?verdict=${id}`);
        expect(await page.locator('td[data-title="Acknowledged"]', { hasText: 'known' }).count()).toBe(1);
        expect(String(await saved(buttonOf(page, `CSV of table verdict-${id}`)))).toContain(',Acknowledged');
      },
    ));

  it('heads a chosen verdict with its date and both commits', () =>
    spoiled(
      history => {
        const { path } = newestVerdict(history);
        edit(join(history, path), text => {
          const { document, ...rest } = JSON.parse(text);
          return JSON.stringify({ ...rest, document: { ...document, base: { label: 'main', sha: '89abcdef'.repeat(5) } } });
        });
      },
      async (page, history) => {
        const { id, publishedAt, sha } = newestVerdict(history);
        await goTo(page, `#/health?verdict=${id}`);
        const date = `${publishedAt.slice(0, 16).replace('T', ' ')} UTC`;
        expect(await page.locator('main h2').first().innerText()).toBe(`Verdict of ${date}: ${sha.slice(0, 8)} against 89abcdef`);
      },
    ));

  it('shows what people said of a red verdict, under which id, and how often the gate was wrong by that', () =>
    spoiled(
      history => {
        edit(join(history, 'verdicts/index.json'), text => text.replace('"outcome":"regressed"', '$&,"label":"noise"'));
      },
      async (page, history) => {
        const { id } = newestVerdict(history);
        await goTo(page, `#/health?verdict=${id}`);
        expect(await page.innerText('#verdict + .legend')).toContain(`Id ${id}, labelled noise. How to label it`);
        const gate = page.locator('h2:text-is("Verdicts") + .answer');
        expect(await gate.innerText()).toContain('False alarms of the gate: 1 of 1 labelled red verdict, 100.0 % (95 % interval 20.7 to');
        expect(await gate.locator('a').getAttribute('href')).toMatch(/^https:.*\/docs\/gate\.md#how-often-is-the-gate-wrong$/);
        expect(await page.innerText('[aria-label="Table verdicts"]')).toContain('regressed, labelled noise');
      },
    ));

  it('answers in grey with a step that is acknowledged, and names the day, in the box and in the pictures', () =>
    withNewestAlone({ acknowledged: '9999-12-31' }, async page => {
      expect(await page.innerText('.answer.big')).toMatch(/^✗ Yes, but settled: .*, acknowledged until 9999-12-31\./);
      const borderOf = (selector: string) => page.locator(selector).evaluate(each => getComputedStyle(each).borderLeftColor);
      const grey = await borderOf('.answer.big');
      await goTo(page, '#/overview?rows=all&metric=throughput');
      expect(await page.locator('.overview td', { hasText: /[+−]\d+\.\d % acknowledged/ }).count()).toBeGreaterThan(0);
      expect(await page.locator('.overview :is(.verdict, .spark .worse, .spark .better)').count()).toBe(0);
      await page.locator('.answer.big').evaluate(each => each.classList.add('yes'));
      expect(await borderOf('.answer.big')).not.toBe(grey);
      await goTo(page, '#/trend');
      expect(await page.textContent('[aria-label="Table change-points"]')).toContain('acknowledged until 9999-12-31');
    }));

  it('says in every view of a history without a run that there is none yet, which is no file that failed', () => {
    const empty = join(scratch(), 'empty');
    mkdirSync(empty);
    writeFileSync(
      join(empty, 'index.json'),
      JSON.stringify({
        schemaVersion: 1,
        runs: 0,
        chunk: 100,
        chunks: 0,
        newest: null,
        repository: null,
        verdict: null,
        selftest: null,
        marks: 0,
        problems: [],
      }),
    );
    return served(empty, async page => {
      for (const view of views) {
        await goTo(page, `#/${view}`);
        expect(await page.innerText('main'), view).toMatch(/(no run|no explanation) has been published|not measured yet/i);
        expect(await page.locator('.problem').count(), view).toBe(0);
      }
      for (const view of ['run', 'matrix', 'compare', 'versions', 'gc'] as const) {
        await goTo(page, `#/${view}`);
        expect(await page.innerText('main .empty'), view).toContain('Measure with perfmatrix run, then publish with perfmatrix publish.');
      }
      await page.getByRole('button', { name: 'Copy link' }).click();
      await page.locator('.said', { hasText: '#/gc' }).or(page.getByText('Link copied')).waitFor();
      // Badges of verdicts and self-tests that nobody has published would say "not yet" for ever.
      expect(await page.locator('footer img').count()).toBe(0);
      expect(await page.locator('footer a').count()).toBe(1);
    });
  });
});
