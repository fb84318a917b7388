import { useApp } from '../app/context.ts';
import { href } from '../app/route.ts';
import type { RunIndex } from '../data/run-index.ts';
import { hidesBase } from './matrix-model.ts';

/** Says of a comparison which of its variants a view of cells shows, and where base stands beside them. */
export function HeadOnly({ run }: { run: RunIndex }) {
  const id = useApp().route.query.get('run');
  if (!hidesBase(run)) return null;
  return (
    <p class="context">
      Of this comparison head is shown, of its copies the first. <a href={href('versions', { run: id, axis: 'code' })}>Head and base</a>
    </p>
  );
}
