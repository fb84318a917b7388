import { useEffect, useLayoutEffect } from 'preact/hooks';

interface Title {
  readonly view: string;
  /** What is shown, where that has a name of its own. */
  readonly subject: string | null;
  /** Of which project it is, where somebody knows. */
  readonly project: string | null;
}

let title: Title = { view: '', subject: null, project: null };

/** The page's title, which follows the view. */
export function useViewTitle(view: string): void {
  useLayoutEffect(() => setTitle({ view }), [view]);
}

/** The page's title while something is shown that has a name of its own: a tab says which of many articles it has. */
export function useSubject(subject: string): void {
  useEffect(() => {
    setTitle({ subject });
    return () => setTitle({ subject: null });
  }, [subject]);
}

/** The project in the page's title: of two tabs each says whose trend it has. */
export function useProjectTitle(project: string | null): void {
  useLayoutEffect(() => setTitle({ project }), [project]);
}

function setTitle(change: Partial<Title>): void {
  title = { ...title, ...change };
  document.title = `${title.subject ?? title.view} · ${title.project ?? 'perfmatrix'}`;
}
