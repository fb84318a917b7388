import { useMemo } from 'preact/hooks';
import { useApp, useNavigate } from '../app/context.ts';
import { portion } from '../app/in-turn.ts';
import { Choice } from '../components/Choice.tsx';
import { DataTable } from '../components/DataTable.tsx';
import { InTurn } from '../components/InTurn.tsx';
import { Lead } from '../components/Lead.tsx';
import { Load } from '../components/Load.tsx';
import { NotThere } from '../components/NotThere.tsx';
import { andLimits, axisValues } from '../data/axes.ts';
import { directionWords, type Metric, scaleFor } from '../data/metric.ts';
import type { Variant } from '../data/run-document.ts';
import type { RunIndex } from '../data/run-index.ts';
import { count, onScale } from '../text/format.ts';
import { Cases, familyOf } from './Cases.tsx';
import { GcTraced } from './GcTraced.tsx';
import { HeadOnly } from './HeadOnly.tsx';
import { shownVariants } from './matrix-model.ts';
import { ParetoPicture } from './ParetoPicture.tsx';
import { RunFrame } from './RunFrame.tsx';
import { Timelines } from './Timelines.tsx';

/** Memory, heaps and pauses, one column per GC mode. */
export const GcLab = () => (
  <RunFrame
    title="GC lab"
    lead={
      <Lead page="how-it-measures.md#the-words" link="The words">
        Memory, heaps and pauses of every GC mode of one scenario.
      </Lead>
    }
  >
    {run => (run.document.imported ? <p class="empty">{`${run.document.imported} keeps no GC modes.`}</p> : <GcModes run={run} />)}
  </RunFrame>
);

function GcModes({ run }: { run: RunIndex }) {
  const { query } = useApp().route;
  const navigate = useNavigate();
  const variants = shownVariants(run).filter(variant => variant.status === 'measured');
  const cells = variants.map(variant => variant.cell);
  const scenarios = axisValues(cells, 'scenario');
  // Without a choice: where there is memory over time to see.
  const recorded = recordedVariants(run, variants);
  const scenario = query.oneOf('scenario', scenarios, recorded[0]?.cell.scenario ?? scenarios[0] ?? '');
  const ofScenario = variants.filter(variant => variant.cell.scenario === scenario);
  const places = [...new Set(ofScenario.map(placeOf))];
  const richest = recorded.filter(variant => variant.cell.scenario === scenario).map(placeOf);
  const place = query.oneOf('place', places, richest.at(-1) ?? places.at(-1) ?? '');
  const shown = ofScenario.filter(variant => placeOf(variant) === place);
  const below = useMemo(() => ({ run, variants: shown }), [run, scenario, place]);
  if (shown.length === 0) return <p class="empty">Nothing was measured in this run.</p>;
  return (
    <>
      <NotThere there={{ scenario: scenarios, place: places }} where="measured in this run" />
      <HeadOnly run={run} />
      <fieldset class="choices">
        <legend class="visually-hidden">What is shown</legend>
        <Choice
          label="Scenario"
          value={scenario}
          options={scenarios}
          onChange={value => navigate({ scenario: value, place: null, traced: null })}
        />
        <Choice label="Runtime and cores" value={place} options={places} onChange={value => navigate({ place: value, traced: null })} />
      </fieldset>
      <div class="pair">
        <div>
          <ModeTable run={run} variants={shown} title={`${scenario}, ${place}`} />
        </div>
        <div>
          <ParetoPicture run={run} variants={shown} />
        </div>
      </div>
      {familyOf(scenario) !== null && (
        <Cases run={run} variants={variants.filter(variant => placeOf(variant) === place)} family={familyOf(scenario) as string} />
      )}
      <InTurn value={below} weight={portion}>
        {({ variants: of }) => (
          <>
            <OverTime run={run} variants={of} />
            <GcTraced run={run} variants={of} />
            <ProofTable variants={of} />
          </>
        )}
      </InTurn>
    </>
  );
}

/** The variants that recorded a timeline. */
function recordedVariants(run: RunIndex, variants: readonly Variant[]): Variant[] {
  const recorded = new Set((run.document.timelines ?? []).map(each => each.variant));
  return variants.filter(variant => recorded.has(variant.id));
}

/** Memory, heaps and pauses over time: loaded only when a shown cell has some. */
function OverTime({ run, variants }: { run: RunIndex; variants: readonly Variant[] }) {
  const { store } = useApp();
  if (recordedVariants(run, variants).length === 0)
    return (
      <p class="legend">No memory over time: only scenarios that ask for a timeline record one, and a history keeps those of newer runs.</p>
    );
  return (
    <>
      <Load of={{ key: `timelines ${run.document.id}`, load: data => data.timelines(run) }} what="memory over time">
        {timelines => <Timelines timelines={timelines} variants={variants} />}
      </Load>
      {store.timelineProblems.map(problem => (
        <p key={problem} class="problem">
          {problem}
        </p>
      ))}
    </>
  );
}

const placeOf = (variant: Variant) => `${variant.cell.runtime}, ${count(variant.cell.cores, 'core')}${andLimits(variant.cell, ', ')}`;

function ModeTable({ run, variants, title }: { run: RunIndex; variants: readonly Variant[]; title: string }) {
  const largest = (metric: Metric) => Math.max(0, ...variants.map(variant => run.value(variant.id, metric.name) ?? 0));
  return (
    <DataTable
      caption={`${title}: medians over the rounds, one column per GC mode`}
      file="gc-modes"
      rows={run.metricsOf(variants)}
      columns={[
        {
          title: 'Metric',
          value: metric => metric.title,
          show: metric => `${metric.title}, ${scaleFor(metric, largest(metric)).unit} (${directionWords(metric)})`,
          heading: true,
        },
        ...variants.map(variant => ({
          title: variant.cell.gc,
          value: (metric: Metric) => run.value(variant.id, metric.name),
          show: (metric: Metric) => shownValue(run.value(variant.id, metric.name), metric, largest(metric)),
          numeric: true,
        })),
      ]}
    />
  );
}

const shownValue = (value: number | null, metric: Metric, largest: number) =>
  value === null ? '–' : onScale(value, scaleFor(metric, largest));

/** What each process reported of its GC: the proof that the mode was in force. */
function ProofTable({ variants }: { variants: readonly Variant[] }) {
  const settings = [...new Set(variants.flatMap(variant => Object.keys(variant.proof?.gcConfiguration ?? {})))].sort();
  if (settings.length === 0) return null;
  return (
    <details>
      <summary>GC settings as the processes reported them</summary>
      <DataTable
        caption="GC configuration in force"
        file="gc-configuration"
        rows={settings}
        columns={[
          { title: 'Setting', value: name => name, heading: true },
          ...variants.map(variant => ({
            title: variant.cell.gc,
            value: (name: string) => variant.proof?.gcConfiguration[name] ?? '–',
            numeric: true,
          })),
        ]}
      />
    </details>
  );
}
