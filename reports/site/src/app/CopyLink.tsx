import { useEffect, useState } from 'preact/hooks';
import { findView, isOfRun } from '../views/views.ts';
import { useApp } from './context.ts';
import { permalink, type Shows } from './permalink.ts';
import { href, parseRoute } from './route.ts';

const copied = 'Link copied';
/** The same of pictures that go on. */
const copiedSeries = 'Link copied (newest runs)';

/** Copies a link to what is shown: what the view chose itself is named, so that it is still shown after the next run was published. */
export function CopyLink() {
  const { store, route } = useApp();
  const [said, say] = useState('');
  // A link that has to be copied by hand stays until another one is right; a route is also new when something is loaded again.
  const address = href(route.view, route.query.with({}));
  useEffect(() => say(''), [address]);
  const copy = async () => {
    const shown = parseRoute(location.hash);
    const shows = showsOf(findView(shown.view, store)?.path ?? '');
    // Where a file is lost, of which the view says so, the address is all that is known.
    const hash = await permalink(store, shown, shows).catch(() => location.hash);
    const link = new URL(hash, location.href).href;
    if (!(await write(link))) return say(link);
    const done = shows === 'overview' || shows === 'trend' ? copiedSeries : copied;
    say(done);
    setTimeout(() => say(now => (now === done ? '' : now)), 4000);
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

/** What the view of an address chooses itself. */
function showsOf(path: string): Shows {
  if (isOfRun(path)) return 'run';
  return path === 'why' || path === 'overview' || path === 'trend' ? path : null;
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
