import { DataTable } from '../components/DataTable.tsx';
import { type Origin, personOf, safeAddress, sourceOf, textOf, valueTexts } from '../data/origin.ts';
import type { RunDocument } from '../data/run-document.ts';

/** A line that names the workflow run that measured, or the tool that a run was taken over from. */
export function SourceLine({ run }: { run: RunDocument }) {
  const source = sourceOf(run);
  if (source === null) return null;
  return (
    <p class="context source">
      {source.before}
      {source.address === null ? source.name : <a href={source.address}>{source.name}</a>}
      {source.after}
    </p>
  );
}

/** All that another tool kept of a run besides values; nothing for a run of our own. */
export function OriginTables({ run }: { run: RunDocument }) {
  if (!run.origin) return null;
  const texts = valueTexts(run.origin, run.variants);
  return (
    <>
      <h2>{`What ${run.imported ?? 'the tool before'} kept of it`}</h2>
      <DataTable
        caption="As it was there; nothing is computed from it"
        file={`origin-${run.id}`}
        rows={factsOf(run.origin)}
        empty="Nothing but values."
        columns={[
          { title: 'What', value: fact => fact.what, heading: true },
          { title: 'Text', value: fact => fact.text, show: fact => <Linked text={fact.text} /> },
        ]}
      />
      {texts.length > 0 && (
        <DataTable
          caption="Texts beside its values"
          file={`origin-texts-${run.id}`}
          rows={texts}
          columns={[
            { title: 'Variant', value: row => row.variant, heading: true },
            { title: 'Metric', value: row => row.metric },
            { title: 'Range', value: row => row.range },
            { title: 'Extra', value: row => row.extra },
          ]}
        />
      )}
    </>
  );
}

const Linked = ({ text }: { text: string }) => {
  const address = safeAddress(text);
  return address === null ? text : <a href={address}>{address}</a>;
};

function factsOf({ commit, entries }: Origin): { what: string; text: string }[] {
  const facts: [string, string | null][] = [
    ['Commit message', textOf(commit?.message)],
    ['Commit made', textOf(commit?.timestamp)],
    ['Author', personOf(commit?.author)],
    ['Committer', personOf(commit?.committer)],
    ['Commit page', textOf(commit?.url)],
    ...(Array.isArray(entries) ? entries : []).map((entry): [string, string | null] => [
      'Suite',
      textOf(`${entry.suite}, tool ${entry.tool}, stored ${entry.date}`),
    ]),
  ];
  return facts.flatMap(([what, text]) => (text === null ? [] : [{ what, text }]));
}
