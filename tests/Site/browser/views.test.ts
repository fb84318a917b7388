import { expect, it } from 'vitest';
import { buttonOf, fileOf, goTo, photograph, saved, settled } from './browser.ts';
import { cramped, expectNoOverflow } from './faults.ts';
import { describeHistory, largeSite } from './history.ts';

describeHistory('a view of a history', () => {
  const site = largeSite();

  it('shows memory, heaps and pauses over time of a chosen run, loaded only then, each with units and a table', async () => {
    const page = await site.open('#/matrix');
    const loaded = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(entry => new URL(entry.name).pathname)
          .filter(path => path.startsWith('/timelines/')),
      );
    expect(await loaded()).toEqual([]);
    await goTo(page, '#/gc');
    expect((await loaded()).length).toBe(1);
    const modes = page.locator('section[aria-label^="GC mode "]');
    expect(await modes.count()).toBe(5);
    expect(await modes.locator('.uplot canvas').count()).toBe(15);
    const first = modes.first();
    expect(await first.locator('.axis-title:not(.x)').allInnerTexts()).toEqual([
      'Memory, MiB (lower is better)',
      'Heaps in use',
      'Pause of each collection, ms (lower is better)',
    ]);
    await first.getByText('Memory as a table').click();
    await first.getByText('Heaps and pauses as a table').click();
    const table = (name: string) => first.locator(`[aria-label^="Table ${name}"] tbody tr`);
    await table('memory').first().waitFor();
    await table('collections').first().waitFor();
    // Rows behind the first 60 come a moment later.
    await settled(page);
    for (const name of ['memory', 'collections']) {
      expect(await table(name).count(), name).toBeGreaterThan(50);
      expect(await table(name).count(), name).toBeLessThanOrEqual(240);
    }
    expect(await first.innerText()).toMatch(/Thinned for the site: \d+ of 601 moments/);

    const chart = first.getByRole('application', { name: /^Pause/ });
    await chart.focus();
    await page.keyboard.press('End');
    expect(await first.locator('.point').last().innerText()).toMatch(/s: generation \d.*, \d heaps?, pause [\d.]+ ms/);

    await page.getByLabel('Run', { exact: true }).selectOption({ index: 2 });
    await settled(page);
    expect((await loaded()).length).toBe(2);
    expect(await modes.count()).toBe(5);
    await page.getByLabel('Run', { exact: true }).selectOption({ index: 3 });
    await settled(page);
    expect((await loaded()).length).toBe(2);
    expect(await page.innerText('main')).toContain('No memory over time');
    expect(page.problems).toEqual([]);
  });

  it('shows which of all five GC modes is for whom, in the GC lab and of the newest runtime of a run', async () => {
    const page = await site.open('#/gc');
    const circles = page.getByRole('img', { name: /^Peak RSS, .* against Throughput, / }).locator('circle');
    expect(await page.getByLabel('Runtime and cores').inputValue()).toBe('net11.0, 2 cores');
    expect(await circles.count()).toBe(5);
    expect(await page.innerText('main')).not.toContain('Not measured side by side');
    await goTo(page, '#/run');
    expect(await page.locator('h3').first().innerText()).toBe('Throughput against memory: the GC modes of net11.0');
    expect(await circles.count()).toBe(5);
    expect(page.problems).toEqual([]);
  });

  it('sets side by side what belongs together where there is room, and one below the other on a phone and on paper', async () => {
    const page = await site.open('#/health', { viewport: { width: 1440, height: 900 } });
    const rows = async () => {
      const tops = await page
        .locator('.pair')
        .first()
        .evaluate(pair => [...pair.children].map(each => Math.round(each.getBoundingClientRect().top)));
      expect(tops.length).toBe(2);
      return new Set(tops).size;
    };
    for (const [width, expected] of [
      [1440, 1],
      [380, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      for (const view of ['health', 'run', 'compare', 'gc']) {
        await goTo(page, `#/${view}`);
        expect(await rows(), `${view} ${width}`).toBe(expected);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ media: 'print' });
    await settled(page);
    expect(await rows()).toBe(2);
  });

  it('links the documents of a run, and they are there; the one that was measured with its hash', async () => {
    const page = await site.open('#/run');
    const table = page.locator('[aria-label^="Table documents-"]');
    const links = await table.locator('a').evaluateAll(all => all.map(each => (each as HTMLAnchorElement).href));
    expect(links.map(link => new URL(link).pathname.split('/')[1])).toEqual(['runs', 'timelines']);
    for (const link of links) expect((await page.request.get(link)).status(), link).toBe(200);
    expect(await table.locator('tr', { hasText: 'as measured' }).locator('code').getAttribute('title')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('calls a change a change in the files of the overview, as the page does', async () => {
    const csv = (await saved(buttonOf(await site.open('#/overview'), /^CSV of table overview-/).first())).toString('utf8');
    expect(csv.split('\r\n')[0]).toMatch(/,verdict of the newest change,settled as,change %,first run after it,/);
    expect(csv).toContain(',no change,');
    expect(csv).not.toMatch(/\bstep\b/);
  });

  it('says in the name of every file that leaves a demo that it is generated', async () => {
    const page = await site.open('#/versions?from=net8.0&to=net10.0');
    for (const [button, name] of [
      [/^CSV of table versions-/, 'generated-versions-net8.0-net10.0.csv'],
      [/^JSON of table versions-/, 'generated-versions-net8.0-net10.0.json'],
      ['SVG of the picture', 'generated-versions-net8.0-net10.0.svg'],
    ] as const)
      expect((await fileOf(buttonOf(page, button).first())).suggestedFilename()).toBe(name);
    await goTo(page, '#/why');
    expect((await fileOf(buttonOf(page, 'File for speedscope').first())).suggestedFilename()).toMatch(/^generated-stacks-/);
    expect(page.problems).toEqual([]);
  });

  it('keeps the chosen run between the views of a run, and names it in the links of a file', async () => {
    const page = await site.open('#/run');
    await page.getByLabel('Run', { exact: true }).selectOption({ index: 2 });
    await settled(page);
    const run = new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('run');
    const linkTo = (view: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view, exact: true });
    expect(await linkTo('Trend').getAttribute('href')).toBe('#/trend');
    expect(await linkTo('Versions').getAttribute('href')).toBe(`#/versions?run=${run}`);
    await linkTo('Matrix').click();
    await settled(page);
    expect(await page.getByLabel('Run', { exact: true }).inputValue()).toBe(run);
    const table = await saved(buttonOf(page, 'JSON of table matrix-throughput').first());
    const rows: { status: string; link: string | null }[] = JSON.parse(String(table));
    const links = rows.flatMap(row => (row.status === 'measured' ? (row.link ?? 'none') : []));
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(link).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/#/compare\\?run=${run}&.*b=`));
    await linkTo('Overview').click();
    await settled(page);
    expect(await linkTo('Matrix').getAttribute('href')).toBe('#/matrix');
    expect(page.problems).toEqual([]);
  });

  it('says same by the bound of the gate, 5 %', async () => {
    const page = await site.open('#/matrix');
    expect(await page.innerText('main')).toContain('= same: effects beyond 5 % are excluded');
  });

  it('leads from a verdict and from a change point to why it changed, with the picture and its table', async () => {
    const page = await site.open('#/health');
    await page.locator('[aria-label="Table verdicts"] a', { hasText: /^why$/ }).click();
    await settled(page);
    expect(page.url()).toMatch(/#\/why\?why=.+-verdict$/);
    expect(await page.innerText('main')).toMatch(
      /generated-change-3 against generated-main[\s\S]*\+2\.11 µs \(95 % interval \+1\.87 to \+2\.35\)/,
    );
    expect(await page.getByRole('treeitem').count()).toBe(5);
    await page.getByText('All methods as a table').click();
    expect(await page.innerText('[aria-label^="Table stacks-"]')).toContain('JsonSerializer.Serialize');
    const back = page.locator('main .context a');
    expect(await back.allInnerTexts()).toEqual(['Trend of the cell', 'Verdict of the gate']);
    expect(await back.first().getAttribute('href')).toMatch(/^#\/trend\?cells=\S+\/net/);
    await back.last().click();
    await settled(page);
    expect(page.url()).toMatch(/#\/health\?verdict=.+-verdict$/);

    await goTo(page, '#/trend');
    const link = page.locator('[aria-label="Table change-points"] a', { hasText: 'what changed inside' });
    expect(await link.count()).toBe(1);
    await link.click();
    await settled(page);
    expect(await page.innerText('main')).toContain('the first bad commit against the commit before');
    expect(await back.allInnerTexts()).toEqual(['Trend of the cell']);
    const explained = page.url();
    await goTo(page, '#/overview');
    await page.locator('.answer.big a', { hasText: 'Why it changed' }).click();
    await settled(page);
    expect(page.url()).toBe(explained);
    expect(page.problems).toEqual([]);
  });

  it('says of an explanation that is gone that another one is shown', async () => {
    const page = await site.open('#/why?why=2020-gone');
    expect(await page.innerText('main')).toContain('2020-gone is no longer kept');
  });

  it('says of what an address names what is not there', async () => {
    const page = await site.open();
    for (const [address, expected] of [
      ['trend?cells=gone/net10.0/server/2c', 'gone/net10.0/server/2c: not in this history, so something else is shown.'],
      ['overview?metric=gone&cols=cores', 'gone; cores: not in this history, so something else is shown.'],
      ['trend?metric=gone', 'gone: not in this history, so something else is shown.'],
      ['compare?b=gone', 'gone: not measured in this run, so something else is shown.'],
      ['compare?metric=gone', 'gone: not measured of these variants, so something else is shown.'],
      ['matrix?scenario=gone&metric=lost', 'gone; lost: not in this run, so something else is shown.'],
      ['versions?axis=runtime&to=net99.0', 'net99.0: not comparable in this run, so something else is shown.'],
      ['gc?scenario=gone', 'gone: not measured in this run, so something else is shown.'],
      ['gc?traced=gone', 'gone: not traced in this run, so something else is shown.'],
      ['why?cell=gone', 'gone: not traced, so something else is shown.'],
      ['health?verdict=gone', 'gone: not in the list of verdicts below.'],
    ] as const) {
      await goTo(page, `#/${address}`);
      expect(await page.locator('main .empty').allInnerTexts(), address).toContain(expected);
      await goTo(page, `#/${address.split('?')[0]}`);
      expect(await page.locator('main .empty').allInnerTexts(), address).not.toContain(expected);
    }
  });

  it('brings a chosen verdict into sight with its date and commits, and marks it in the list', async () => {
    const page = await site.open('#/health', { viewport: { width: 380, height: 800 } });
    const chosen = page.locator('[aria-label="Table verdicts"] tbody th a').first();
    const date = await chosen.innerText();
    await chosen.click();
    await settled(page);
    const heading = page.locator('main h2').first();
    expect(await heading.innerText()).toMatch(/^Verdict of 20\d\d-\d\d-\d\d \d\d:\d\d UTC: [0-9a-f]{8}/);
    expect(await heading.innerText()).toContain(date);
    expect(await heading.evaluate(each => each === document.activeElement)).toBe(true);
    const box = await heading.boundingBox();
    expect([(box?.y ?? -1) >= 0, (box?.y ?? 800) + (box?.height ?? 0) <= 800]).toEqual([true, true]);
    expect(await page.locator('[aria-current="true"]').allInnerTexts()).toEqual([date]);
    for (const width of [380, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      await expectNoOverflow(page);
      expect(await cramped(page)).toEqual([]);
      await photograph(page, 'site-health-verdict');
    }
    expect(page.problems).toEqual([]);
  });

  it('has a list of the search box that closes when it is left, and follows the active entry', async () => {
    const page = await site.open('#/trend', { viewport: { width: 1440, height: 360 } });
    const box = page.getByRole('combobox', { name: /Search/ });
    const list = page.getByRole('listbox', { name: 'Found' });
    const find = async () => {
      await box.fill('net10');
      await list.waitFor();
    };
    await find();
    for (let i = 0; i < 11; i++) await page.keyboard.press('ArrowDown');
    const [active, frame] = await Promise.all([list.locator('[aria-selected=true]').boundingBox(), list.boundingBox()]);
    expect((active?.y ?? 999) + (active?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0) + 1);
    const leave: Record<string, () => Promise<unknown>> = {
      escape: () => page.keyboard.press('Escape'),
      tab: () => page.keyboard.press('Tab'),
      elsewhere: () => page.locator('h1').click({ position: { x: 4, y: 4 } }),
      navigation: () => goTo(page, '#/overview'),
    };
    for (const [how, close] of Object.entries(leave)) {
      await find();
      await close();
      await list.waitFor({ state: 'hidden' });
      expect(await box.getAttribute('aria-expanded'), how).toBe('false');
    }
    expect(page.problems).toEqual([]);
  });

  it('shows what traced rounds say of the GC: phases, roots, percentiles with intervals, and what DATAS decided', async () => {
    const page = await site.open('#/gc');
    const table = page.locator('[aria-label="Table gc-traced"]');
    expect(await table.locator('thead th').allInnerTexts()).toEqual([
      'Statistic',
      'About',
      'Unit',
      'server',
      'datas',
      'Difference',
      '95 % interval',
    ]);
    expect(await table.innerText()).toMatch(
      /Pause of gen0, p95\s+Collections and pauses\s+ms\s+1\.600\s+2\.300\s+\+0\.700\s+\+0\.200 to \+1\.200/,
    );
    for (const group of ['Phases', 'Roots', 'Generations and heaps']) expect(await table.innerText()).toContain(group);
    const decisions = page.getByRole('region', { name: 'Decisions of DATAS in datas' });
    expect(await decisions.innerText()).toMatch(/90 decisions in a round, \d+ of them about another number of heaps/);
    expect(await decisions.locator('.axis-title:not(.x)').allInnerTexts()).toEqual([
      'Heaps that it chose',
      'Load: allocated since the collection before, MB/s',
      'Memory, MB',
      'Cost of collections that it decides by, %',
    ]);
    await decisions.getByText('Decisions as a table').click();
    // Rows behind the first 60 come a moment later.
    await decisions.locator('tbody tr').nth(89).waitFor();
    expect(await decisions.locator('tbody tr').count()).toBe(90);
    const last = ['Cost considered, %', 'Why'];
    expect((await decisions.locator('thead th').allInnerTexts()).slice(-2)).toEqual(last);
    expect(await decisions.locator('tbody').innerText()).toMatch(/–\s+the cost is not off its target for long enough/);
    expect(await decisions.locator('tbody').innerText()).toContain('the cost is above its target');
    expect(page.problems).toEqual([]);
  });

  it('names the traced cell in the GC lab, and says so where it is not the chosen one', async () => {
    const page = await site.open('#/gc');
    const traced = page.locator('[aria-labelledby="gc-traced"]');
    expect(await traced.locator('h2').innerText()).toBe('datas against server in hello-minimal/net8.0/2c, according to traced rounds');
    expect(await traced.locator('h3').allInnerTexts()).toEqual(['datas in hello-minimal/net8.0/2c']);
    const said = traced.locator('.empty');
    expect(await said.allInnerTexts()).toEqual(['datas-call/net11.0/2c: not traced, so hello-minimal/net8.0/2c is shown.']);
    await goTo(page, '#/gc?scenario=hello-minimal&place=net8.0%2C+2+cores');
    expect(await said.count()).toBe(0);
    expect(page.problems).toEqual([]);
  });

  it('shows in the gate health what the newest verdict would have seen, and the error rates of replayed rounds', async () => {
    const page = await site.open('#/health');
    expect(await page.innerText('main')).toMatch(
      /generated-change-3, .*: a change of [\d.]+ % in half of 12 series, of 6\.0 % in all\. In 10 of them it would have seen what the gate wants/,
    );
    const picture = page.locator('figure:has(svg[aria-label^="Smallest change"])');
    // Two cells beyond the line of 5 % would have hidden a change of that size.
    const marks = ['circle', 'circle.open', 'line.zero'].map(mark => picture.locator(mark).count());
    expect(await Promise.all(marks)).toEqual([12, 2, 1]);
    expect(await picture.locator('figcaption').innerText()).toBe(
      'One dot a cell. Line: the size that the gate is to find; empty dots: cells that would have hidden it.',
    );
    expect(await page.innerText('[aria-label="Table would-have-seen"]')).toMatch(/Throughput\s+12\s+5\s+2\.4\s+[\d.]+\s+6\.0/);
    const replayed = await page.locator('[aria-label="Table replay"] tbody tr').allInnerTexts();
    expect(replayed[0]).toMatch(/^nothing\s+0\.6 \(0\.3 to 1\.3\)\s+0\.4 \([\d.]+ to [\d.]+\)\s+–\s+–/);
    expect(replayed[2]).toMatch(/^CPU \+5 %\s+98\.1/);
  });

  it('compares the cells of a heat map with one kind of thing, and names the anchor of each where these are asked for', async () => {
    const page = await site.open('#/matrix');
    expect(await page.innerText('table.heat caption')).toMatch(/; change against: same cell, net8\.0$/);
    expect(await page.getByLabel('Change against').inputValue()).toBe('runtime:net8.0');
    expect(await page.locator('table.heat td', { hasText: 'compared with this' }).count()).toBe(5);
    expect(await page.textContent('main .answer')).toMatch(/^Throughput: \d+ better, \d+ worse, \d+ without a difference found\.$/);
    await goTo(page, '#/matrix?against=anchor');
    expect(await page.innerText('table.heat caption')).toMatch(/the anchor of its block, one of 3, named in each cell$/);
    expect(await page.locator('table.heat td', { hasText: 'against net8.0 datas' }).count()).toBe(7);
    const each = ['workstation', 'datas', 'server-conserve'].map(gc => `against net8\\.0 ${gc} \\d+ better[^;]*`);
    expect(await page.textContent('main .answer')).toMatch(new RegExp(`^Throughput: ${each.join('; ')}\\.$`));
    await expectNoOverflow(page);
  });

  it('says what every line of the trend may be, and names the metrics of a verdict as all views do', async () => {
    const page = await site.open('#/trend');
    expect(await page.innerText('figcaption')).toContain('dotted: new reference, runtime, SDK, tool, driver,');
    await goTo(page, '#/health');
    await page.locator('[aria-label="Table verdicts"] tbody th a').first().click();
    const metrics = page.locator('[aria-label^="Table verdict-"] tbody td[data-title="Metric"]');
    await metrics.first().waitFor();
    await settled(page);
    expect(new Set(await metrics.allInnerTexts())).toEqual(new Set(['Throughput']));
  });

  it('offers each kind of machine once for absolute values, and says of one without any that another has some', async () => {
    const page = await site.open('#/trend?mode=value&last=100');
    const machines = page.getByLabel('Machine', { exact: true }).locator('option');
    expect(await machines.count()).toBe(3);
    const gone = machines.filter({ hasText: '8370C' });
    expect(await gone.textContent()).toContain('(any kernel, image and boot)');
    await goTo(page, `#/trend?mode=value&last=100&machine=${await gone.getAttribute('value')}`);
    expect(await page.innerText('main')).toContain('No run of this range measured this cell and metric on this machine');
  });

  it('gives each event its mark, the date of its run and the way there', async () => {
    const page = await site.open('#/trend');
    await page.getByText(/^Events: \d+ changes/).click();
    await settled(page);
    const row = page.locator('[aria-label="Table events"] tbody tr').first();
    expect(await row.locator('th').innerText()).toBe('1');
    expect(await row.locator('a').innerText()).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d UTC$/);
    expect(await row.locator('a').getAttribute('href')).toMatch(/^#\/run\?run=20\d{6}T/);
  });

  it('shows what people said of two of its change points, and counts it in the gate health', async () => {
    const page = await site.open('#/trend');
    const table = await page.innerText('[aria-label="Table change-points"]');
    for (const label of ['noise', 'wanted']) expect(table).toContain(`labelled ${label}`);
    const labelled = page.locator('[aria-label="Table change-points"] td[data-title="Verdict"]', { hasText: /labelled (noise|wanted)/ });
    expect([await labelled.count(), await labelled.locator('.verdict').count()]).toEqual([2, 0]);
    await goTo(page, '#/health');
    expect(await page.innerText('main')).toContain('the same code twice (A/A) worse (red)');
    const triage = page.locator('h2:text("Marks of the trend") + .answer');
    expect(await triage.innerText()).toContain('False alarms of the trend: 1 of 2 labelled changes');
    expect(await triage.locator('a').getAttribute('href')).toMatch(/^https:.*\/docs\/trend\.md#alerts$/);
  });

  it('says in the Compare view what else differs between two variants, and between two runs', async () => {
    const page = await site.open('#/compare');
    const table = page.locator('[aria-label="Table environment-difference"]');
    // The generated runs record no more than that.
    expect(await page.innerText('main')).toMatch(/Nothing else that the runs recorded differs/);
    await page.getByLabel('Run of A').selectOption({ index: 12 });
    await settled(page);
    expect(await table.locator('caption').innerText()).toBe('What else differs between A and B');
    expect((await table.locator('caption').boundingBox())?.height, 'one line').toBeLessThan(45);
    expect(await table.locator('thead th').allInnerTexts()).toEqual(['What', 'Of', 'A', 'B']);
    expect(await table.innerText()).toMatch(/CPU\s+machine|SHA-256\s+program|\.NET\s+runtime/);
  });

  it('shows in the gate health how often the rules of others are red without a change, and what they find', async () => {
    const page = await site.open('#/health');
    const table = page.locator('[aria-label="Table rules"]');
    expect(await table.locator('thead th').allInnerTexts()).toEqual([
      'Rule',
      'False alarms (A/A, lower is better)',
      ...['CPU +3 %', 'CPU +5 %', 'CPU +10 %', 'allocations +64 B'].map(name => `Found: ${name} (higher is better)`),
    ]);
    const rows = await table.locator('tbody tr').allInnerTexts();
    expect(rows.map(row => row.split('\t')[0])).toEqual([
      'this gate',
      ...['105', '110', '120', '200'].map(percent => `last against previous, ${percent} %`),
      'mean of three, 5 %',
      'Mann-Whitney 0.05, uncorrected',
    ]);
    expect(await table.evaluate(frame => frame.scrollWidth <= frame.clientWidth)).toBe(true);
    for (const row of rows) expect(row.match(/\d+ of \d+ \([\d.]+ to [\d.]+\)/g)?.length, row).toBe(5);
    expect(page.problems).toEqual([]);
  });
});
