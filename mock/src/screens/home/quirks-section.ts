import { QUIRK_GROUPS, QUIRKS, REFERENCE_QUIRKS } from '../../wallet/quirk-table.js';
import type { Quirks } from '../../wallet/quirks.js';
import type { MockWalletSettings } from '../../wallet/settings.js';
import { createElement } from '../view.js';
import { createButton, createNote, doing } from './actions.js';
import { type Change, createChoice, createNumberField, createSwitch, type Option } from './fields.js';
import { type Live, setText } from './live.js';
import { recall, remember } from './memory.js';
import { type ChangeSettings, createSection } from './section.js';

/** The row of one quirk, and all text by which it can be found. */
type QuirkRow = Live<Quirks> & Readonly<{ name: keyof Quirks; text: string }>;

/** Creates the card with the behaviours in which wallets differ. Those that differ from the reference wallet are marked. */
export function createQuirksSection(changeSettings: ChangeSettings): Live<MockWalletSettings> {
  let quirks: Quirks = REFERENCE_QUIRKS;
  const change = (changes: Partial<Quirks>): Promise<void> =>
    changeSettings({ quirks: { ...quirks, ...changes } });
  const search = createElement('input', {
    type: 'search',
    placeholder: 'Find a quirk',
    'aria-label': 'Find a quirk',
    autocomplete: 'off',
  });
  search.value = recall('quirks') ?? '';
  const count = createElement('p', { class: 'quiet', role: 'status' });
  const note = createNote();
  const reset = createButton(
    'As the reference wallet',
    doing(note, () => change(REFERENCE_QUIRKS)),
  );
  const groups = Object.entries(QUIRK_GROUPS).map(([title, group]) => {
    const rows = (Object.keys(group) as (keyof Quirks)[]).map((name) => createQuirkRow(name, change));
    const element = createElement('fieldset', { class: 'set' }, [
      createElement('legend', {}, [title]),
      ...rows.map((row) => row.element),
    ]);
    return { element, rows };
  });

  const show = (): void => {
    const words = search.value.toLowerCase().split(/\s+/);
    for (const { element, rows } of groups) {
      for (const row of rows) {
        row.element.hidden = !words.every((word) => row.text.includes(word));
        row.element.classList.toggle('is-changed', isChanged(row.name, quirks));
        row.update(quirks);
      }
      element.hidden = rows.every((row) => row.element.hidden);
    }
    const changed = groups.flatMap(({ rows }) => rows).filter(({ name }) => isChanged(name, quirks)).length;
    setText(
      count,
      changed === 0 ? 'As the reference wallet.' : `${changed} differ from the reference wallet.`,
    );
    reset.hidden = changed === 0;
  };
  search.addEventListener('input', () => {
    remember('quirks', search.value);
    show();
  });

  return createSection(
    'Quirks',
    [
      search,
      createElement('div', { class: 'screen-head' }, [count, reset]),
      note,
      ...groups.map(({ element }) => element),
    ],
    (settings) => {
      quirks = settings.quirks;
      show();
    },
    'Applies when an app opens the wallet the next time.',
  );
}

function isChanged(name: keyof Quirks, quirks: Quirks): boolean {
  return quirks[name] !== REFERENCE_QUIRKS[name];
}

function createQuirkRow(name: keyof Quirks, change: (changes: Partial<Quirks>) => Promise<void>): QuirkRow {
  const quirk = QUIRKS[name];
  const { reference: _, ...texts } = quirk;
  const set: Change<unknown> = (value) => change({ [name]: value });
  const field = createField(quirk, set);
  return {
    name,
    text: [name, ...Object.values(texts).flat(2)].join(' ').toLowerCase(),
    element: field.element,
    update: (quirks) => field.update(quirks[name]),
  };
}

/** Creates the control that fits to a quirk. The value that it gets is of the quirk's type. */
function createField(quirk: (typeof QUIRKS)[keyof Quirks], set: Change<unknown>): Live<unknown> {
  if ('on' in quirk) {
    const field = createSwitch(quirk.title, set, (isOn) => (isOn ? quirk.on : quirk.off));
    return { element: field.element, update: (value) => field.update(value === true) };
  }
  if ('options' in quirk)
    return createChoice<unknown>(quirk.title, quirk.options as readonly Option<unknown>[], set);
  const field = createNumberField(quirk.title, set);
  return { element: field.element, update: (value) => field.update(Number(value)) };
}
