import { QUIRK_GROUPS, QUIRKS } from '../../wallet/quirk-table.js';
import type { Quirks as QuirkValues } from '../../wallet/quirks.js';
import { REFERENCE_QUIRKS } from '../../wallet/quirks.js';
import { useRemembered } from '../memory.js';
import { Button, useAttempt } from '../parts.js';
import { Choice, NumberField, type Option, Switch } from './fields.js';

type QuirkName = keyof QuirkValues;
type QuirksProps = Readonly<{ quirks: QuirkValues; change(quirks: QuirkValues): Promise<unknown> }>;

const NAMES = Object.keys(QUIRKS) as QuirkName[];

/** Returns how many quirks differ from the reference wallet. */
export function countChanges(quirks: QuirkValues): number {
  return NAMES.filter((name) => isChanged(name, quirks)).length;
}

/** The behaviours in which wallets differ. Those that differ from the reference wallet are marked. */
export function Quirks({ quirks, change }: QuirksProps) {
  const attempt = useAttempt();
  const [search, setSearch] = useRemembered('quirks');
  const changed = countChanges(quirks);
  const words = search.toLowerCase().split(/\s+/);
  const groups = Object.entries(QUIRK_GROUPS)
    .map(([title, group]) => ({
      title,
      names: (Object.keys(group) as QuirkName[]).filter((name) =>
        words.every((word) => getSearchText(name).includes(word)),
      ),
    }))
    .filter(({ names }) => names.length > 0);
  return (
    <>
      <input
        type="search"
        placeholder="Find a quirk"
        aria-label="Find a quirk"
        autocomplete="off"
        value={search}
        onInput={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {changed > 0 && (
        <div class="line screen-head">
          <p class="quiet">{changed} differ from the reference wallet.</p>
          <Button
            kind="action is-quiet"
            isBusy={attempt.isBusy}
            onPress={() => void attempt.run(() => change(REFERENCE_QUIRKS))}
          >
            As the reference wallet
          </Button>
        </div>
      )}
      {attempt.note}
      {groups.map(({ title, names }) => (
        <fieldset key={title} class="stack set">
          <legend>{title}</legend>
          {names.map((name) => (
            <div key={name} class={isChanged(name, quirks) ? 'is-changed' : ''}>
              <QuirkField name={name} quirks={quirks} change={change} />
            </div>
          ))}
        </fieldset>
      ))}
    </>
  );
}

/** The control that fits to a quirk. The value that it gets is of the quirk's type. */
function QuirkField({ name, quirks, change }: QuirksProps & Readonly<{ name: QuirkName }>) {
  const quirk = QUIRKS[name];
  const value: unknown = quirks[name];
  const set = (next: unknown) => change({ ...quirks, [name]: next });
  if ('on' in quirk) {
    const isOn = value === true;
    return (
      <Switch title={quirk.title} value={isOn} change={set}>
        {getProse(isOn ? quirk.on : quirk.off)}
      </Switch>
    );
  }
  if ('options' in quirk) {
    const options = quirk.options as readonly Option<unknown>[];
    return <Choice title={quirk.title} value={value} change={set} options={options} />;
  }
  return <NumberField title={quirk.title} value={Number(value)} change={set} />;
}

function isChanged(name: QuirkName, quirks: QuirkValues): boolean {
  return quirks[name] !== REFERENCE_QUIRKS[name];
}

/** Returns all text by which a quirk can be found. */
function getSearchText(name: QuirkName): string {
  const { reference: _, ...texts }: Readonly<Record<string, unknown>> = QUIRKS[name];
  return [name, ...Object.values(texts).flat(2)].join(' ').toLowerCase();
}

/** Returns our own text, in which code stands between backticks. */
function getProse(text: string) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
