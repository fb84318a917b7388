import type { ComponentType } from 'preact';
import type { Store } from '../data/store.ts';
import { Compare } from './Compare.tsx';
import { GateHealth } from './GateHealth.tsx';
import { GcLab } from './GcLab.tsx';
import { Matrix } from './Matrix.tsx';
import { Overview } from './Overview.tsx';
import { Articles, Report } from './Report.tsx';
import { Run } from './Run.tsx';
import { Trend } from './Trend.tsx';
import { Versions } from './Versions.tsx';
import { WhyView } from './Why.tsx';

/** A view: its place in the address, its name, and whether a page has data for it. */
export interface ViewEntry {
  readonly path: string;
  readonly title: string;
  readonly isFor: (store: Store) => boolean;
  readonly View: ComponentType;
}

const ofHistory = (store: Store) => store.hasHistory;
const ofRuns = (store: Store) => store.report === null;

/** All views, in the order of the navigation; the first is shown when the address names none. */
const views: readonly ViewEntry[] = [
  { path: 'overview', title: 'Overview', isFor: ofHistory, View: Overview },
  { path: 'trend', title: 'Trend', isFor: ofHistory, View: Trend },
  { path: 'run', title: 'Run', isFor: ofRuns, View: Run },
  { path: 'matrix', title: 'Matrix', isFor: ofRuns, View: Matrix },
  { path: 'compare', title: 'Compare', isFor: ofRuns, View: Compare },
  { path: 'versions', title: 'Versions', isFor: ofRuns, View: Versions },
  { path: 'gc', title: 'GC lab', isFor: ofRuns, View: GcLab },
  { path: 'why', title: 'Why', isFor: ofHistory, View: WhyView },
  { path: 'health', title: 'Gate health', isFor: ofHistory, View: GateHealth },
  { path: 'articles', title: 'Articles', isFor: store => store.has('articles/index.json'), View: Articles },
  { path: 'report', title: 'Report', isFor: store => store.report !== null, View: Report },
];

/** Whether a view shows one run: the newest unless the address names another. */
export const isOfRun = (path: string) => views.some(view => view.path === path && view.isFor === ofRuns);

/** The views that this page has data for. */
export const viewsOf = (store: Store) => views.filter(view => view.isFor(store));

/** The view of an address; null when there is none of that name. */
export const findView = (path: string, store: Store): ViewEntry | null =>
  path === '' ? (viewsOf(store)[0] ?? null) : (viewsOf(store).find(view => view.path === path) ?? null);
