import { useEffect, useState } from 'preact/hooks';

/** The parts of the page that are other ones on paper. A view has dozens, so one listens for all of them. */
const followers = new Set<(isPrinting: boolean) => void>();
let isListening = false;
let isOnPaper = false;

function tell(isPrinting: boolean): void {
  isOnPaper = isPrinting;
  for (const follow of [...followers]) follow(isPrinting);
}

/** Browsers tell it by an event, by the media, or by both. */
function listen(): void {
  const media = matchMedia('print');
  isListening = true;
  isOnPaper = media.matches;
  addEventListener('beforeprint', () => tell(true));
  addEventListener('afterprint', () => tell(false));
  media.addEventListener('change', () => tell(media.matches));
}

/** Whether the page is on its way to paper, which cannot open anything. */
export function usePrinting(): boolean {
  if (!isListening) listen();
  // What is made on the way, a fold in a fold, hears no event.
  const [isPrinting, setPrinting] = useState(isOnPaper);
  useEffect(() => {
    followers.add(setPrinting);
    return () => {
      followers.delete(setPrinting);
    };
  }, []);
  return isPrinting;
}
