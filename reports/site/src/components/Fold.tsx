import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** Something that opens on demand. What is inside is made when it is opened, because a table of 1,000 runs costs more than the chart above it. */
export function Fold({ summary, children }: { summary: string; children: () => ComponentChildren }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {open && children()}
    </details>
  );
}
