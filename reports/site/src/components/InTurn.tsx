import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { useInTurn } from '../app/in-turn.ts';
import { usePrinting } from '../app/printing.ts';

interface Props<T> {
  readonly value: T;
  /** Whether it is known to be seen first. */
  readonly isAtOnce?: boolean;
  /** As how many small pictures it counts. */
  readonly weight: number;
  readonly children: (value: T) => ComponentChildren;
}

/** A part of a page that is made a moment later than what is in sight. */
export function InTurn<T>({ value, isAtOnce = false, weight, children }: Props<T>) {
  const isPrinting = usePrinting();
  const { host, shown } = useInTurn<T, HTMLDivElement>(value, { isAtOnce: isAtOnce || isPrinting, weight });
  const content = useMemo(() => shown && children(shown), [shown]);
  return <div ref={host}>{content}</div>;
}
