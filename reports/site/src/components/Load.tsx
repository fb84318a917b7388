import type { ComponentChildren } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { useLoaded, useStore } from '../app/context.ts';
import type { FileProblem } from '../data/run-document.ts';
import { type Loadable, NothingMeasured } from '../data/store.ts';

interface Props<T> {
  readonly of: Loadable<T>;
  readonly what: string;
  /** Called once for what was loaded, where it is the same function every time, however often the address changes. */
  readonly children: (value: T) => ComponentChildren;
}

/** Shows what was loaded; until then says so, over what was there before; a file that cannot be shown is named, with a button to try again. */
export function Load<T>({ of, what, children }: Props<T>) {
  const loaded = useLoaded(of);
  const content = useMemo(() => (loaded.state === 'ready' ? children(loaded.value) : null), [loaded, children]);
  // What was there stays as it is until the next is: nothing jumps, and only what differs is made anew.
  const shown = useRef<ComponentChildren>(null);
  if (loaded.state !== 'loading') shown.current = content;
  if (loaded.state === 'failed' && loaded.problem instanceof NothingMeasured) return <p class="empty">{loaded.problem.message}</p>;
  if (loaded.state === 'failed') return <Problem problems={[loaded.problem]} />;
  return (
    <>
      {loaded.state === 'loading' && <p class={`loading ${shown.current === null ? '' : 'over'}`} role="status">{`Loading ${what} …`}</p>}
      {shown.current}
    </>
  );
}

/** Files that could not be shown. */
export function Problem({ problems }: { problems: readonly FileProblem[] }) {
  const store = useStore();
  if (problems.length === 0) return null;
  const retry = () => {
    store.retry();
    dispatchEvent(new HashChangeEvent('hashchange'));
  };
  return (
    <div class="problem" role="alert">
      <strong>{problems.length === 1 ? 'A file could not be shown.' : `${problems.length} files could not be shown.`}</strong>
      <ul>
        {problems.map(problem => (
          <li key={problem.file}>
            <code>{problem.file}</code>: {problem.message}
          </li>
        ))}
      </ul>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </div>
  );
}
