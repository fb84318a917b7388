import { useLoaded } from '../app/context.ts';
import { href } from '../app/route.ts';
import { tracedList } from '../data/store.ts';
import { explanationsOf, type TracedItem } from '../data/traced.ts';

type Find = (items: readonly TracedItem[]) => TracedItem | undefined;

/** The explanation of a run or verdict. */
export const whyOf =
  (id: string): Find =>
  items =>
    explanationsOf(items).find(item => item.id === id);

interface Props {
  readonly find: Find;
  readonly cell?: string;
  readonly children: string;
  /** What ends a sentence where the link is one. */
  readonly after?: string;
}

/** A link to why cells changed, where traced rounds showed it; nothing elsewhere. */
export function WhyLink({ find, cell, children, after = '' }: Props) {
  const traced = useLoaded(tracedList);
  const item = traced.state === 'ready' ? find(traced.value) : undefined;
  if (item === undefined || (cell !== undefined && !item.cells.includes(cell))) return null;
  return (
    <>
      <a href={href('why', { why: item.id, cell })}>{children}</a>
      {after}
    </>
  );
}
