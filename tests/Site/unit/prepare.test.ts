import { expect, it, vi } from 'vitest';
import { h } from '../../../reports/site/node_modules/preact';
import renderToString from '../../../reports/site/node_modules/preact-render-to-string';
import { type App, AppContext, StoreContext } from '../../../reports/site/src/app/context.ts';
import { parseRoute } from '../../../reports/site/src/app/route.ts';
import { FileProblem } from '../../../reports/site/src/data/run-document.ts';
import { RunIndex } from '../../../reports/site/src/data/run-index.ts';
import { type Loadable, Store } from '../../../reports/site/src/data/store.ts';
import { findView, prepare, viewsOf } from '../../../reports/site/src/views/views.ts';
import { askedOf, cells, times } from './asked.ts';
import { metrics, sampleDocument } from './samples.ts';

const run = sampleDocument();
const { index, newest } = askedOf(times(5, 0));

/** The lists of a history. What they name is not there, so a view says so and draws nothing. */
const files: Readonly<Record<string, object>> = {
  'index.json': { ...index, newest: newest.at(-1), marks: 1, traced: 1 },
  'catalogue.json': {
    metrics: metrics.map(metric => ({ ...metric, path: metric.name })),
    scenarios: cells.slice(0, 3).map(({ scenario }) => ({ name: scenario, path: scenario })),
    cells: cells.map(cell => ({ ...cell, status: 'measured', first: 0, last: 4 })),
    machines: [],
    references: [{ chained: true }],
  },
  'changes.json': { rule: '', changes: [] },
  'events.json': { events: [] },
  'latest.json': { metrics: {} },
  'index/0.json': { runs: newest },
  'verdicts/index.json': {
    total: 1,
    items: [{ id: 'red', path: 'verdicts/red.json', publishedAt: '2026-01-06T03:00:00Z', sha: null, ref: 'main', outcome: 'regressed' }],
  },
  'selftests/index.json': { total: 1 },
  'traced/index.json': {
    items: [{ id: 'told', kind: 'why', path: 'traced/told.json', publishedAt: '2026-01-06T03:00:00Z', from: 'a', to: 'b', cells: [] }],
  },
  'articles/index.json': { items: [] },
};

vi.stubGlobal('fetch', async (path: string) => {
  const file = files[path];
  return file === undefined ? new Response(null, { status: 404 }) : Response.json({ schemaVersion: 1, ...file });
});
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal('addEventListener', () => undefined);

/** The data of a history of one run, and what of it was asked for, by its key. */
class AskedStore extends Store {
  readonly asked = new Map<string, Promise<unknown>>();

  override make<T>(what: Loadable<T>): Promise<T> {
    const made = super.make(what);
    this.asked.set(what.key, made);
    return made;
  }

  override async run(id: string | null): Promise<RunIndex> {
    if (id !== run.id) throw new FileProblem(String(id), 'not there');
    return new RunIndex(run, metrics);
  }

  override shard = (): never => {
    throw new FileProblem('shard', 'not there');
  };

  /** The keys since the last call, once everything of them is there or has failed. */
  async keys(): Promise<string[]> {
    for (let known = -1; known < this.asked.size; ) {
      known = this.asked.size;
      await Promise.allSettled(this.asked.values());
    }
    const keys = [...this.asked.keys()].sort();
    this.asked.clear();
    return keys;
  }
}

const storeOfHistory = () => new AskedStore({ mode: 'history', base: '', beside: ['articles/index.json'] });

function show(store: Store, hash: string): void {
  const route = parseRoute(hash);
  const app: App = { store, route, prepare: async () => undefined };
  const View = findView(route.view, store)?.View ?? (() => null);
  renderToString(h(StoreContext.Provider, { value: store, children: h(AppContext.Provider, { value: app, children: h(View, {}) }) }));
}

/** Addresses of every view, and what is loaded after the rest: links that a view can do without. */
const addresses: Readonly<Record<string, readonly string[]>> = {
  '#/overview': [],
  '#/trend': [],
  '#/run?run=gone': [],
  '#/matrix?run=gone': [],
  [`#/compare?run=${run.id}&runa=gone`]: ['traced'],
  '#/versions?run=gone': [],
  '#/gc?run=gone': [],
  '#/why': [],
  '#/health?verdict=red': ['traced'],
  '#/articles': [],
  '#/articles?article=gone': [],
};

it.each(Object.entries(addresses))('loads ahead what %s shows, and nothing else', async (hash, later) => {
  const store = storeOfHistory();
  await prepare(store, hash);
  const ahead = await store.keys();
  show(store, hash);
  expect(ahead).not.toEqual([]);
  expect(await store.keys()).toEqual([...ahead, ...later].sort());
});

it('has an address of every view of a history', () => {
  const shown = new Set(Object.keys(addresses).map(hash => parseRoute(hash).view));
  expect([...shown]).toEqual(viewsOf(storeOfHistory()).map(({ path }) => path));
});
