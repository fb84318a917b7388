import { describe, expect, it } from 'vitest';
import { href, listOf, parseRoute } from '../../../reports/site/src/app/route.ts';
import { search, searchItems } from '../../../reports/site/src/app/search-items.ts';
import { axisSize, ticksBetween } from '../../../reports/site/src/charts/DotPlot.tsx';
import { intervalTicks } from '../../../reports/site/src/charts/IntervalLine.tsx';
import { notAmong } from '../../../reports/site/src/components/NotThere.tsx';
import type { RunEntry } from '../../../reports/site/src/data/history-files.ts';
import { scaleFor } from '../../../reports/site/src/data/metric.ts';
import { checkRun, FileProblem, type Variant } from '../../../reports/site/src/data/run-document.ts';
import { number, percent, spread, withUnit } from '../../../reports/site/src/text/format.ts';
import { toCsv, toJson } from '../../../reports/site/src/text/table-files.ts';
import { comparedDocument, importedRun, metric, sampleDocument } from './samples.ts';

describe('an address', () => {
  it('brings every parameter back', () => {
    const params = { cells: 'a b/net10.0/server/2c,x&y=1#?', metric: 'p99.9 %' };
    const route = parseRoute(href('trend', params));
    expect([route.view, route.query.get('cells'), route.query.get('metric')]).toEqual(['trend', params.cells, params.metric]);
  });

  it('keeps cells readable', () =>
    expect(href('trend', { cells: 'hello/net10.0/server/2c' })).toBe('#/trend?cells=hello/net10.0/server/2c'));

  it('is written as a form writes it, but for what stays readable', () => {
    const readable = { '%2F': '/', '%2C': ',', '%40': '@', '%3A': ':' };
    const characters = [...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)), 'é', '😀', '%2F', 'plain', ''];
    for (const each of characters) {
      const params = { cells: `a${each}b/c`, [`p${each}`]: each, last: null, none: undefined };
      const search = new URLSearchParams(Object.entries({ cells: params.cells, [`p${each}`]: each }).filter(([, value]) => value !== ''));
      const expected = Object.entries(readable).reduce((text, [code, sign]) => text.replaceAll(code, sign), search.toString());
      expect(href('trend', params), each).toBe(`#/trend?${expected}`);
    }
    expect([href(''), href('run', { run: null }), href('run', { run: '' })]).toEqual(['#/', '#/run', '#/run']);
  });

  it('falls back when a value is not allowed', () =>
    expect(parseRoute('#/trend?last=7').query.oneOf('last', ['100', '300'], '300')).toBe('300'));

  it('names what it asks for and is not there', () => {
    const { query } = parseRoute('#/matrix?scenario=gone&metric=throughput&against=');
    expect(notAmong(query, { scenario: ['hello'], metric: ['throughput'], against: ['anchor'], gc: ['server'] })).toEqual(['gone']);
    const cells = notAmong(parseRoute('#/trend?cells=a,b,c').query, { cells: ['a', 'c'] });
    const metrics = (there: readonly string[]) => notAmong(parseRoute('#/trend?metric=a,b').query, { metric: there });
    expect([cells, metrics(['a,b']), metrics(['a', 'c'])]).toEqual([['b'], [], ['a,b']]);
  });
});

describe('a list in an address', () => {
  const listed = (hash: string) => parseRoute(hash).query.list('cells');

  it('comes back whatever is in its items', () => {
    let seed = 21;
    const random = (below: number) => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % below;
    };
    const characters = [...',\\ (:)%&=#+/@C2é'];
    const item = () => Array.from({ length: 1 + random(12) }, () => characters[random(characters.length)]).join('');
    for (let i = 0; i < 500; i++) {
      const items = Array.from({ length: 1 + random(5) }, item);
      const hash = href('trend', { cells: listOf(items), metric: 'meanTime' });
      expect(listed(hash), hash).toEqual(items);
    }
  });

  it('is read as it was before there was a mark for commas', () => {
    expect(listed('#/trend?cells=a/net10.0,b/net8.0,')).toEqual(['a/net10.0', 'b/net8.0']);
    expect(listed('#/trend?cells=a%2Cb')).toEqual(['a', 'b']);
    expect(listed('#/trend?cells=C:%5Cx,b')).toEqual(['C:\\x', 'b']);
    expect([listed('#/trend'), listed('#/trend?cells=,')]).toEqual([[], []]);
  });

  it('is read as the comment and the issue write it', () =>
    expect(listed('#/trend?cells=Parse%28Length%3A%2010%5C%2C%20Kind%3A%20A%29/net10.0/server/2c,b&metric=meanTime')).toEqual([
      'Parse(Length: 10, Kind: A)/net10.0/server/2c',
      'b',
    ]));

  it('leads from a cell that was searched to its trend', () => {
    const id = 'Parse(Length: 10, Kind: A)/net10.0/server/2c';
    const cell = { ...(sampleDocument().variants[0] as Variant).cell, id };
    const [found] = search(searchItems([cell], [], true), 'Kind: A)');
    expect(listed(found?.link ?? '')).toEqual([id]);
  });
});

