import type { WalletCommand, WalletState } from '../../phone/wallet-state.js';
import { FAULT_NAMES } from '../../wallet/faults/fault-names.js';
import { NAMED_FAULTS } from '../../wallet/faults/named-faults.js';
import type { MockWalletSettings } from '../../wallet/settings.js';
import { createElement } from '../view.js';
import { createConfirmedButton, createNote } from './actions.js';
import { createCapabilitiesSection } from './capabilities-section.js';
import { createChoice, createNumberField, createRadios } from './fields.js';
import type { Live } from './live.js';
import { createQuirksSection } from './quirks-section.js';
import { type ChangeSettings, createSection } from './section.js';

/** Creates the screen with everything that can be changed about the wallet while it runs. */
export function createSettingsScreen(run: (command: WalletCommand) => Promise<void>): Live<WalletState> {
  const change: ChangeSettings = (changes) => run({ type: 'change-settings', changes });
  const sections: readonly Live<MockWalletSettings>[] = [
    createAnswersSection(change),
    createProtocolSection(change),
    createCapabilitiesSection(change),
    createQuirksSection(change),
  ];
  const end = createResetSection(run);
  return {
    element: createElement('div', { class: 'screen-content' }, [
      createElement('div', { class: 'screen-head' }, [createElement('h2', {}, ['Settings'])]),
      ...sections.map(({ element }) => element),
      end.element,
    ]),
    update(state) {
      for (const section of sections) section.update(state.settings);
      end.update(state);
    },
  };
}

function createAnswersSection(change: ChangeSettings): Live<MockWalletSettings> {
  const decide = createRadios<MockWalletSettings['decide']>(
    'Requests',
    [
      ['ask', 'Ask me'],
      ['approve', 'Approve everything'],
      ['decline', 'Decline everything'],
    ],
    (value) => change({ decide: value }),
  );
  const delayMs = createNumberField('Wait before each answer, in milliseconds', (value) =>
    change({ delayMs: value }),
  );
  const fault = createChoice<MockWalletSettings['fault']>(
    'A fault in each reply: the wallet',
    [[null, 'has none'], ...FAULT_NAMES.map((name) => [name, NAMED_FAULTS[name].title] as const)],
    (value) => change({ fault: value }),
  );
  fault.element.classList.add('is-wide');
  return createSection('Answers', [decide.element, delayMs.element, fault.element], (settings) => {
    decide.update(settings.decide);
    delayMs.update(settings.delayMs);
    fault.update(settings.fault);
  });
}

function createProtocolSection(change: ChangeSettings): Live<MockWalletSettings> {
  const protocol = createChoice<MockWalletSettings['protocol']>(
    'Protocol',
    [
      ['v1', '2.0'],
      ['legacy', '1.x (legacy)'],
    ],
    (value) => change({ protocol: value }),
  );
  const attestation = createChoice<MockWalletSettings['attestation']>(
    'Attestation of the app’s origin',
    [
      ['off', 'not demanded'],
      ['accept', 'demanded, and accepted'],
      ['refuse', 'demanded, and refused'],
    ],
    (value) => change({ attestation: value }),
  );
  return createSection(
    'Sessions',
    [protocol.element, attestation.element],
    (settings) => {
      protocol.update(settings.protocol);
      attestation.update(settings.attestation);
    },
    'Applies when an app opens the wallet the next time.',
  );
}

function createResetSection(run: (command: WalletCommand) => Promise<void>): Live<WalletState> {
  const note = createNote();
  const settings = createConfirmedButton(
    {
      text: 'Reset settings',
      question: 'Set everything on this screen back to its default?',
      confirm: 'Reset',
    },
    note,
    () => run({ type: 'reset-settings' }),
  );
  const wallet = createConfirmedButton(
    {
      text: 'Reset wallet and chain',
      question: 'Empty the chain, replace all accounts by new ones, and forget apps and activity?',
      confirm: 'Reset everything',
    },
    note,
    () => run({ type: 'reset' }),
  );
  return {
    element: createElement('section', { class: 'card section', 'aria-label': 'Reset' }, [
      createElement('h3', {}, ['Begin again']),
      settings,
      wallet,
      note,
    ]),
    update({ chain }) {
      wallet.hidden = !chain.canReset;
    },
  };
}
