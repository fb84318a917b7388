import type { Query } from '../app/route.ts';

/** What an address asks for by some parameters, and is not among the values that there are. */
export const notAmong = (query: Query, there: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.entries(there).flatMap(([name, values]) => {
    const asked = query.get(name);
    return asked === null || values.includes(asked) ? [] : [asked];
  });

/** Says so: without it a reader takes what is shown for what a link names. */
export const NotThere = ({ asked, where }: { asked: readonly string[]; where: string }) =>
  asked.length === 0 ? null : <p class="empty">{`${asked.join('; ')}: not ${where}, so something else is shown.`}</p>;
