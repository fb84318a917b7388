import { describe, expect, it } from 'vitest';
import { type MatrixChoice, matrixOf } from '../../../reports/site/src/views/matrix-model.ts';
import { summarize, upgradeRows } from '../../../reports/site/src/views/upgrade-model.ts';
import { metric, metrics, sampleRun } from './samples.ts';

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

  it('says of a failed cell that it failed, without a number', () => {
    const cell = at(matrixOf(sampleRun(), choice), 'net9.0', 'datas');
    expect([cell.status, cell.value, cell.change]).toEqual(['failed', null, null]);
  });
});

describe('an upgrade', () => {
  it('pairs the cells that differ in the runtime only, and says it in words', () => {
    const rows = upgradeRows(sampleRun(), 'runtime', 'net8.0', 'net10.0', metrics);
    expect(rows.map(row => row.label)).toEqual([
      'hello-controllers · workstation · 2c',
      'hello-controllers · server · 2c',
      'hello-controllers · datas · 2c',
    ]);
    expect(summarize(rows, metrics)[0]).toBe('Throughput: better in 2 (+12.0 % to +12.2 %), too few rounds in 1 of 3 cells.');
  });
});