describe('text', () => {
  it('carries units and signs', () => {
    expect(withUnit(97_390_638, metric('peakRss'))).toBe('93 MiB');
    expect([percent(5.84), percent(-0.04)]).toEqual(['+5.8 %', '−0.0 %']);
  });

  it('writes every number as the formatter of the language does', () => {
    const sizes = [0, 1e-9, 0.004, 0.005, 0.5, 1.005, 1.45, 2.5, 8.345, 99.95, 998.4999, 998.9999, 999, 999.5, 1000, 123_456.789];
    const random = Array.from({ length: 2000 }, (_, i) => Math.sin(i) * 10 ** ((i % 9) - 3));
    const rounded = random.map(each => Number(each.toFixed(2)));
    const values = [...sizes, ...sizes.map(size => -size), ...random, ...rounded, Number.NaN, Number.POSITIVE_INFINITY];
    for (const decimals of [0, 1, 2, 3, 4]) {
      const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
      for (const value of values) expect(number(value, decimals), `${value}, ${decimals}`).toBe(format.format(value).replace('-', '−'));
    }
  });

  it('says of several sizes from which to which they are, the smallest first, and of equal ones that one', () => {
    expect(spread([-5.6, -3.4, -5])).toBe('from −3.4 to −5.6 %');
    expect([spread([4, 4.01]), spread([2])]).toEqual(['+4.0 %', '+2.0 %']);
  });

  it.each([
    ['bytes', 512, 'bytes', 1],
    ['bytes', 97_390_638, 'MiB', 1024 ** 2],
    ['bytes/s', 5_000_000, 'MiB/s', 1024 ** 2],
    ['us', 360, 'µs', 1],
    ['us', 15_000, 'ms', 1000],
    ['ns', 900, 'ns', 1],
    ['ns', 40_000, 'µs', 1e3],
    ['ns', 3_000_000, 'ms', 1e6],
    ['ns', 2_000_000_000, 's', 1e9],
  ])('shows %s up to %d in %s', (unit, largest, expected, factor) =>
    expect(scaleFor({ ...metric('peakRss'), unit }, largest)).toMatchObject({ unit: expected, factor }),
  );

  it('leaves room for the longest label of an axis', () => {
    expect(axisSize(['0', '500'], true)).toBe(44);
    expect(axisSize(['0', '1,500'], true)).toBe(18 + 7 * 5);
    expect(axisSize(['0', '1,500'], false)).toBe(64);
    expect(axisSize([], false)).toBe(64);
  });

  it('puts round numbers on an axis', () => expect(ticksBetween(-0.4, 2.6, 6)).toEqual([0, 0.5, 1, 1.5, 2, 2.5]));

  it('puts at least two numbers below intervals, however small they are, and not more than there is room for', () => {
    expect(intervalTicks([-4.4, 3.4])).toEqual([-3, 0, 3]);
    expect(intervalTicks([-12, 4])).toEqual([-10, 0]);
    for (let width = 0.4; width < 200; width *= 1.03)
      for (let share = 0; share <= 1; share += 0.02) {
        const ticks = intervalTicks([-share * width, (1 - share) * width]);
        expect([ticks.length >= 2, ticks.length <= 4, ticks.includes(0)], `${width} ${share}`).toEqual([true, true, true]);
      }
  });
});

describe('a downloaded table', () => {
  it('is marked as UTF-8 as CSV, quotes what needs quoted and disarms formulas', () => {
    expect(
      toCsv(
        ['a', 'b'],
        [
          ['x,"y"', '=1+1'],
          [null, -2.5],
        ],
      ),
    ).toBe('\uFEFFa,b\r\n"x,""y""",\'=1+1\r\n,-2.5\r\n');
  });

  it('is a list of objects as JSON', () => expect(JSON.parse(toJson(['a'], [[1], [null]]))).toEqual([{ a: 1 }, { a: null }]));
});

describe('the search', () => {
  const items = searchItems(
    sampleDocument().variants.map(variant => variant.cell),
    [],
    false,
  );

  it('finds cells by any words', () =>
    expect(search(items, 'net10 datas').map(item => item.text)).toEqual(['hello-controllers/net10.0/datas/2c']));

  it('finds a cell once, though a comparison has it on both sides and with copies', () => {
    const cells = comparedDocument().variants.map(variant => variant.cell);
    const id = 'hello-controllers/net10.0/server/2c';
    expect(search(searchItems(cells, [], false), id).map(item => item.link)).toEqual([`#/compare?b=${id}`]);
  });

  it('finds a benchmark that was imported as a cell, and takes it for no GC mode', () => {
    const cells = importedRun().document.variants.map(variant => variant.cell);
    expect(search(searchItems(cells, [], true), 'json').map(item => item.kind)).toEqual(['Cell', 'Cell']);
    expect(search(searchItems(cells, [], true), 'shop')[0]?.kind).toBe('Scenario');
  });

  it.each([8, 10, 40])('finds a run by %i digits of its commit, and no other run', digits => {
    const whole = '0123456789abcdef0123456789abcdef01234567';
    const run = (id: string, sha: string | null) => ({ id, sha, ref: 'main', startedAt: '2026-11-20T03:17:00Z' }) as unknown as RunEntry;
    const found = (...runs: readonly RunEntry[]) => search(searchItems([], runs, true), whole.slice(0, digits)).map(({ link }) => link);
    expect(found(run('a', whole), run('b', whole.replace('67', '89')), run('c', null), run('d', ''))).toEqual(['#/run?run=a']);
    // A run of which fewer digits are known than were pasted.
    expect(found(run('short', whole.slice(0, 9)))).toEqual(['#/run?run=short']);
    expect(search(searchItems([], [run('a', whole)], true), `${whole.slice(0, 7)}f`)).toEqual([]);
  });

  it('finds axis values first', () => expect(search(items, 'server')[0]).toMatchObject({ kind: 'GC', text: 'server' }));
});

describe('a document', () => {
  it.each([
    [null, 'found no object'],
    [{ schemaVersion: 2 }, 'schemaVersion is 2'],
    [{}, 'no schemaVersion'],
    [{ schemaVersion: 1, variants: 3 }, '"variants" is missing'],
  ])('that cannot be read is named: %j', (value, expected) => {
    expect(() => checkRun(value, 'x.json')).toThrow(expected);
    expect(() => checkRun(value, 'x.json')).toThrow(FileProblem);
  });
});
