import { expandRun, metricsOfTable, tableOf } from './compact-run.ts';
import type {
  ChangeGroup,
  HistoryCatalogue,
  HistoryEvent,
  HistoryIndex,
  Latest,
  ListItem,
  RunChunk,
  RunEntry,
  Shard,
} from './history-files.ts';
import type { Metric } from './metric.ts';
import type { Payload } from './payload.ts';
import type { ArticleList, ReportDocument } from './report-document.ts';
import { checkRun, checkSchema, FileProblem } from './run-document.ts';
import { RunIndex } from './run-index.ts';
import type { Rules } from './same-rule.ts';
import type { SelftestDocument } from './selftest.ts';
import { expandTimelines, timelinesPath } from './stored-timelines.ts';
import type { Timeline } from './timeline.ts';
import type { GcDocument, TracedItem } from './traced.ts';
import type { VerdictDocument } from './verdict.ts';
import type { WhyDocument } from './why.ts';

/** Something that is loaded once and kept; a failed load can be tried again. */
export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly problem: FileProblem };

/** Something to load, and the key that it is kept under: one value for the view that shows it and for whoever loads it ahead. */
export interface Loadable<T> {
  readonly key: string;
  readonly load: (store: Store) => Promise<T>;
}

/** A file that the server does not have. */
export class MissingFile extends FileProblem {}

/** What is said of a history without a run. */
export const emptyHistory = 'No run has been published yet. Measure with perfmatrix run, then publish with perfmatrix publish.';

/** There is no run to show, and no file is to blame. */
export class NothingMeasured extends FileProblem {}

/** All data of the page. Everything is loaded on demand, checked, and kept. */
export class Store {
  private readonly entries = new Map<string, { promise: Promise<unknown>; loaded: Loaded<unknown> }>();
  /** What views made of files; it may hold the problems of files that the view can do without. */
  private readonly made = new Set<string>();
  private isRetry = false;

  constructor(private readonly payload: Payload) {}

  /** Whether there is a history, or the page is the report of one run. */
  get hasHistory(): boolean {
    return this.payload.mode === 'history';
  }

  /** Whether the history is made up: a demo. One whose index cannot be read does not say. */
  async isGenerated(): Promise<boolean> {
    if (!this.hasHistory) return false;
    const [index] = await Promise.allSettled([this.index()]);
    return index.status === 'fulfilled' && index.value.generated === true;
  }

  /** The address of the repository that was measured; null where nobody knows. */
  async repository(): Promise<string | null> {
    if (this.report !== null) return this.report.repository ?? null;
    const source = this.hasHistory ? this.index() : this.run(null).then(run => run.document.source);
    const [known] = await Promise.allSettled([source]);
    return known.status === 'fulfilled' ? (known.value.repository ?? null) : null;
  }

  /** Address of the documentation, which is on https or not linked. */
  get docs(): string | null {
    return this.payload.docs?.startsWith('https://') ? this.payload.docs : null;
  }

  /** Where the files of the history are, relative to the page. */
  get base(): string {
    return this.payload.mode === 'history' ? this.payload.base : '';
  }

  /** The report that the page is; null for a run or a history. */
  get report(): ReportDocument | null {
    return this.payload.mode === 'document' ? this.payload.document : null;
  }

  /** What counts as the same, and what an upgrade is judged by. */
  get rules(): Rules {
    return this.payload;
  }

  /** Whether a file of others lies beside the history. */
  has(path: string): boolean {
    return this.payload.mode === 'history' && this.payload.beside?.includes(path) === true;
  }

  /** What is known of it now; starts loading at the first call. */
  peek<T>(what: Loadable<T>): Loaded<T> {
    this.make(what);
    return this.entries.get(what.key)?.loaded as Loaded<T>;
  }

  /** The same for whoever waits for it; a view that is shown later finds it there. */
  make<T>({ key, load }: Loadable<T>): Promise<T> {
    this.made.add(key);
    return this.once(key, () => load(this));
  }

  /** Loads once a key. */
  private once<T>(key: string, load: () => Promise<T>): Promise<T> {
    const known = this.entries.get(key);
    if (known !== undefined) return known.promise as Promise<T>;
    const promise = load();
    const entry: { promise: Promise<unknown>; loaded: Loaded<unknown> } = { promise, loaded: { state: 'loading' } };
    this.entries.set(key, entry);
    promise.then(
      value => {
        entry.loaded = { state: 'ready', value };
      },
      (problem: unknown) => {
        entry.loaded = { state: 'failed', problem: problem instanceof FileProblem ? problem : new FileProblem(key, String(problem)) };
      },
    );
    return promise;
  }

