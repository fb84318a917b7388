import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { violations } from './axe.ts';
import { goTo, settled } from './browser.ts';
import { expectNoOverflow } from './faults.ts';
import { describeHistory, edit, runsOf, smallHistory } from './history.ts';
import { program, root } from './program.ts';

describeHistory('where a run comes from', () => {
  const { scratch, served, spoiled } = smallHistory();
  /** Of a repository that can be linked, unlike that of a demo. */
  const source = { repository: 'https://example.com/owner/repository', sha: '0123456789abcdef', ref: null, dirty: false };

  /** Adds a run that is the newest one but for its id and what a test changes. */
  function add(history: string, id: string, change: object): void {
    const newest = JSON.parse(readFileSync(join(history, runsOf(history).at(-1) ?? ''), 'utf8'));
    const file = join(history, `runs/${id.slice(0, 4)}/${id}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ ...newest, id, timelines: null, ...change }));
  }

  it('is said and linked in every view of a run that a workflow measured', () => {
    const id = '20261121T075012345Z-gh4711-2-0123ab';
    return spoiled(
      history => add(history, id, { source }),
      async page => {
        for (const view of ['run', 'matrix', 'compare']) {
          await goTo(page, `#/${view}?run=${id}`);
          expect(await page.innerText('.source'), view).toBe('From workflow run 4711, attempt 2');
          expect(await page.locator('.source a').getAttribute('href'), view).toBe(
            'https://example.com/owner/repository/actions/runs/4711/attempts/2',
          );
        }
        await goTo(page, '#/run');
        expect(await page.locator('.source').count()).toBe(0);
      },
    );
  });

  it('is one of several documents of a workflow run, which every view of one names, and the overview counts as one run', () => {
    const [one, other] = ['aaaaaa', 'bbbbbb'].map(machine => `20261121T075012345Z-gh4711-1-${machine}`) as [string, string];
    return spoiled(
      history => {
        for (const id of [one, other]) add(history, id, {});
        const { chunks } = JSON.parse(readFileSync(join(history, 'index.json'), 'utf8'));
        edit(join(history, `index/${chunks - 1}.json`), text => {
          const { runs, ...rest } = JSON.parse(text);
          const newest = [one, other].map((id, i) => ({ ...runs.at(i - 2), id }));
          return JSON.stringify({ ...rest, runs: [...runs.slice(0, -2), ...newest] });
        });
      },
      async page => {
        expect(await page.innerText('.overview caption')).toContain(', newest 99 runs in 100 documents, ');
        await goTo(page, `#/matrix?run=${one}&metric=peakRss`);
        expect(await page.innerText('main')).toContain('One of 2 documents of its workflow run, one a kind of machine and attempt.');
        await page.getByRole('link', { name: other }).click();
        await settled(page);
        expect(page.url()).toContain(`#/matrix?run=${other}&metric=peakRss`);
        await goTo(page, '#/matrix');
        expect(await page.innerText('main')).not.toContain('One of 2 documents');
      },
    );
  });

  const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  const imported = (url: string) => ({
    imported: 'github-action-benchmark',
    source,
    origin: {
      commit: {
        message: `Make it fast ${hostile}\n\nAnd small.`,
        timestamp: '2026-11-21T08:00:00+01:00',
        url,
        author: { name: 'Ada', email: 'ada@example.com', username: 'ada1' },
        committer: { name: null, email: null, username: 'web-flow' },
      },
      entries: [{ suite: `Suite ${hostile}`, tool: 'benchmarkdotnet', date: '2026-11-21T07:50:12.345+00:00' }],
      texts: { throughput: { range: ['± 5', null], extra: [] } },
    },
  });
  const taken = '20261121T075012345Z-gab-0123';

  it('is said of a run that was taken over, with all that the tool kept of it, and runs no script', () =>
    spoiled(
      history => add(history, taken, imported('https://example.com/commit/0123')),
      async page => {
        await goTo(page, `#/run?run=${taken}`);
        expect(await page.innerText('.source')).toBe(
          `Imported from github-action-benchmark, commit 01234567 by Ada (ada1): Make it fast ${hostile}`,
        );
        expect(await page.locator('.source a').getAttribute('href')).toBe('https://example.com/commit/0123');
        const facts = await page.locator(`[aria-label="Table origin-${taken}"] tbody tr`).allInnerTexts();
        expect(facts.map(fact => fact.split('\t')[0])).toEqual([
          'Commit message',
          'Commit made',
          'Author',
          'Committer',
          'Commit page',
          'Suite',
        ]);
        expect(facts.join('\n')).toContain('And small.');
        expect(facts.join('\n')).not.toContain('ada@example.com');
        expect(await page.locator(`[aria-label="Table origin-texts-${taken}"] tbody tr`).allInnerTexts()).toEqual([
          expect.stringContaining('± 5'),
        ]);
        expect(await page.locator('main img, main script').count()).toBe(0);
        expect(await violations(page)).toEqual([]);
        await page.setViewportSize({ width: 360, height: 800 });
        await settled(page);
        await expectNoOverflow(page);
      },
    ));

  /** A history of three runs of a suite of two benchmarks, taken over from another tool. */
  function importedHistory(): string {
    const person = { name: 'Ada', email: 'ada@example.com', username: 'ada1' };
    const entries = [0, 1, 2].map(day => ({
      commit: { id: `${day}`.repeat(40), message: 'Change it', timestamp: '', url: '', author: person, committer: person },
      date: Date.UTC(2026, 10, 1 + day),
      tool: 'benchmarkdotnet',
      benches: ['Json.Parse(Length: 10)', 'Json.Format'].map((name, i) => ({ name, unit: 'ns', value: 100 * (i + 1) + day })),
    }));
    const [history, data] = [join(scratch(), 'imported'), join(scratch(), 'data.js')];
    mkdirSync(history);
    writeFileSync(data, `window.BENCHMARK_DATA = ${JSON.stringify({ repoUrl: source.repository, entries: { Shop: entries } })}`);
    execFileSync(program, ['history', 'import', data, '--folder', history], { cwd: root });
    return history;
  }

  it('is said of an imported history in every view, with benchmarks as rows and nothing that only ours have', () =>
    served(importedHistory(), async page => {
      const texts = (selector: string) => page.locator(selector).allInnerTexts();
      const benchmarks = ['Json.Format', 'Json.Parse(Length: 10)'];
      await goTo(page, '#/overview?rows=all');
      expect(await texts('.overview thead th')).toEqual(['Scenario \\ Runtime', 'imported']);
      expect((await texts('.overview tbody th .rest')).sort()).toEqual(benchmarks);
      expect(await page.getByLabel('Columns').locator('option').allInnerTexts()).toEqual(['Runtime']);
      const lines = await page.locator('.overview .spark-line').evaluateAll(all => all.map(each => each.getAttribute('d')));
      expect(lines).toEqual(benchmarks.map(() => expect.stringMatching(/^M0 \d+L1 \d+L2 \d+$/)));
      expect(await page.locator('.overview :is(.spark-mark, .better, .worse)').count()).toBe(0);
      expect(await texts('.overview .spark-text .dim')).toEqual(benchmarks.map(() => '? no reference'));
      expect(await page.innerText('.overview caption')).toContain('no reference: values, not ratios');
      await expectNoOverflow(page);
      await goTo(page, '#/overview?rows=all&scenario=parse');
      expect([await texts('.overview tbody th .rest'), await page.getByLabel('Benchmark', { exact: true }).inputValue()]).toEqual([
        benchmarks.slice(1),
        'parse',
      ]);
      expect(await page.innerText('main p[role=status]')).toBe('Benchmarks with “parse” in their names: 1 of 2, 1 hidden.');
      await goTo(page, '#/trend');
      expect(await page.getByLabel('Values', { exact: true }).inputValue()).toBe('value');
      expect(page.url()).not.toContain('mode=');
      expect(await page.innerText('figcaption')).toContain('Values drift with the machine');
      await goTo(page, '#/trend?mode=ratio');
      expect(await page.innerText('main')).toContain('choose absolute values');
      await goTo(page, '#/run');
      expect((await texts('.picture tbody th')).sort()).toEqual(benchmarks);
      expect(await texts('main h2')).not.toContain('Raw files');
      await goTo(page, '#/matrix');
      expect(await texts('.heat thead th')).toEqual(['Benchmark \\ Runtime', 'imported']);
      expect((await texts('.heat tbody th')).sort()).toEqual(benchmarks);
      await goTo(page, '#/compare');
      expect(await page.innerText('.relation')).toContain('Imported: nobody knows on which machine');
      for (const [view, said] of [
        ['gc', 'github-action-benchmark keeps no GC modes.'],
        ['versions', 'github-action-benchmark keeps no versions.'],
      ] as const) {
        await goTo(page, `#/${view}`);
        expect(await texts('main .empty'), view).toEqual([said]);
      }
      for (const view of ['run', 'matrix', 'compare', 'gc', 'versions']) {
        await goTo(page, `#/${view}`);
        const text = await page.innerText('main');
        expect(text, view).toContain('One value of each benchmark, as github-action-benchmark kept it');
        expect(text, view).not.toMatch(/single rounds are kept|run\.json|\b0 (cores|CPUs)|kernel|newer runs only/i);
        expect(await violations(page), view).toEqual([]);
        await expectNoOverflow(page);
      }
    }));

  it('is no link where the address is not https, and a damaged origin does not hide the run', () =>
    spoiled(
      history => {
        add(history, taken, imported('javascript:alert(3)'));
        add(history, `${taken}-2`, { ...imported(''), origin: { commit: { message: 5, author: 'nobody' }, texts: { throughput: null } } });
      },
      async page => {
        await goTo(page, `#/run?run=${taken}`);
        expect(await page.innerText('.source')).toContain('commit 01234567 by Ada');
        expect(await page.locator('.source a, main a[href^="javascript:"]').count()).toBe(0);
        await goTo(page, `#/run?run=${taken}-2`);
        expect(await page.innerText('.source')).toBe('Imported from github-action-benchmark, commit 01234567');
        expect(await page.innerText('main')).toContain('Nothing but values.');
        expect(await page.getByRole('heading', { name: 'Environment' }).count()).toBe(1);
      },
    ));
});
