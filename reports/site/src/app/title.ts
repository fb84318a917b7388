import { useEffect, useLayoutEffect } from 'preact/hooks';

/** The page's title, which follows the view. Set before effects, so that what a view shows has the last word. */
export function useViewTitle(title: string): void {
  useLayoutEffect(() => setTitle(title), [title]);
}

/** The page's title while something is shown that has a name of its own: a tab says which of many articles it has. */
export function useSubject(subject: string): void {
  useEffect(() => {
    const before = document.title;
    setTitle(subject);
    return () => {
      document.title = before;
    };
  }, [subject]);
}

function setTitle(title: string): void {
  document.title = `${title} · perfmatrix`;
}
