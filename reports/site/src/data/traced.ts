import type { Variant } from './run-document.ts';

/** What traced rounds showed of a run or verdict: an entry of the list of a history. */
export interface TracedItem {
  readonly id: string;
  readonly kind: 'why' | 'gc';
  readonly path: string;
  readonly publishedAt: string;
  readonly from: string;
  readonly to: string;
  readonly shaBefore: string | null;
  readonly shaAfter: string | null;
  readonly cells: readonly string[];
}

/** What the collector did under two runtimes or GC modes of a run, gc.json; only what is shown. */
export interface GcDocument {
  readonly from: string;
  readonly to: string;
  readonly cells: readonly GcCell[];
}

export interface GcCell {
  readonly cell: string;
  /** Why there are no statistics; null when there are. */
  readonly problem: string | null;
  readonly rounds: number;
  readonly fromCollections: number;
  readonly toCollections: number;
  readonly statistics: readonly GcStatistic[];
  readonly fromDecisions: readonly GcDecision[];
  readonly toDecisions: readonly GcDecision[];
  readonly notes: readonly string[];
}

/** Means over rounds, and the difference with its 95 % interval; null where nothing tells. */
export interface GcStatistic {
  readonly name: string;
  readonly unit: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly difference: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** A decision of DATAS about the number of heaps. */
export interface GcDecision {
  readonly seconds: number;
  readonly heaps: number;
  readonly chosen: number;
  readonly throughputCostPercent: number;
  /** What it aims at; older documents lack this and the next. */
  readonly targetCostPercent?: number | null;
  /** Why it chose that, in words. */
  readonly why?: string | null;
  /** The cost that it compared with its target; 0 where it did not come to that. */
  readonly consideredCostPercent: number | null;
  readonly budgetMegabytes: number;
  readonly heapMegabytes: number;
  readonly allocatedRate: number | null;
}

/** What a reader looks for, in the order of the table. */
export const gcGroups = ['Collections and pauses', 'Phases', 'Roots', 'Generations and heaps'] as const;

export type GcGroup = (typeof gcGroups)[number];

const phases = ['Suspension', 'Mark', 'Plan', 'Relocate', 'Compact', 'Sweep'];

/** The group of a statistic, by its name. */
export function gcGroupOf({ name }: GcStatistic): GcGroup {
  if (phases.includes(name)) return 'Phases';
  if (name.startsWith('Promoted from ') || name.startsWith('Promoted for ') || name === 'Promoted') return 'Roots';
  return /^(Survival|Fragmentation|Budget|Heap|Most heaps|Pinned|Objects)/.test(name) ? 'Generations and heaps' : 'Collections and pauses';
}

/** What a traced cell has where its two sides differ: server..datas. */
const bothOf = ({ from, to }: GcDocument) => `/${from}..${to}/`;

/** The place of a traced cell, which both sides have in common: hello-minimal/net8.0/2c. */
export const placeOfTraced = (gc: GcDocument, { cell }: GcCell) => cell.replace(bothOf(gc), '/');

/** Whether a side of a traced cell is one of these variants. */
export const isTracedOf = (gc: GcDocument, { cell }: GcCell, variants: readonly Variant[]) =>
  variants.some(variant => [gc.from, gc.to].some(side => variant.cell.id.replace(`/${side}/`, bothOf(gc)) === cell));

/** The traced cell of these variants, which are of one runtime; else of their scenario and runtime, of their scenario, or the first. */
export function nearestTraced(gc: GcDocument, variants: readonly Variant[]): GcCell | undefined {
  const { scenario, runtime } = variants[0]?.cell ?? { scenario: '', runtime: '' };
  const beginningWith = (names: string) => gc.cells.find(({ cell }) => cell.startsWith(`${names}/`));
  const own = gc.cells.find(each => isTracedOf(gc, each, variants));
  return own ?? beginningWith(`${scenario}/${runtime}`) ?? beginningWith(scenario) ?? gc.cells[0];
}

/** The explanations of a list, the newest first as there: a view shows that one unless its address names another. */
export const explanationsOf = (items: readonly TracedItem[]) => items.filter(item => item.kind === 'why');

/** What traced rounds showed of a change of the trend: of the commits on both sides of it. */
export const tracedOf = (items: readonly TracedItem[], change: { readonly shaBefore: string | null; readonly shaAfter: string | null }) =>
  explanationsOf(items).find(item => item.shaAfter !== null && item.shaAfter === change.shaAfter && item.shaBefore === change.shaBefore);
