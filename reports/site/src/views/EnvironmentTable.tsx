import { DataTable } from '../components/DataTable.tsx';
import type { EnvironmentDifference } from '../data/verdict.ts';

/** What else two sides differ in: a change of it changes results, too. */
export const EnvironmentTable = (props: {
  rows: readonly EnvironmentDifference[];
  sides: readonly [string, string];
  file: string;
  empty: string;
}) => (
  <DataTable
    caption={`What else differs between ${props.sides[0]} and ${props.sides[1]}`}
    file={props.file}
    rows={props.rows}
    empty={props.empty}
    columns={[
      { title: 'What', value: each => each.name, heading: true },
      { title: 'Of', value: each => each.kind },
      { title: props.sides[0], value: each => each.base ?? 'none' },
      { title: props.sides[1], value: each => each.head ?? 'none' },
    ]}
  />
);
