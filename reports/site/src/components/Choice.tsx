import { useId, useMemo } from 'preact/hooks';
import { type Ahead, useListAhead } from '../app/ahead.ts';
import { useInTurn } from '../app/in-turn.ts';

type Option = string | readonly [value: string, label: string];

/** Options from which on a list is long: it is closed, so that only the chosen one is seen, and the others are made a moment later. */
const manyOptions = 60;

/** Options that count as a small picture. */
const optionsOfPicture = 10;

const pairOf = (option: Option) => (typeof option === 'string' ? ([option, option] as const) : option);

interface Props {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
  /** Where another value takes files of its own. */
  readonly ahead?: Ahead;
}

/** A labelled list to choose from. */
export function Choice(props: Props) {
  const id = useId();
  // The same list while it says the same: most views make one anew each time. As JSON, because a label may have any sign in it.
  const pairs = useMemo(() => props.options.map(pairOf), [JSON.stringify(props.options)]);
  const values = useMemo(() => pairs.map(([value]) => value), [pairs]);
  const isLong = pairs.length >= manyOptions;
  const { host, shown } = useInTurn<typeof pairs, HTMLSelectElement>(pairs, { isAtOnce: !isLong, weight: pairs.length / optionsOfPicture });
  useListAhead(host, values, props.value, props.ahead);
  const listed = shown ?? pairs;
  const chosen = shown === null ? props.value : null;
  const options = useMemo(
    () =>
      listed
        .filter(([value]) => chosen === null || value === chosen)
        .map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        )),
    [listed, chosen],
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
