import { DocsLink } from '../components/DocsLink.tsx';
import type { ChangeGroup } from '../data/history-files.ts';
import { wilson } from '../data/selftest.ts';
import { count } from '../text/format.ts';
import { intervalText, shareText } from '../text/shares.ts';

/** How often a marked change of the trend was noise, by what people said of them. */
export const Triage = ({ changes }: { changes: readonly ChangeGroup[] }) => (
  <>
    <h2>Marks of the trend, as people labelled them</h2>
    <p class="answer">
      {triageText(changes)} <DocsLink page="trend.md#alerts">How to label one</DocsLink>
    </p>
  </>
);

export function triageText(changes: readonly ChangeGroup[]): string {
  const labels = changes.flatMap(change => change.label ?? []);
  if (labels.length === 0) return 'False alarms of the trend: not known, because no change is labelled yet.';
  const of = (label: string) => labels.filter(each => each === label).length;
  const noise = of('noise');
  const [low, high] = wilson(noise, labels.length);
  return (
    `False alarms of the trend: ${noise} of ${count(labels.length, 'labelled change')}, ${shareText(noise / labels.length)} % (95 % interval ` +
    `${intervalText(low, high)} %). ${of('real')} real, ${of('wanted')} wanted, ${of('infrastructure')} caused by the machines; ` +
    `${changes.length - labels.length} of ${changes.length} not labelled.`
  );
}
