import { describe, expect, it } from 'vitest';
import type { Pictures } from '../../../reports/site/src/views/overview-model.ts';
import { ofScenarios, shownText } from '../../../reports/site/src/views/scenario-filter.ts';

describe('the overview of the scenarios that somebody looks for', () => {
  /** Two rows of the first scenario, one of each other; a row has a cell in the first of two columns. */
  const rows = ['Orders-Read', 'Orders-Read', 'orders-write', 'hello'].map((scenario, i) => ({
    scenario,
    cells: [{ column: `cell ${i}` }, null],
  }));
  const names = [...new Set(rows.map(({ scenario }) => scenario))];
  const model = { columns: ['net8.0', 'net10.0'], rows, groups: names.map(scenario => ({ scenario, folds: [] })), gone: 1, without: 2 };
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
    expect(shown.cells.map(({ column }) => column)).toEqual(['cell 0', 'cell 1']);
    expect(shown.model.columns).toEqual(['net8.0', 'net10.0']);
    expect(shown.extents).toBe(whole.extents);
  });

  it('says how many there are, and how many are hidden', () => {
    const said = (words: string) => shownText(words, ofScenarios(whole, words).model, whole.model);
    expect(said('orders ')).toBe('Scenarios with “orders” in their names: 2 of 3, 1 hidden.');
    expect(said('gone')).toBe('Scenarios with “gone” in their names: 0 of 3, 3 hidden.');
  });
});
