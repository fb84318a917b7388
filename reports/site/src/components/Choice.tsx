import { useId, useMemo } from 'preact/hooks';

/** A labelled list to choose from. */
export function Choice(props: {
  label: string;
  value: string;
  options: readonly (string | readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}) {
  const id = useId();
  // There may be hundreds.
  const options = useMemo(
    () =>
      props.options.map(option => {
        const [value, label] = typeof option === 'string' ? [option, option] : option;
        return (
          <option key={value} value={value}>
            {label}
          </option>
        );
      }),
    [props.options],
  );
  return (
    <div class="choice">
      <label for={id}>{props.label}</label>
      <select id={id} value={props.value} onChange={event => props.onChange(event.currentTarget.value)}>
        {options}
      </select>
    </div>
  );
}
