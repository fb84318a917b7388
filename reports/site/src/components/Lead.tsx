import type { ComponentChildren } from 'preact';
import { DocsLink } from './DocsLink.tsx';

/** What a view is for, in a line, and where the method is written down. */
export const Lead = ({ page, link, children }: { page: string; link: string; children: ComponentChildren }) => (
  <p class="legend">
    {children} <DocsLink page={page}>{link}</DocsLink>
  </p>
);
