import { describe, expect, it } from 'vitest';
import { axesOf, axisValue, memoryText, titleOver, variantLabel } from '../../../reports/site/src/data/axes.ts';
import { scaleFor } from '../../../reports/site/src/data/metric.ts';
import type { Block, Sample, Variant } from '../../../reports/site/src/data/run-document.ts';
import { RunIndex } from '../../../reports/site/src/data/run-index.ts';
import {
  againstWords,
  captionOf,
  comparisonOf,
  distinct,
  hidesBase,
  type MatrixCell,
  type MatrixChoice,
  matrixOf,
  referenceNames,
  shownVariants,
  summaryOf,
  usualAgainst,
} from '../../../reports/site/src/views/matrix-model.ts';
import { summarize, upgradeOf } from '../../../reports/site/src/views/upgrade-model.ts';
import { comparedDocument, importedRun, metric, metrics, sampleDocument, sampleRun } from './samples.ts';

const choice: MatrixChoice = {
  rows: 'runtime',
  columns: 'gc',
  filters: { scenario: 'hello-controllers', cores: '2' },
  metric: metric('throughput'),
  against: 'anchor',
};

const at = (cells: ReturnType<typeof matrixOf>, row: string, column: string) => {
  const cell = cells.cells[cells.rows.indexOf(row)]?.[cells.columns.indexOf(column)];
  if (cell === undefined) throw new Error(`no cell ${row} ${column}`);
  return cell;
};

/** Every cell of the sample twice: without and with a limit of memory. */
const limitedRun = () => {
  const run = sampleDocument();
  const limited = run.variants.map(variant => {
    const id = `${variant.cell.id}/512MiB`;
    return { ...variant, id, cell: { ...variant.cell, id, memoryBytes: 512 * 1024 ** 2 } };
  });
  const blocks = run.blocks.map(block => ({ ...block, variants: block.variants.flatMap(id => [id, `${id}/512MiB`]) }));
  return new RunIndex({ ...run, blocks, variants: [...run.variants, ...limited] }, metrics);
};

describe('the metrics of variants', () => {
  it('are all that one of them has, also those that no catalogue knows', () => {
    const document = sampleDocument();
    const [first, second] = document.variants as [Variant, Variant];
    const samples: Sample[] = [
      { variant: first.id, round: 1, metrics: { brandNew: 1 } },
      { variant: second.id, round: 1, metrics: { peakRss: 2, throughput: 3 } },
    ];
    const run = new RunIndex({ ...document, samples }, metrics);
    expect(run.metricsOf([first]).map(metric => metric.name)).toEqual(['brandNew']);
    expect(run.metricsOf([first, second]).map(metric => metric.name)).toEqual(['throughput', 'peakRss', 'brandNew']);
  });
});

describe('the name of a variant', () => {
  const [variant] = sampleDocument().variants as [Variant];

  it('begins with side and copy where the run has several, whatever its id is', () => {
    const axes = 'hello-controllers · net8.0 · workstation · 2 cores';
    expect(variantLabel({ ...variant, id: 'x' }, false)).toBe(axes);
    expect(variantLabel({ ...variant, id: 'x' }, true)).toBe(`head · ${axes}`);
    expect(variantLabel({ ...variant, id: 'x', side: 'base', twin: 1 }, true)).toBe(`base#1 · ${axes}`);
  });
});

describe('what was imported', () => {
  const cells = importedRun().document.variants.map(variant => variant.cell);
  const own = sampleDocument().variants.map(variant => variant.cell);
  const [variant] = importedRun().document.variants as [Variant];

  it('has benchmarks where ours have GC modes, and no cores', () => {
    expect([titleOver(cells, 'gc'), titleOver([...cells, ...own], 'gc')]).toEqual(['Benchmark', 'GC']);
    expect(axesOf(cells)).toEqual(['scenario', 'runtime', 'gc']);
    expect(axesOf(own)).toEqual(['scenario', 'runtime', 'gc', 'cores']);
    expect(variantLabel(variant, false)).toBe('Shop · Json.Parse(Length: 10)');
  });
});

