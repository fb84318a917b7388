import type { ComponentType } from 'preact';
import { Compare } from './Compare.tsx';
import { GateHealth } from './GateHealth.tsx';
import { GcLab } from './GcLab.tsx';
import { Matrix } from './Matrix.tsx';
import { Overview } from './Overview.tsx';
import { Run } from './Run.tsx';
import { Trend } from './Trend.tsx';
import { Upgrade } from './Upgrade.tsx';

/** A view: its place in the address, its name, and whether it needs more than one run. */
export interface ViewEntry {
  readonly path: string;
  readonly title: string;
  readonly needsHistory: boolean;
  readonly View: ComponentType;
}

/** All views, in the order of the navigation; the first is shown when the address names none. */
const views: readonly ViewEntry[] = [
  { path: 'overview', title: 'Overview', needsHistory: true, View: Overview },
  { path: 'trend', title: 'Trend', needsHistory: true, View: Trend },
  { path: 'run', title: 'Run', needsHistory: false, View: Run },
  { path: 'matrix', title: 'Matrix', needsHistory: false, View: Matrix },
  { path: 'compare', title: 'Compare', needsHistory: false, View: Compare },
  { path: 'upgrade', title: 'Upgrade', needsHistory: false, View: Upgrade },
  { path: 'gc', title: 'GC lab', needsHistory: false, View: GcLab },
  { path: 'health', title: 'Gate health', needsHistory: true, View: GateHealth },
];

/** The views that this page has data for. */
export const viewsOf = (hasHistory: boolean) => views.filter(view => hasHistory || !view.needsHistory);

/** The view of an address; null when there is none of that name. */
export const findView = (path: string, hasHistory: boolean): ViewEntry | null =>
  path === '' ? (viewsOf(hasHistory)[0] ?? null) : (viewsOf(hasHistory).find(view => view.path === path) ?? null);
