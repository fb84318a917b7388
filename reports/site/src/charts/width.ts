import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Below this a chart is on a phone: names go above their rows, or become letters. */
const narrow = 560;

/** The width that a picture may take, in pixels, so that its texts have the size of other text on every screen. */
export function useWidth(most: number): {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly width: number;
  readonly isNarrow: boolean;
} {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(() => Math.min(most, document.documentElement.clientWidth - 32));
  useLayoutEffect(() => {
    const node = frame.current as HTMLDivElement;
    const measure = () => setWidth(Math.max(200, Math.min(most, node.clientWidth)));
    const resize = new ResizeObserver(measure);
    measure();
    resize.observe(node);
    return () => resize.disconnect();
  }, [most]);
  return { frame, width, isNarrow: width < narrow };
}
