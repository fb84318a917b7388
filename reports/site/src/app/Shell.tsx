import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useErrorBoundary, useMemo, useRef, useState } from 'preact/hooks';
import { Problem } from '../components/Load.tsx';
import { WorkflowRuns } from '../components/WorkflowRuns.tsx';
import { pageOf, projectOf } from '../data/repository.ts';
import { FileProblem } from '../data/run-document.ts';
import { findView, isOfRun, prepare, viewsOf } from '../views/views.ts';
import { useLinksAhead } from './ahead.ts';
import { CopyLink } from './CopyLink.tsx';
import { type App, AppContext, RepositoryContext, useLoaded, useStore } from './context.ts';
import { usePrinting } from './printing.ts';
import { href, parseRoute } from './route.ts';
import { Search } from './Search.tsx';
import { ThemeButton } from './ThemeButton.tsx';
import { useProjectTitle, useViewTitle } from './title.ts';

/** The frame of every view: title, views, search, theme; and the address. */
export function Shell() {
  const store = useStore();
  const [hash, setHash] = useState(location.hash);
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const follow = () => {
      setHash(location.hash);
      setVersion(n => n + 1);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const load = useMemo(() => (to: string) => prepare(store, to), [store]);
  const app = useMemo(() => ({ store, route: parseRoute(hash), prepare: load, version }), [store, hash, load, version]);
  const views = viewsOf(store);
  const view = findView(app.route.view, store);
  // What was chosen is kept between the views of a run.
  const run = isOfRun(app.route.view) ? app.route.query.get('run') : null;
  // Articles lie beside a history and are no part of it.
  const isOfHistory = store.hasHistory && view?.path !== 'articles';
  const title = view?.title ?? 'Unknown view';
  useViewTitle(title);
  useLinksAhead(load);
  useFocus(title);
  useOpenOnPaper();
  return (
    <Reached app={app}>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to content
      </button>
      <header>
        <div>
          <a class="brand" href={href('')}>
            perfmatrix
          </a>{' '}
          <Project />
        </div>
        <nav aria-label="Views">
          <ul>
            {views.map(entry => (
              <li key={entry.path}>
                <a href={href(entry.path, { run: isOfRun(entry.path) ? run : null })} aria-current={entry === view ? 'page' : undefined}>
                  {entry.title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="tools">
          {store.report === null && <Search />}
          <CopyLink />
          <ThemeButton />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {isOfHistory && <GeneratedNote />}
        {view === null ? (
          <Problem problems={[new FileProblem(app.route.view, 'there is no such view; choose one above.')]} />
        ) : (
          <Guarded key={view.path} attempt={app}>
            <view.View />
          </Guarded>
        )}
      </main>
      {isOfHistory && <Feeds base={store.base} />}
    </Reached>
  );
}

/** What every view can reach. */
const Reached = ({ app, children }: { app: App; children: ComponentChildren }) => (
  <AppContext.Provider value={app}>
    <OfRepository>{children}</OfRepository>
  </AppContext.Provider>
);

function OfRepository({ children }: { children: ComponentChildren }) {
  const repository = useLoaded({ key: 'repository', load: store => store.repository() });
  const known = repository.state === 'ready' ? repository.value : null;
  useProjectTitle(projectOf(known));
  return <RepositoryContext.Provider value={known}>{children}</RepositoryContext.Provider>;
}

/** Which project was measured. */
function Project() {
  const repository = useContext(RepositoryContext);
  const [name, page] = [projectOf(repository), pageOf(repository)];
  if (name === null) return null;
  return page === null ? (
    <span class="project">{name}</span>
  ) : (
    <a class="project" href={page}>
      {name}
    </a>
  );
}

const usePageIndex = () => useLoaded({ key: 'index of the page', load: store => store.index() });

/** A demo is not taken for somebody's measurement: it says so above every view. What is wrong with the index, the view says. */
function GeneratedNote() {
  const index = usePageIndex();
  if (index.state !== 'ready' || !index.value.generated) return null;
  return (
    <p class="generated" role="note">
      <strong>Generated data.</strong> None of this was measured: the history, the verdicts and the self-tests are made up.
    </p>
  );
}

/** A view that fails says so, instead of leaving a blank page; another address or a retry gets another chance. */
function Guarded({ attempt, children }: { attempt: object; children: ComponentChildren }) {
  const [error, reset] = useErrorBoundary();
  useEffect(() => reset(), [attempt]);
  return error ? <Problem problems={[new FileProblem('this view', `could not be shown: ${error}`)]} /> : children;
}

/** What can be followed elsewhere: the feed for a reader, and for a README the badges of what has been published. */
function Feeds({ base }: { base: string }) {
  const index = usePageIndex();
  const { verdict, selftest } = index.state === 'ready' ? index.value : { verdict: null, selftest: null };
  return (
    <footer>
      <a href={`${base}changes.atom`} type="application/atom+xml">
        Change points as a feed (Atom)
      </a>
      {index.state === 'ready' && <WorkflowRuns repository={index.value.repository} />}
      {verdict && <Badge file={`${base}badges/gate.svg`} alt="Badge of the newest verdict of the gate" />}
      {(selftest?.aaRuns ?? 0) > 0 && <Badge file={`${base}badges/aa.svg`} alt="Badge of the red rate of the gate without a change" />}
    </footer>
  );
}

const Badge = ({ file, alt }: { file: string; alt: string }) => (
  <a href={file}>
    <img src={file} alt={alt} height={20} />
  </a>
);

/** What is folded is open on paper. Folds that make what is inside open themselves. */
function useOpenOnPaper(): void {
  const isPrinting = usePrinting();
  useEffect(() => {
    if (!isPrinting) return;
    const closed = [...document.querySelectorAll('main details:not([open])')];
    for (const fold of closed) fold.setAttribute('open', '');
    return () => {
      for (const fold of closed) fold.removeAttribute('open');
    };
  }, [isPrinting]);
}

/** After a change of view the focus goes to the content, as it does when a page is loaded. */
function useFocus(title: string): void {
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current !== title) document.getElementById('main')?.focus({ preventScroll: true });
    if (shown.current !== title) scrollTo(0, 0);
    shown.current = title;
  }, [title]);
}