  /** Forgets what failed and what was made with it, so that the next look loads it again; files that are there stay. */
  retry(): void {
    this.isRetry = true;
    for (const [key, entry] of this.entries) if (entry.loaded.state === 'failed' || this.made.has(key)) this.entries.delete(key);
  }

  metrics(): Promise<readonly Metric[]> {
    return this.payload.mode === 'report' ? Promise.resolve(this.payload.metrics) : this.catalogue().then(catalogue => catalogue.metrics);
  }

  /** A run by its id; the newest without one. */
  async run(id: string | null): Promise<RunIndex> {
    if (this.payload.mode === 'report') {
      const { run, metrics, documentSha256 } = this.payload;
      return this.once('run', async () => new RunIndex({ ...checkRun(run, 'this report'), documentSha256 }, metrics, this.payload));
    }
    const wanted = id ?? (await this.index()).newest?.id;
    if (wanted === undefined) throw new NothingMeasured('index.json', emptyHistory);
    return this.once(`run ${wanted}`, () => this.historyRun(wanted));
  }

  /** A run of the history. Without the catalogue it is shown with the metrics of its own table, and the problem is named. */
  private async historyRun(id: string): Promise<RunIndex> {
    if (!/^[\w.-]+$/.test(id)) throw new FileProblem(id, 'not the id of a run. Choose another run.');
    const path = runPath(id);
    const [[known], run] = await Promise.all([Promise.allSettled([this.metrics()]), this.json(path).catch(noSuchRun)]);
    const table = tableOf(run, path);
    const shared = await this.once(table, () => this.json(table));
    const metrics = known.status === 'fulfilled' ? known.value : metricsOfTable(shared, table);
    const problems = known.status === 'fulfilled' ? [] : [known.reason as FileProblem];
    if (problems.length > 0) this.made.add(`run ${id}`);
    return new RunIndex(expandRun(run, shared, metrics), metrics, this.payload, problems);
  }

  /** The timelines of a run, loaded when somebody looks; a run that recorded none has none. */
  async timelines(run: RunIndex): Promise<readonly Timeline[]> {
    if (this.payload.mode === 'report') return this.payload.timelines ?? [];
    const { document } = run;
    if ((document.timelines ?? []).length === 0) return [];
    const path = timelinesPath(document.id);
    return this.once(path, async () => expandTimelines(await this.json(path), document, path));
  }

  index = () => this.file<HistoryIndex>('index.json', 'runs');
  catalogue = () => this.file<HistoryCatalogue>('catalogue.json', 'cells', isCatalogue);
  latest = () => this.file<Latest>('latest.json', 'metrics', isLatest);
  events = () => this.file<{ schemaVersion: number; events: readonly HistoryEvent[] }>('events.json', 'events');
  changes = () => this.file<{ schemaVersion: number; rule: string; changes: readonly ChangeGroup[] }>('changes.json', 'changes');
  runChunk = (chunk: number) => this.file<RunChunk>(`index/${chunk}.json`, 'runs');
  shard = (metric: string, scenario: string, chunk: number) =>
    this.file<Shard>(`series/${metric}/${scenario}/${chunk}.json`, 'cells', isShard);
  list = <T extends ListItem>(folder: 'verdicts' | 'selftests') =>
    this.file<{ schemaVersion: number; total: number; items: readonly T[] }>(`${folder}/index.json`, 'items');

  selftest = (path: string) => this.wrapped<SelftestDocument>(path, 'trials');
  verdict = (path: string) => this.wrapped<VerdictDocument>(path, 'cells');

  /** What traced rounds showed, the newest first; without any the list is not asked for. */
  async traced(): Promise<readonly TracedItem[]> {
    if (this.payload.mode === 'report' || !(await this.index()).traced) return [];
    return (await this.file<{ schemaVersion: number; items: readonly TracedItem[] }>('traced/index.json', 'items')).items;
  }

  articles = () => this.file<ArticleList>('articles/index.json', 'items');

  /** A report that lies beside the history. */
  article(name: string): Promise<ReportDocument> {
    const path = `articles/${name}.json`;
    return this.once(path, async () => {
      if (!/^[\w.-]+$/.test(name)) throw new FileProblem(path, 'not the name of a report.');
      const report = (await this.json(path)) as ReportDocument | null;
      if (!Array.isArray(report?.sections)) throw new FileProblem(path, '"sections" is missing: the file is damaged.');
      return report;
    });
  }

  /** Why cells changed. */
  explanation = ({ path }: TracedItem) => this.wrapped<WhyDocument>(path, 'cells');

