import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { membersLeft } from '../../../reports/site/src/views/standing-steps.ts';
import { change, member } from './asked.ts';

interface StandingCase {
  readonly what: string;
  /** In order, each with the cells of which throughput changed and by how much: 0:-5 1:4. */
  readonly changes: readonly string[];
  /** Of each the cells in which it stands. */
  readonly standing: readonly string[];
}

const cases: readonly StandingCase[] = JSON.parse(readFileSync(new URL('../../Shared/standing-steps.json', import.meta.url), 'utf8'));

it.each(cases)('stands in a series while later steps have always left some of it, as in the alerts: $what', ({ changes, standing }) => {
  const memberOf = (text: string) => {
    const [cell, percent] = text.split(':').map(Number) as [number, number];
    return member(cell, percent);
  };
  const marked = changes.map((members, i) => change(10 * i, members.split(' ').map(memberOf)));
  const left = membersLeft(marked);
  expect(marked.map(each => (left.get(each) ?? []).map(({ cell }) => cell).join(' '))).toEqual(standing);
});
