import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';

/** Pictures that are drawn in one go, so that a key or a scroll between two never waits long. What counts as so many has a turn of its own. */
export const portion = 64;

/** What is yet to be drawn, and as how many pictures it counts. */
const waiting = new Map<() => void, number>();

function drawSome(): void {
  let drawn = 0;
  for (const [draw, weight] of waiting) {
    if (drawn > 0 && drawn + weight > portion) break;
    drawn += weight;
    waiting.delete(draw);
    draw();
  }
  // A key, a scroll or a paint that is due comes between two; to wait for a paint each time would cost a frame a portion.
  if (waiting.size > 0) setTimeout(drawSome);
  // Others can tell that the page is complete: tests, and whoever makes pictures of it.
  else document.body.removeAttribute('data-drawing');
}

/** Once what was made is on the screen: only then the next frame begins. Other threads paint it, and on two cores what is drawn meanwhile takes their time. */
const afterPaint = (next: () => void) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(next)));

function drawLater(draw: () => void, weight: number): void {
  if (!document.body.hasAttribute('data-drawing')) afterPaint(drawSome);
  document.body.setAttribute('data-drawing', '');
  waiting.set(draw, weight);
}

/** Elements in sight. */
const inSight = new WeakSet<Element>();
let watch: IntersectionObserver | null = null;

const watching = () =>
  new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) inSight[isIntersecting ? 'add' : 'delete'](target);
  });

/** What shows a value that may be behind: the element, and the value; null where there was none yet. */
interface InTurn<T, E extends Element> {
  readonly host: RefObject<E | null>;
  readonly shown: T | null;
}

interface Turn {
  /** Whether it does not wait: it is known to be seen first, or is on its way to paper. */
  readonly isAtOnce: boolean;
  /** As how many pictures it counts. */
  readonly weight: number;
}

/**
 * Keeps a change of a large view short. What is in sight shows the newest value at once; anything else shows the value before until its turn, a moment
 * after what is in sight has been painted.
 */
export function useInTurn<T, E extends Element>(value: T, { isAtOnce, weight }: Turn): InTurn<T, E> {
  const host = useRef<E>(null);
  const shown = useRef<T | null>(null);
  const [, again] = useReducer((n: number) => n + 1, 0);
  if (isAtOnce || (host.current !== null && inSight.has(host.current))) shown.current = value;
  useEffect(() => {
    const node = host.current;
    if (node === null) return;
    watch ??= watching();
    watch.observe(node);
    return () => watch?.unobserve(node);
  }, []);
  useLayoutEffect(() => {
    if (shown.current === value) return;
    const draw = () => {
      shown.current = value;
      again(undefined as never);
    };
    drawLater(draw, weight);
    return () => {
      waiting.delete(draw);
    };
  }, [value]);
  return { host, shown: shown.current };
}
