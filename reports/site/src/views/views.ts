import type { ComponentType } from 'preact';
import { parseRoute, type Query } from '../app/route.ts';
import type { Store } from '../data/store.ts';
import { Compare } from './Compare.tsx';
import { GateHealth, prepareHealth } from './GateHealth.tsx';
import { GcLab } from './GcLab.tsx';
import { Matrix } from './Matrix.tsx';
import { Overview, prepareOverview } from './Overview.tsx';
import { Articles, prepareArticles, Report } from './Report.tsx';
import { Run } from './Run.tsx';
import { prepareRun } from './RunFrame.tsx';
import { prepareTrend, Trend } from './Trend.tsx';
import { Versions } from './Versions.tsx';
import { prepareWhy, WhyView } from './Why.tsx';

/** A view: its place in the address, its name, and whether a page has data for it. */
export interface ViewEntry {
  readonly path: string;
  readonly title: string;
  readonly isFor: (store: Store) => boolean;
  readonly View: ComponentType;
  /** Loads what it shows at first of an address of a history. */
  readonly prepare?: (store: Store, query: Query) => Promise<unknown>;
}

const ofHistory = (store: Store) => store.hasHistory;
const ofRuns = (store: Store) => store.report === null;

/** All views, in the order of the navigation; the first is shown when the address names none. */
const views: readonly ViewEntry[] = [
  { path: 'overview', title: 'Overview', isFor: ofHistory, View: Overview, prepare: prepareOverview },
  { path: 'trend', title: 'Trend', isFor: ofHistory, View: Trend, prepare: prepareTrend },
  { path: 'run', title: 'Run', isFor: ofRuns, View: Run, prepare: prepareRun },
  { path: 'matrix', title: 'Matrix', isFor: ofRuns, View: Matrix, prepare: prepareRun },
  { path: 'compare', title: 'Compare', isFor: ofRuns, View: Compare, prepare: prepareRun },
  { path: 'versions', title: 'Versions', isFor: ofRuns, View: Versions, prepare: prepareRun },
  { path: 'gc', title: 'GC lab', isFor: ofRuns, View: GcLab, prepare: prepareRun },
  { path: 'why', title: 'Why', isFor: ofHistory, View: WhyView, prepare: prepareWhy },
  { path: 'health', title: 'Gate health', isFor: ofHistory, View: GateHealth, prepare: prepareHealth },
  { path: 'articles', title: 'Articles', isFor: store => store.has('articles/index.json'), View: Articles, prepare: prepareArticles },
  { path: 'report', title: 'Report', isFor: store => store.report !== null, View: Report },
];

/** Whether a view shows one run: the newest unless the address names another. */
export const isOfRun = (path: string) => views.some(view => view.path === path && view.isFor === ofRuns);

/** The views that this page has data for. */
export const viewsOf = (store: Store) => views.filter(view => view.isFor(store));

/** The view of an address; null when there is none of that name. */
export const findView = (path: string, store: Store): ViewEntry | null =>
  path === '' ? (viewsOf(store)[0] ?? null) : (viewsOf(store).find(view => view.path === path) ?? null);

/** Loads what the view of an address shows. Whoever goes there is told of what fails. */
export async function prepare(store: Store, hash: string): Promise<void> {
  const { view, query } = parseRoute(hash);
  if (store.hasHistory)
    await findView(view, store)
      ?.prepare?.(store, query)
      .catch(() => undefined);
}
