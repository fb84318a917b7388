import { createContext } from 'preact';
import { useContext, useLayoutEffect, useReducer } from 'preact/hooks';
import type { Loadable, Loaded, Store } from '../data/store.ts';
import { href, type Route } from './route.ts';

/** What every view can reach: the data and the address. */
export interface App {
  readonly store: Store;
  readonly route: Route;
  /** Loads what an address shows, before somebody goes there. */
  readonly prepare: (hash: string) => Promise<void>;
}

export const AppContext = createContext<App | null>(null);

/** The data alone, which stay the same whatever the address is. */
export const StoreContext = createContext<Store | null>(null);

/** The address of the repository that the history or the run is of; null until it is known, and where nobody knows it. */
export const RepositoryContext = createContext<string | null>(null);

/** Whoever asks is made anew with each address; what needs the data alone asks useStore. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error('a view was rendered outside the application');
  return app;
}

export function useStore(): Store {
  const store = useContext(StoreContext);
  if (store === null) throw new Error('a view was rendered outside the application');
  return store;
}

/** Loads something once and renders again when it is there. What is known already is there at once, so Back never flickers. */
export function useLoaded<T>(what: Loadable<T>): Loaded<T> {
  const { store } = useApp();
  const [, again] = useReducer((n: number) => n + 1, 0);
  const loaded = store.peek(what);
  // Before the page is painted: what comes until then is painted with it.
  useLayoutEffect(() => {
    if (loaded.state !== 'loading') return;
    let current = true;
    const show = () => current && again(undefined as never);
    store.make(what).then(show, show);
    return () => {
      current = false;
    };
  }, [loaded]);
  return loaded;
}

/** Changes parameters of the shown view; each change is an entry of the browser's history. */
export function useNavigate(): (changes: Readonly<Record<string, string | null>>) => void {
  const { route } = useApp();
  return changes => {
    location.hash = href(route.view, route.query.with(changes));
  };
}

/** Loads what the shown view would show after such changes. */
export function useAhead(): (changes: Readonly<Record<string, string | null>>) => Promise<void> {
  const { route, prepare } = useApp();
  return changes => prepare(href(route.view, route.query.with(changes)));
}