describe('cells with a limit of memory', () => {
  const [plain, limited] = limitedRun()
    .document.variants.filter(variant => variant.cell.id.startsWith('hello-controllers/net10.0/server/2c'))
    .slice(0, 2) as [Variant, Variant];

  it('are named with it, others as ever', () => {
    expect([variantLabel(plain, false), variantLabel(limited, false)]).toEqual([
      'hello-controllers · net10.0 · server · 2 cores',
      'hello-controllers · net10.0 · server · 2 cores · 512MiB',
    ]);
    expect(memoryText({ ...plain.cell, memoryBytes: 1024 ** 3 })).toBe('1GiB');
    expect(variantLabel({ ...plain, cell: { ...plain.cell, cpuMillicores: 500 } }, false)).toContain(' · cpu-500m');
    expect(axisValue({ ...plain.cell, cpuMillicores: 2000 }, 'cpuLimit')).toBe('cpu-2');
  });

  it('are shown by an axis that runs without them lack', () => {
    expect(axesOf([plain.cell])).not.toContain('memory');
    expect(axesOf([plain.cell, limited.cell])).toContain('memory');
  });

  it('have a place of their own and are not compared across limits', () => {
    const cellAt = (memory: string) =>
      at(matrixOf(limitedRun(), { ...choice, filters: { ...choice.filters, memory } }), 'net10.0', 'server');
    expect([cellAt('none').variant?.id, cellAt('512MiB').variant?.id]).toEqual([plain.id, limited.id]);
    const rows = upgradeOf(limitedRun(), 'runtime', 'net8.0', 'net10.0', metrics).rows.map(row => [row.from.id, row.to.id, row.label]);
    expect(rows).toContainEqual([
      'hello-controllers/net8.0/server/2c/512MiB',
      'hello-controllers/net10.0/server/2c/512MiB',
      'hello-controllers · server · 2 cores · 512MiB',
    ]);
  });
});

describe('the caption of the heat map', () => {
  const captionWith = (run: RunIndex, filters: MatrixChoice['filters']) =>
    captionOf(run, { ...choice, filters: { ...choice.filters, ...filters } }, scaleFor(choice.metric, 1), 'something');

  it('says what every list has chosen, a limit only where the run has some', () => {
    const captionOfCells = (cells: string) => `Throughput, requests/s (higher is better); ${cells}; change against: something`;
    const plain = captionOfCells('hello-controllers, 2 cores');
    expect(captionWith(sampleRun(), { memory: 'none', cpuLimit: 'none' })).toBe(plain);
    const unlimited = captionOfCells('hello-controllers, 2 cores, Memory limit: none');
    expect(captionWith(limitedRun(), { memory: 'none' })).toBe(unlimited);
    const limited = captionOfCells('hello-controllers, 1 core, 512MiB');
    expect(captionWith(limitedRun(), { memory: '512MiB', cores: '1' })).toBe(limited);
  });
});

describe('the heat map', () => {
  it('has a place for every pair of axis values, with value and change against the anchor', () => {
    const model = matrixOf(sampleRun(), choice);
    expect([model.rows, model.columns]).toEqual([
      ['net8.0', 'net9.0', 'net10.0'],
      ['workstation', 'server', 'datas'],
    ]);
    const cell = at(model, 'net10.0', 'workstation');
    expect(cell.change?.verdict).toBe('better');
    expect(cell.change?.percent).toBeCloseTo(12, 0);
  });

  it('compares the anchor with nothing', () => expect(at(matrixOf(sampleRun(), choice), 'net8.0', 'workstation').change).toBeNull());

  it('compares with the sibling that has another value on one axis', () => {
    const cell = at(matrixOf(sampleRun(), { ...choice, against: 'gc:workstation' }), 'net10.0', 'server');
    expect(cell.reference?.id).toBe('hello-controllers/net10.0/workstation/2c');
  });

  it('shows head of a comparison, of its copies the first, also as what a cell is compared with', () => {
    const compared = new RunIndex(comparedDocument(), metrics);
    expect(shownVariants(compared).map(variant => variant.id)).toEqual(sampleDocument().variants.map(variant => variant.id));
    const cell = at(matrixOf(compared, { ...choice, against: 'gc:workstation' }), 'net10.0', 'server');
    expect([cell.variant?.id, cell.reference?.id]).toEqual([
      'hello-controllers/net10.0/server/2c',
      'hello-controllers/net10.0/workstation/2c',
    ]);
    expect([hidesBase(compared), hidesBase(sampleRun())]).toEqual([true, false]);
    const all = matrixOf(compared, choice).cells.flat();
    for (const { variant, reference, change } of all.filter(each => each.status === 'measured')) {
      expect(reference?.id).toBe(`${variant?.id}@base`);
      expect(change?.percent).toBeCloseTo(-20, 6);
    }
  });

  it('leads to the comparison behind a cell: of its run, with what it is compared with, never with itself', () => {
    const { variant, reference } = at(matrixOf(sampleRun(), choice), 'net10.0', 'server');
    const linkOf = (of: Variant, other: Variant | null, run: string | null) => comparisonOf(of, other, metric('peakRss'), run);
    const [b, a] = [variant as Variant, reference as Variant];
    expect(linkOf(b, a, 'run-7')).toBe(`#/compare?run=run-7&a=${a.id}&b=${b.id}&metric=peakRss`);
    expect(linkOf(b, b, null)).toBe(`#/compare?b=${b.id}&metric=peakRss`);
  });

  it('says of a failed cell that it failed, without a number', () => {
    const cell = at(matrixOf(sampleRun(), choice), 'net9.0', 'datas');
    expect([cell.status, cell.value, cell.change]).toEqual(['failed', null, null]);
  });
});

