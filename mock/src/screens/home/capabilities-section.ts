import { CHAINS, type TransactionVersion } from 'mobile-wallet-standard/endpoint';
import type { MockCapabilities, MockWalletSettings } from '../../wallet/settings.js';
import { createElement } from '../view.js';
import { createNumberField, createSwitch } from './fields.js';
import type { Live } from './live.js';
import { type ChangeSettings, createSection } from './section.js';
import { getChainName } from './words.js';

const VERSIONS: readonly TransactionVersion[] = ['legacy', 0, 1];
const FEATURES: readonly (readonly [feature: string, text: string])[] = [
  ['solana:signTransactions', 'sign_transactions'],
  ['solana:signInWithSolana', 'Sign in with Solana'],
  ['solana:cloneAuthorization', 'clone_authorization'],
];

/** Creates the card with what the wallet publishes in `get_capabilities`, and with the chains that it authorizes. */
export function createCapabilitiesSection(change: ChangeSettings): Live<MockWalletSettings> {
  let capabilities: MockCapabilities | undefined;
  let chains: readonly string[] | null = null;
  const changeCapabilities = async (changes: Partial<MockCapabilities>): Promise<void> => {
    if (capabilities) await change({ capabilities: { ...capabilities, ...changes } });
  };
  const transactions = createNumberField('Transactions per request (0: no limit)', (value) =>
    changeCapabilities({ maxTransactionsPerRequest: value }),
  );
  const messages = createNumberField('Messages per request (0: no limit)', (value) =>
    changeCapabilities({ maxMessagesPerRequest: value }),
  );
  const versions = createSet(
    'Transaction versions',
    VERSIONS.map((version) => [version, String(version)] as const),
    (value) => changeCapabilities({ supportedTransactionVersions: value }),
  );
  const features = createSet<string>('Optional features', FEATURES, (value) =>
    changeCapabilities({ features: value }),
  );
  const anyChain = createSwitch(
    'Any chain',
    (isAny) => change({ chains: isAny ? null : CHAINS }),
    (isAny) =>
      isAny
        ? 'Also those that no wallet knows, if the quirk “Unknown chains are authorized” is on.'
        : 'Only those with a tick. For the others an app gets error -7, chain not supported.',
  );
  const chainSet = createSet<string>(
    'Chains that may be authorized',
    CHAINS.map((chain) => [chain, getChainName(chain)] as const),
    (value) => change({ chains: value }),
  );
  return createSection(
    'Capabilities and chains',
    [
      transactions.element,
      messages.element,
      versions.element,
      features.element,
      anyChain.element,
      chainSet.element,
    ],
    (settings) => {
      capabilities = settings.capabilities;
      chains = settings.chains;
      transactions.update(capabilities.maxTransactionsPerRequest);
      messages.update(capabilities.maxMessagesPerRequest);
      versions.update(capabilities.supportedTransactionVersions);
      features.update(capabilities.features);
      anyChain.update(chains === null);
      chainSet.element.hidden = chains === null;
      chainSet.update(chains ?? []);
    },
  );
}

/** Creates switches for a set of values. Values that are not among the options stay in the set. */
function createSet<T>(
  title: string,
  options: readonly (readonly [value: T, text: string])[],
  change: (values: readonly T[]) => Promise<void>,
): Live<readonly T[]> {
  let values: readonly T[] = [];
  const switches = options.map(([option, text]) =>
    createSwitch(text, (isOn) => {
      const others = values.filter((value) => value !== option);
      return change(isOn ? [...others, option] : others);
    }),
  );
  return {
    element: createElement('fieldset', { class: 'set' }, [
      createElement('legend', {}, [title]),
      ...switches.map(({ element }) => element),
    ]),
    update(next) {
      values = next;
      for (const [index, { update }] of switches.entries()) {
        const [option] = options[index] ?? [];
        update(option !== undefined && next.includes(option));
      }
    },
  };
}
