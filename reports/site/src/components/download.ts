import { useStore } from '../app/context.ts';
import { parseRoute } from '../app/route.ts';

/** A way to give something to the browser to keep as a file. The name of what is made up says so, since the file leaves the page that does. */
export function useDownload(): (name: string, type: string, content: BlobPart) => Promise<void> {
  const store = useStore();
  return async (name, type, content) => {
    // Articles were measured, also those beside a demo.
    const isMadeUp = parseRoute(location.hash).view !== 'articles' && (await store.isGenerated());
    save(isMadeUp ? `generated-${name}` : name, type, content);
  };
}

function save(name: string, type: string, content: BlobPart): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
