import { useApp } from '../app/context.ts';
import type { Query } from '../app/route.ts';

/** The values that there are, by the parameter of the address that chooses one of them; of cells several. */
type There = Readonly<Record<string, readonly string[]>>;

/** What an address asks for and is not there. */
export const notAmong = (query: Query, there: There): string[] =>
  Object.entries(there).flatMap(([name, values]) => askedOf(query, name).filter(item => !values.includes(item)));

/** Only cells are a list: a comma in another value is one of its own. */
const askedOf = (query: Query, name: string) => (name === 'cells' ? query.list(name) : [query.get(name)].filter(value => value !== null));

/** Says so: without it a reader takes what is shown for what a link names. */
export function NotThere({ there, where }: { there: There; where: string }) {
  const asked = notAmong(useApp().route.query, there);
  return asked.length === 0 ? null : <p class="empty">{`${asked.join('; ')}: not ${where}, so something else is shown.`}</p>;
}
