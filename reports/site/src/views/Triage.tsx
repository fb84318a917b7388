import { DocsLink } from '../components/DocsLink.tsx';
import type { ChangeGroup, Label } from '../data/history-files.ts';
import { wilson } from '../data/selftest.ts';
import { count } from '../text/format.ts';
import { intervalText, shareText } from '../text/shares.ts';

/** How often a marked change of the trend was noise, by what people said of them. */
export const Triage = ({ changes }: { changes: readonly ChangeGroup[] }) => (
  <>
    <h2>Marks of the trend, as people labelled them</h2>
    <p class="answer">
      {triageText('trend', changes)} <DocsLink page="trend.md#alerts">How to label one</DocsLink>
    </p>
  </>
);

/** How often the trend or the gate was wrong, by the labels of its changes or red verdicts. */
export function triageText(who: 'trend' | 'gate', all: readonly { readonly label?: Label }[]): string {
  const what = who === 'trend' ? 'change' : 'red verdict';
  const labels = all.flatMap(each => each.label ?? []);
  if (labels.length === 0) return `False alarms of the ${who}: not known, because no ${what} is labelled yet.`;
  const of = (label: Label) => labels.filter(each => each === label).length;
  const noise = of('noise');
  const [low, high] = wilson(noise, labels.length);
  return (
    `False alarms of the ${who}: ${noise} of ${count(labels.length, `labelled ${what}`)}, ${shareText(noise / labels.length)} % (95 % interval ` +
    `${intervalText(low, high)} %). ${of('real')} real, ${of('wanted')} wanted, ${of('infrastructure')} caused by the machines; ` +
    `${all.length - labels.length} of ${all.length} not labelled.`
  );
}
