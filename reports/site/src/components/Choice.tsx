import { useId, useMemo } from 'preact/hooks';
import { useInTurn } from '../app/in-turn.ts';

type Option = string | readonly [value: string, label: string];

/** Options from which on a list is long: it is closed, so that only the chosen one is seen, and the others are made a moment later. */
const manyOptions = 60;

/** Options that count as a small picture. */
const optionsOfPicture = 10;

const pairOf = (option: Option) => (typeof option === 'string' ? ([option, option] as const) : option);

/** A labelled list to choose from. */
export function Choice(props: { label: string; value: string; options: readonly Option[]; onChange: (value: string) => void }) {
  const id = useId();
  const isLong = props.options.length >= manyOptions;
  const weight = props.options.length / optionsOfPicture;
  const { host, shown } = useInTurn<readonly Option[], HTMLSelectElement>(props.options, { isAtOnce: !isLong, weight });
  const chosen = shown === null ? props.value : null;
  const listed = useMemo(() => {
    const pairs = (shown ?? props.options).map(pairOf);
    return chosen === null ? pairs : pairs.filter(([value]) => value === chosen);
  }, [shown, chosen]);
  const options = useMemo(
    () =>
      listed.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      )),
    [listed],
  );
  return (
    <div class="choice">
      <label for={id}>{props.label}</label>
      <select
        ref={host}
        id={id}
        class={isLong ? 'long' : undefined}
        value={props.value}
        onChange={event => props.onChange(event.currentTarget.value)}
      >
        {options}
      </select>
    </div>
  );
}
