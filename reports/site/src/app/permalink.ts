import type { Store } from '../data/store.ts';
import { explanationsOf } from '../data/traced.ts';
import { loadSummary } from '../views/summary.ts';
import { defaultSeries } from '../views/trend-model.ts';
import { href, listOf, type Route } from './route.ts';

/** What a view chooses where its address does not. */
export type Shows = 'run' | 'why' | 'overview' | 'trend' | null;

/** The address of what is shown, with what the view chose itself, so that it shows the same after more was published. Only series go on with newer runs. */
export async function permalink(store: Store, { view, query }: Route, shows: Shows): Promise<string> {
  const chosen = Object.entries(store.hasHistory ? await chosenBy(store, shows) : {});
  const lacked = chosen.flatMap(([name, value]) => (value === undefined || query.get(name) !== null ? [] : [[name, value] as const]));
  return href(view, query.with(Object.fromEntries(lacked)));
}

/** The newest run or explanation, or the series to begin with; undefined where there is none. */
async function chosenBy(store: Store, shows: Shows): Promise<Readonly<Record<string, string | undefined>>> {
  if (shows === null) return {};
  if (shows === 'run') return { run: (await store.index()).newest?.id };
  if (shows === 'why') return { why: explanationsOf(await store.traced())[0]?.id };
  const series = defaultSeries(await loadSummary(store));
  if (series === null) return {};
  return shows === 'trend' ? { cells: listOf([series.cell]), metric: series.metric } : { metric: series.metric };
}
