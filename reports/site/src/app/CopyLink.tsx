import { useEffect, useState } from 'preact/hooks';
import type { Store } from '../data/store.ts';
import { explanationsOf } from '../data/traced.ts';
import { isOfRun } from '../views/views.ts';
import { useApp } from './context.ts';
import { href, parseRoute } from './route.ts';

const copied = 'Link copied';

/** Copies a link to exactly what is shown: the newest run or explanation is named, so that it is still shown after the next one was published. */
export function CopyLink() {
  const { store, route } = useApp();
  const [said, say] = useState('');
  // A link that has to be copied by hand stays until another one is right; a route is also new when something is loaded again.
  const address = href(route.view, route.query.with({}));
  useEffect(() => say(''), [address]);
  const copy = async () => {
    const link = await permalink(store);
    if (!(await write(link))) return say(link);
    say(copied);
    setTimeout(() => say(now => (now === copied ? '' : now)), 4000);
  };
  return (
    <>
      <button type="button" onClick={copy}>
        Copy link
      </button>
      <span role="status" class="said">
        {said}
      </span>
    </>
  );
}

/** The parameter that names the run or the explanation that a view shows; null of a view of neither. */
const nameOf = (view: string) => (isOfRun(view) ? 'run' : view === 'why' ? 'why' : null);

async function permalink(store: Store): Promise<string> {
  const { view, query } = parseRoute(location.hash);
  const name = nameOf(view);
  if (!store.hasHistory || name === null || query.get(name) !== null) return location.href;
  const newest = name === 'run' ? (await store.index()).newest?.id : explanationsOf(await store.traced())[0]?.id;
  return newest === undefined ? location.href : new URL(href(view, query.with({ [name]: newest })), location.href).href;
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
