import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { Check, useAttempt } from '../parts.js';

/** What every field has. `change` rejects with the reason if the wallet does not take the value. */
type FieldProps<T> = Readonly<{ title: string; value: T; change(value: T): Promise<unknown> }>;

/** A value of a choice, and its text. */
export type Option<T> = readonly [value: T, text: string];

type ChoiceProps<T> = FieldProps<T> & Readonly<{ options: readonly Option<T>[] }>;

/**
 * Returns what a control shows: what the user is choosing or typing, otherwise the value that counts in the
 * wallet. If the wallet refuses a value, `note` says why, and the control shows again what counts.
 */
function useDraft<T, Shown>(value: T, shown: Shown, change: (shown: Shown) => Promise<unknown>) {
  const { run, note } = useAttempt();
  const [draft, setDraft] = useState<Readonly<{ shown: Shown; isSent: boolean }>>();
  // The wallet may say what counts only after it has taken the value.
  useEffect(() => setDraft((last) => (last?.isSent ? undefined : last)), [value]);
  return {
    note,
    shown: draft ? draft.shown : shown,
    edit: (next: Shown) => setDraft({ shown: next, isSent: false }),
    async send(next: Shown): Promise<void> {
      setDraft({ shown: next, isSent: false });
      const isDone = await run(() => change(next));
      setDraft(isDone ? { shown: next, isSent: true } : undefined);
    },
  };
}

/** A switch with its explanation. */
export function Switch({
  title,
  value,
  change,
  children,
}: FieldProps<boolean> & Readonly<{ children?: ComponentChildren }>) {
  const { note, shown, send } = useDraft(value, value, change);
  return (
    <div>
      <Check isChecked={shown} onChange={(isOn) => void send(isOn)}>
        {title}
        {children !== undefined && <span class="quiet">{children}</span>}
      </Check>
      {note}
    </div>
  );
}

/** A select with its title, which only screen readers read if it is `isBare`. */
export function Select<T>({
  title,
  value,
  options,
  onChange,
  isBare = false,
}: Omit<ChoiceProps<T>, 'change'> & Readonly<{ onChange(value: T): void; isBare?: boolean }>) {
  return (
    <label class={isBare ? '' : 'line field'}>
      <span class={isBare ? 'for-readers' : ''}>{title}</span>
      {/* By their places, because values may be of any type, such as 1 and '1'. */}
      <select
        value={options.findIndex(([each]) => each === value)}
        onChange={({ currentTarget }) => {
          const option = options[currentTarget.selectedIndex];
          if (option) onChange(option[0]);
        }}
      >
        {options.map(([, text], index) => (
          <option key={index} value={index}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A choice of one value among several. */
export function Choice<T>({ title, value, change, options }: ChoiceProps<T>) {
  const { note, shown, send } = useDraft(value, value, change);
  return (
    <div>
      <Select title={title} value={shown} options={options} onChange={send} />
      {note}
    </div>
  );
}

/**
 * A field for a number of 0 or more, by default a whole one; `unit` is how much of the value one of the
 * field's is. It is set when the user leaves the field or presses Enter.
 */
export function NumberField({
  title,
  value,
  change,
  unit = 1,
}: FieldProps<number> & Readonly<{ unit?: number }>) {
  const { note, shown, edit, send } = useDraft(value, String(value / unit), async (text) => {
    const number = Math.round(Number(text) * unit);
    const isWhole = unit > 1 || number === Number(text);
    if (text === '' || !isWhole || !Number.isSafeInteger(number) || number < 0) {
      throw new Error(unit > 1 ? 'Write a number, 0 or more.' : 'Write a whole number, 0 or more.');
    }
    await change(number);
  });
  return (
    <div>
      <label class="line field">
        <span>{title}</span>
        <input
          type="number"
          min="0"
          step={unit > 1 ? 'any' : '1'}
          inputMode={unit > 1 ? 'decimal' : 'numeric'}
          value={shown}
          onInput={({ currentTarget }) => edit(currentTarget.value)}
          onChange={({ currentTarget }) => void send(currentTarget.value)}
        />
      </label>
      {note}
    </div>
  );
}

/** Radio buttons for a choice that should be seen whole. */
export function Radios<T>({ title, value, change, options }: ChoiceProps<T>) {
  const name = useId();
  const { note, shown, send } = useDraft(value, value, change);
  return (
    <fieldset class="stack set">
      <legend>{title}</legend>
      {options.map(([each, text]) => (
        <label key={text} class="check">
          <input type="radio" name={name} checked={each === shown} onChange={() => void send(each)} />
          <span>{text}</span>
        </label>
      ))}
      {note}
    </fieldset>
  );
}

/** Switches for a set of values. Values that are not among the options stay in the set. */
export function SetOf<T>({
  title,
  value,
  change,
  options,
}: FieldProps<readonly T[]> & Readonly<{ options: readonly Option<T>[] }>) {
  return (
    <fieldset class="stack set">
      <legend>{title}</legend>
      {options.map(([option, text]) => (
        <Switch
          key={text}
          title={text}
          value={value.includes(option)}
          change={(isOn) => {
            const others = value.filter((each) => each !== option);
            return change(isOn ? [...others, option] : others);
          }}
        />
      ))}
    </fieldset>
  );
}
