import { useEffect, useState } from 'preact/hooks';

/** Whether the page is on its way to paper, which cannot open anything. Browsers tell it by an event, by the media, or by both. */
export function usePrinting(): boolean {
  // What is made on the way, a fold in a fold, hears no event.
  const [isPrinting, setPrinting] = useState(() => matchMedia('print').matches);
  useEffect(() => {
    const media = matchMedia('print');
    const begin = () => setPrinting(true);
    const end = () => setPrinting(false);
    const follow = () => setPrinting(media.matches);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    media.addEventListener('change', follow);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
      media.removeEventListener('change', follow);
    };
  }, []);
  return isPrinting;
}