describe('what a heat map compares with', () => {
  /** The sample in two blocks, each with an anchor of its own: two GC modes, and a third. */
  const twoBlocks = () => {
    const run = sampleDocument();
    const [block] = run.blocks as [Block];
    const blockOf = (hasDatas: boolean) => block.variants.filter(id => id.includes('/datas/') === hasDatas);
    return new RunIndex({ ...run, blocks: [false, true].map(hasDatas => ({ ...block, variants: blockOf(hasDatas) })) }, metrics);
  };
  const cellsOf = (run: RunIndex, against = 'anchor') => matrixOf(run, { ...choice, against }).cells.flat();
  const referencesOf = (run: RunIndex, against?: string) => distinct(referenceNames(cellsOf(run, against)));

  it('has one name, though each cell of a column, or of a comparison, has another reference', () => {
    expect(referencesOf(sampleRun())).toEqual(['net8.0 workstation']);
    expect(referencesOf(sampleRun(), 'runtime:net8.0')).toEqual(['net8.0']);
    expect(referencesOf(new RunIndex(comparedDocument(), metrics))).toEqual(['']);
  });

  it('has a name for each of several anchors, and none for what is compared with itself or was not measured', () => {
    const run = twoBlocks();
    expect(referencesOf(run)).toEqual(['net8.0 workstation', 'net8.0 datas']);
    const cells = matrixOf(run, choice);
    const names = referenceNames(cells.cells.flat());
    const nameAt = (row: string, column: string) => names.get(at(cells, row, column));
    expect([nameAt('net10.0', 'server'), nameAt('net10.0', 'datas')]).toEqual(['net8.0 workstation', 'net8.0 datas']);
    expect([nameAt('net8.0', 'datas'), nameAt('net9.0', 'datas')]).toEqual([undefined, undefined]);
  });

  it('is a sibling where anchors differ and most cells were measured beside theirs, unless somebody chose', () => {
    const usual = (run: RunIndex, ...siblings: readonly string[]) => usualAgainst(run, choice.filters, siblings);
    expect(usual(twoBlocks(), 'gc:workstation', 'runtime:net8.0', 'runtime:net10.0')).toBe('runtime:net8.0');
    // Of a third GC mode the others were measured beside none.
    expect([usual(twoBlocks(), 'gc:workstation'), usual(twoBlocks())]).toEqual(['anchor', 'anchor']);
    expect(usual(sampleRun(), 'runtime:net8.0')).toBe('anchor');
  });

  it('does not add up what is compared with different anchors', () => {
    const said = (cells: readonly MatrixCell[]) => summaryOf(cells, referenceNames(cells), choice);
    expect(said(cellsOf(sampleRun()))).toBe('Throughput: 5 better, 0 worse, 2 without a difference found; 1 not measured.');
    expect(said(cellsOf(twoBlocks()))).toBe(
      'Throughput: against net8.0 workstation 4 better, 0 worse, 1 without a difference found; ' +
        'against net8.0 datas 1 better, 0 worse, 0 without a difference found; 1 not measured.',
    );
    expect(said(cellsOf(sampleRun(), 'gc:server').slice(1, 2))).toBe('Throughput: nothing is compared.');
  });

  it('is named in the caption, or each cell is said to name it', () => {
    const words = 'the anchor of its block';
    expect(againstWords(words, 'anchor', ['net8.0 workstation'])).toBe(`${words}, net8.0 workstation`);
    expect(againstWords(words, 'anchor', ['a', 'b', 'c'])).toBe(`${words}, one of 3, named in each cell`);
    expect([againstWords('base', 'anchor', ['']), againstWords('base', 'anchor', [])]).toEqual(['base', 'base']);
    expect(againstWords('same cell, net8.0', 'runtime:net8.0', ['net8.0'])).toBe('same cell, net8.0');
  });
});

describe('an upgrade', () => {
  it('pairs the cells that differ in the runtime only, and says it in words', () => {
    const { rows } = upgradeOf(sampleRun(), 'runtime', 'net8.0', 'net10.0', metrics);
    expect(rows.map(row => row.label)).toEqual([
      'hello-controllers · workstation · 2 cores',
      'hello-controllers · server · 2 cores',
      'hello-controllers · datas · 2 cores',
    ]);
    expect(summarize(rows, metrics)[0]).toBe('Throughput: undecided in 2 of 3 cells; too few rounds in 1.');
  });
});
