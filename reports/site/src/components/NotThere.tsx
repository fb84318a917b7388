import { useApp } from '../app/context.ts';
import type { Query } from '../app/route.ts';

/** The values that there are, by the parameter of the address that chooses one or a list of them. */
type There = Readonly<Record<string, readonly string[]>>;

/** What an address asks for and is not there. */
export const notAmong = (query: Query, there: There): string[] =>
  Object.entries(there).flatMap(([name, values]) =>
    values.includes(query.get(name) ?? '') ? [] : query.list(name).filter(item => !values.includes(item)),
  );

/** Says so: without it a reader takes what is shown for what a link names. */
export function NotThere({ there, where }: { there: There; where: string }) {
  const asked = notAmong(useApp().route.query, there);
  return asked.length === 0 ? null : <p class="empty">{`${asked.join('; ')}: not ${where}, so something else is shown.`}</p>;
}
