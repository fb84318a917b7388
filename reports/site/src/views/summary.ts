import type { ChangeGroup, HistoryCatalogue, HistoryEvent, HistoryIndex, Latest, RunEntry } from '../data/history-files.ts';
import { FileProblem } from '../data/run-document.ts';
import type { Loadable, Store } from '../data/store.ts';
import { answerRuns } from './answer.ts';
import { chunksOf } from './trend-model.ts';

/** What the views of a whole history need besides series: small files, whatever its length. */
export interface Summary {
  readonly index: HistoryIndex;
  readonly catalogue: HistoryCatalogue;
  readonly changes: readonly ChangeGroup[];
  readonly rule: string;
  readonly events: readonly HistoryEvent[];
  /** The newest runs, at least those that the answer looks at. */
  readonly newest: readonly RunEntry[];
  /** The newest point of every series. */
  readonly latest: Latest;
  /** Those of the files above that could not be read: nothing is known of what they hold. */
  readonly unread: readonly FileProblem[];
  /** Those but for the list of runs, which the series name; and what could not be read when the history was written. */
  readonly problems: readonly FileProblem[];
  /** When they were asked for, in milliseconds since 1970. */
  readonly now: number;
}

/** Whether a file could not be read, so that what there is of it, nothing, says nothing. */
export const isUnread = ({ unread }: Pick<Summary, 'unread'>, file: 'changes.json' | 'events.json' | 'latest.json') =>
  unread.some(each => each.file === file);

/** A history without a mark may have no file of them. */
const noChanges = { value: { schemaVersion: 1, rule: '', changes: [] as readonly ChangeGroup[] }, problems: [] as FileProblem[] };

const noEvents = { value: { schemaVersion: 1, events: [] as readonly HistoryEvent[] }, problems: [] as FileProblem[] };

const noCatalogue = {
  value: { schemaVersion: 1, metrics: [], scenarios: [], cells: [], machines: [], references: [] } as HistoryCatalogue,
  problems: [] as FileProblem[],
};

const noLatest = { value: { schemaVersion: 1, metrics: {} } as Latest, problems: [] as FileProblem[] };

/** The summary that all views share. */
export const sharedSummary: Loadable<Summary> = { key: 'summary', load: loadSummary };

/** Loads them all at the same time. */
export async function loadSummary(store: Store, now = Date.now()): Promise<Summary> {
  const index = await store.index();
  const [catalogue, changes, events, latest, newest] = await Promise.all([
    index.runs === 0 ? noCatalogue : settle('catalogue.json', store.catalogue(), noCatalogue.value),
    index.marks === 0 ? noChanges : settle('changes.json', store.changes(), noChanges.value),
    index.runs === 0 ? noEvents : settle('events.json', store.events(), noEvents.value),
    index.runs === 0 ? noLatest : settle('latest.json', store.latest(), noLatest.value),
    store.runList(chunksOf(index, answerRuns)),
  ]);
  const files = [catalogue, changes, events, latest].flatMap(each => each.problems);
  return {
    index,
    catalogue: catalogue.value,
    changes: changes.value.changes,
    rule: changes.value.rule,
    events: events.value.events,
    newest: newest.runs,
    latest: latest.value,
    unread: [...files, ...newest.problems],
    problems: [...files, ...(index.problems ?? []).map(each => new FileProblem(each.path, each.problem))],
    now,
  };
}

/** A file that a view can do without: its problem is shown, the rest works. */
async function settle<T>(name: string, promise: Promise<T>, fallback: T): Promise<{ value: T; problems: FileProblem[] }> {
  try {
    return { value: await promise, problems: [] };
  } catch (problem) {
    return { value: fallback, problems: [problem instanceof FileProblem ? problem : new FileProblem(name, String(problem))] };
  }
}
