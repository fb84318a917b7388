import { describe, expect, it } from 'vitest';
import type { HistoryCell } from '../../../reports/site/src/data/history-files.ts';
import type { Pictures } from '../../../reports/site/src/views/overview-model.ts';
import { namedIn, nameOf, ofScenarios, shownText } from '../../../reports/site/src/views/scenario-filter.ts';

describe('the overview of the scenarios that somebody looks for', () => {
  /** Two rows of the first scenario, one of each other; a row has a cell in the first of two columns. */
  const rows = ['Orders-Read', 'Orders-Read', 'orders-write', 'hello'].map((scenario, i) => ({
    scenario,
    cells: [{ column: `cell ${i}` }, null],
  }));
  const groupsOf = <Row extends { readonly scenario: string }>(all: readonly Row[]) =>
    [...new Set(all.map(({ scenario }) => scenario))].map(scenario => ({
      scenario,
      folds: [{ key: scenario, rows: all.filter(row => row.scenario === scenario) }],
    }));
  const model = { columns: ['net8.0', 'net10.0'], rows, groups: groupsOf(rows), gone: 1, without: 2 };
  const extents = { height: 5, of: new Map() };
  const whole = { model, cells: rows.flatMap(({ cells }) => cells.filter(cell => cell !== null)), extents } as unknown as Pictures;

  const shownFor = (words: string) => ofScenarios(whole, words).model.groups.map(({ scenario }) => scenario);

  it('has those whose names have every word, in upper or lower case', () => {
    expect(shownFor('orders')).toEqual(['Orders-Read', 'orders-write']);
    expect(shownFor(' WRITE ord ')).toEqual(['orders-write']);
    expect(shownFor('orders hello')).toEqual([]);
  });

  it('is the same one without a word', () => expect(['', '  '].map(words => ofScenarios(whole, words) === whole)).toEqual([true, true]));

  it('has all of their rows and cells, and keeps its columns and its scale', () => {
    const shown = ofScenarios(whole, 'read');
    expect(shown.model.rows.map(({ scenario }) => scenario)).toEqual(['Orders-Read', 'Orders-Read']);
    expect(shown.model.groups.map(({ folds }) => folds)).toEqual([[{ key: 'Orders-Read', rows: shown.model.rows }]]);
    expect(shown.cells.map(({ column }) => column)).toEqual(['cell 0', 'cell 1']);
    expect(shown.model.columns).toEqual(['net8.0', 'net10.0']);
    expect(shown.extents).toBe(whole.extents);
  });

  it('says how many there are, and how many are hidden', () => {
    const said = (words: string) => shownText(words, ofScenarios(whole, words).model, whole.model);
    expect(said('orders ')).toBe('Scenarios with “orders” in their names: 2 of 3, 1 hidden.');
    expect(said('gone')).toBe('Scenarios with “gone” in their names: 0 of 3, 3 hidden.');
  });

  it('looks for benchmarks by their own names where they were imported: a suite of them is one scenario', () => {
    const cells = ['Json.Parse', 'Json.Format'].map(gc => ({ scenario: 'Shop', runtime: 'imported', gc }) as HistoryCell);
    const ofSuite = cells.map(cell => ({ scenario: 'Shop', cells: [{ cell }] }));
    const suite = { ...whole, model: { ...model, rows: ofSuite, groups: groupsOf(ofSuite) } } as unknown as Pictures;
    const shown = ofScenarios(suite, 'shop parse').model;
    expect([shown.rows, shown.groups[0]?.folds[0]?.rows]).toEqual([ofSuite.slice(0, 1), ofSuite.slice(0, 1)]);
    expect(shownText('parse', shown, suite.model)).toBe('Benchmarks with “parse” in their names: 1 of 2, 1 hidden.');
    const ours = { scenario: 'hello', runtime: 'net8.0', gc: 'server' } as HistoryCell;
    expect([nameOf(ours), namedIn([ours]), namedIn(cells)]).toEqual(['hello', 'Scenario', 'Benchmark']);
  });
});
