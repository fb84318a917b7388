import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Below this a chart is on a phone: names go above their rows, or become letters. */
const narrow = 560;

/** What pictures of a largest width had last: most likely what the next one has, and nobody has to lay the page out to know it. */
const known = new Map<number, number>();

const firstGuess = (most: number) => known.get(most) ?? Math.min(most, document.documentElement.clientWidth - 32);

/** The width that a picture may take, in pixels, so that its texts have the size of other text on every screen. */
export function useWidth(most: number): {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly width: number;
  readonly isNarrow: boolean;
} {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(() => firstGuess(most));
  useLayoutEffect(() => {
    const node = frame.current as HTMLDivElement;
    // It tells the first width, too, before anything is painted.
    const resize = new ResizeObserver(() => {
      const measured = Math.max(200, Math.min(most, node.clientWidth));
      known.set(most, measured);
      setWidth(measured);
    });
    resize.observe(node);
    return () => resize.disconnect();
  }, [most]);
  return { frame, width, isNarrow: width < narrow };
}
