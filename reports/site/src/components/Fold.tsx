import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { usePrinting } from '../app/printing.ts';

/**
 * Something that opens on demand, and on paper. What is inside is made when it is opened, because a table of 1,000 runs costs more than the chart
 * above it.
 */
export function Fold({ summary, children }: { summary: ComponentChildren; children: () => ComponentChildren }) {
  const [isChosen, choose] = useState(false);
  const isPrinting = usePrinting();
  const isOpen = isChosen || isPrinting;
  return (
    <details open={isOpen} onToggle={event => !isPrinting && choose(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
