import type { ComponentChildren } from 'preact';
import { useStore } from '../app/context.ts';

/** A link to a page of the documentation; its text alone where this page does not know where that is. */
export function DocsLink({ page, children }: { page: string; children: ComponentChildren }) {
  const { docs } = useStore();
  return docs === null ? <>{children}</> : <a href={docs + page}>{children}</a>;
}
