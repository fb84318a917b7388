import { useState } from 'preact/hooks';
import type { Store } from '../data/store.ts';
import { useApp } from './context.ts';
import { href, parseRoute } from './route.ts';

/** Views that show the newest run unless the address names one. */
const ofOneRun = ['matrix', 'compare', 'versions', 'gc', 'run'];

/** Copies a link to exactly what is shown: the newest run is named, so that the link still shows it after the next one was published. */
export function CopyLink() {
  const { store } = useApp();
  const [said, say] = useState('');
  const copy = async () => {
    const link = await permalink(store);
    say((await write(link)) ? 'Link copied' : link);
    setTimeout(() => say(''), 4000);
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

async function permalink(store: Store): Promise<string> {
  const { view, query } = parseRoute(location.hash);
  if (!store.hasHistory || !ofOneRun.includes(view) || query.get('run') !== null) return location.href;
  const run = (await store.run(null)).document.id;
  return new URL(href(view, query.with({ run })), location.href).href;
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
