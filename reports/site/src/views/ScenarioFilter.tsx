import { useId } from 'preact/hooks';
import { useApp } from '../app/context.ts';
import { href } from '../app/route.ts';

/** The words that the names of shown scenarios, or benchmarks, have. They are in the address at once, but a key is no step for Back. */
export function ScenarioFilter({ label, words }: { label: string; words: string }) {
  const { view, query } = useApp().route;
  const id = useId();
  return (
    <div class="choice">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="search"
        autocomplete="off"
        value={words}
        onInput={event => location.replace(href(view, query.with({ scenario: event.currentTarget.value })))}
      />
    </div>
  );
}
