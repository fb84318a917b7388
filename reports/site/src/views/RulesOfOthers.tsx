import { DataTable } from '../components/DataTable.tsx';
import { Lead } from '../components/Lead.tsx';
import { type Red, type RuleRow, rulesOf, type Trial } from '../data/selftest.ts';
import { intervalText, share } from '../text/shares.ts';

/** False alarms and found slow-downs of other rules, beside those of the gate. */
export function RulesOfOthers({ trials }: { trials: readonly Trial[] }) {
  const { injected, rows } = rulesOf(trials);
  if (rows.length < 2) return null;
  return (
    <>
      <h2>Rules of other tools on the same samples</h2>
      <Lead page="evidence.md#how-often-the-gate-is-wrong" link="The rules">
        A good rule is silent without a change and red with one.
      </Lead>
      <DataTable
        caption="Gate runs that a rule calls worse, and the 95 % interval of their share in %"
        file="rules"
        rows={rows}
        columns={[
          { title: 'Rule', value: row => row.rule ?? 'this gate', heading: true },
          ...injected.map((name, i) => ({
            title: name === null ? 'False alarms (A/A, lower is better)' : `Found: ${name} (higher is better)`,
            value: (row: RuleRow) => redShare(row.red[i]),
            show: (row: RuleRow) => redWords(row.red[i]),
            numeric: true,
          })),
        ]}
      />
    </>
  );
}

const redShare = (red: Red | null | undefined) => (red ? share(red.red / red.runs) : null);
function redWords(red: Red | null | undefined): string {
  if (!red) return '–';
  const unanswered = red.unanswered > 0 ? `, ${red.unanswered} without an answer` : '';
  return `${red.red} of ${red.runs} (${intervalText(red.low, red.high)})${unanswered}`;
}
