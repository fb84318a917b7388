import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** So many milliseconds the pointer or the focus rests on a link that is meant: one that is only passed loads nothing. */
const rest = 65;

/** What is loaded of a list before an option is chosen. */
export interface Ahead {
  readonly load: (value: string) => Promise<void>;
  /** Options, the nearest to the chosen one. */
  readonly most: number;
}

/** Options whose files are small. */
export const usualAhead = 6;

/** Columns of shards that are loaded ahead at most: a megabyte. */
const mostColumns = 1200;

/** Options that show so many columns of shards each. */
export const aheadOf = (columns: number) => Math.min(usualAhead, Math.floor(mostColumns / columns));

/** Whether to load what may not be needed: not for somebody who saves data, nor on a phone, where nothing is reached before it is chosen. */
const isWelcome = () =>
  !(navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData && matchMedia('(hover: hover)').matches;

/** Loads what a link shows once the pointer or the focus is on it: some tenths of a second before somebody follows it. */
export function useLinksAhead(load: (hash: string) => void): void {
  useEffect(() => {
    let timer = 0;
    const reach = ({ target }: Event) => {
      clearTimeout(timer);
      const address = target instanceof Element ? target.closest('a[href^="#/"]')?.getAttribute('href') : null;
      if (address && isWelcome()) timer = window.setTimeout(() => load(address), rest);
    };
    addEventListener('pointerover', reach);
    addEventListener('focusin', reach);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerover', reach);
      removeEventListener('focusin', reach);
    };
  }, [load]);
}

/**
 * Loads what the options of a list show, the nearest to the chosen one first: one after the other, as long as the list has the focus, so that what
 * is chosen meanwhile waits for one at most.
 */
export function useListAhead(list: RefObject<HTMLElement | null>, values: readonly string[], chosen: string, ahead?: Ahead): void {
  const latest = useRef(ahead);
  latest.current = ahead;
  useEffect(() => {
    const node = list.current;
    if (node === null) return;
    let isShown = true;
    const reach = async () => {
      for (const value of nearestOf(values, chosen).slice(0, latest.current?.most ?? 0)) {
        if (!isShown || document.activeElement !== node || !isWelcome()) return;
        await latest.current?.load(value);
      }
    };
    // After a choice the list still has the focus.
    if (document.activeElement === node) reach();
    node.addEventListener('focus', reach);
    return () => {
      isShown = false;
      node.removeEventListener('focus', reach);
    };
  }, [values, chosen]);
}

function nearestOf(values: readonly string[], chosen: string): string[] {
  const at = values.indexOf(chosen);
  return values
    .map((value, i) => ({ value, distance: Math.abs(i - at) }))
    .filter(({ distance }) => distance > 0)
    .sort((a, b) => a.distance - b.distance)
    .map(({ value }) => value);
}