  /** What the collector did under two runtimes or GC modes of a run; null where nobody looked. */
  async gc(run: string): Promise<GcDocument | null> {
    if (this.payload.mode === 'report') return this.payload.gc ?? null;
    const item = (await this.traced()).find(each => each.kind === 'gc' && each.id === run);
    return item === undefined ? null : this.wrapped<GcDocument>(item.path, 'cells');
  }

  /** Why cells of the run of a report changed, where somebody looked. */
  get why(): WhyDocument | null {
    return this.payload.mode === 'report' ? (this.payload.why ?? null) : null;
  }

  /** Why timelines are missing from a report. */
  get timelineProblems(): readonly string[] {
    return this.payload.mode === 'report' ? (this.payload.timelineProblems ?? []) : [];
  }

  /** The run list of some chunks, in order of publishing; chunks that cannot be loaded are named. */
  async runList(chunks: readonly number[]): Promise<{ runs: RunEntry[]; problems: FileProblem[] }> {
    const loaded = await Promise.allSettled(chunks.map(this.runChunk));
    return {
      runs: loaded.flatMap(result => (result.status === 'fulfilled' ? result.value.runs : [])),
      problems: loaded.flatMap(result => (result.status === 'rejected' ? [result.reason as FileProblem] : [])),
    };
  }

  /** A document out of its wrapper. */
  private wrapped<T>(path: string, list: keyof T & string): Promise<T> {
    return this.once(path, async () => {
      const { document } = ((await this.json(path)) ?? {}) as { document?: T & { schemaVersion?: number } };
      checkSchema(document?.schemaVersion, path);
      if (!Array.isArray(document?.[list])) throw new FileProblem(path, `"${list}" is missing: the file is damaged.`);
      return document as T;
    });
  }

  private file<T extends { schemaVersion: number }>(
    path: string,
    list: keyof T & string,
    isWhole: (value: T) => boolean = () => true,
  ): Promise<T> {
    return this.once(path, async () => {
      const value = (await this.json(path)) as T | null;
      checkSchema(value?.schemaVersion, path);
      if (value?.[list] === undefined || value[list] === null)
        throw new FileProblem(path, `"${list}" is missing: the file is damaged. Run perfmatrix history verify.`);
      if (!isWhole(value)) throw new FileProblem(path, 'lists of it are missing: the file is damaged. Run perfmatrix history verify.');
      return value;
    });
  }

  private async json(path: string): Promise<unknown> {
    if (this.payload.mode !== 'history') throw new FileProblem(path, 'this is a report, it has no history.');
    let response: Response;
    try {
      // The browser may have kept the answer that failed.
      response = await fetch(this.payload.base + path, { cache: this.isRetry ? 'reload' : 'default' });
    } catch (problem) {
      throw new FileProblem(path, `could not be fetched (${(problem as Error).message}). Check the connection and try again.`);
    }
    if (response.status === 404) throw new MissingFile(path, 'not found on the server (404).');
    if (!response.ok) throw new FileProblem(path, `the server answered ${response.status}.`);
    try {
      return await response.json();
    } catch (problem) {
      throw new FileProblem(path, `not valid JSON (${(problem as Error).message}). Run perfmatrix history verify.`);
    }
  }
}

/** Where the document of a run is. */
export const runPath = (id: string) => `runs/${id.slice(0, 4)}/${id}.json`;

const isCatalogue = ({ metrics, scenarios, cells, machines }: HistoryCatalogue) =>
  [metrics, scenarios, cells, machines].every(Array.isArray);

const isLatest = ({ metrics }: Latest) =>
  Object.values(metrics).every(columns => [columns?.ratio, columns?.noise, columns?.unlinked ?? []].every(Array.isArray));

function noSuchRun(problem: unknown): never {
  if (!(problem instanceof MissingFile)) throw problem;
  throw new MissingFile(problem.file, 'not found on the server (404): it was removed, or its id is misspelt. Choose another run.');
}

const isShard = ({ cells }: Shard) =>
  Array.isArray(cells) && cells.every(cell => [cell?.value, cell?.ratio, cell?.low, cell?.high].every(Array.isArray));

/** What traced rounds showed, for all that links to it. */
export const tracedList: Loadable<readonly TracedItem[]> = { key: 'traced', load: store => store.traced() };

/** A list; one that does not exist yet has no items, which is not an error. */
export async function listOrNone<T extends ListItem>(store: Store, folder: 'verdicts' | 'selftests') {
  try {
    return await store.list<T>(folder);
  } catch (problem) {
    if (problem instanceof MissingFile) return { items: [], total: 0 };
    throw problem;
  }
}
