import type { Wallet } from '@wallet-standard/base';
import { shortenAddress } from './addresses.js';
import { createElement, createId } from './dom.js';
import { createFacts, createSummary, type Fact } from './outcome.js';

export type CapabilitiesCard = Readonly<{ element: HTMLElement; show(wallet: Wallet): void }>;

/** Creates the card that lists the wallet's features. */
export function createCapabilitiesCard(): CapabilitiesCard {
  const id = createId('capabilities');
  const content = createElement('div', { class: 'capabilities' });
  return {
    element: createElement(
      'article',
      { class: 'card action', 'aria-labelledby': id },
      createElement('h3', { id }, 'Capabilities'),
      createElement('p', { class: 'description' }, 'What this wallet and its accounts say they can do.'),
      createElement('details', {}, createSummary('Features, chains and accounts'), content),
    ),
    show(wallet) {
      content.replaceChildren(
        createElement('h4', {}, 'Features'),
        createFacts(Object.entries(wallet.features).map(([name, feature]) => describeFeature(name, feature))),
        ...wallet.accounts.flatMap(({ label, address, chains, features }) => [
          createElement('h4', {}, [label ?? 'Account', shortenAddress(address)].join(' · ')),
          createFacts([
            { label: 'Chains', value: chains.join('\n') || 'none' },
            { label: 'Features', value: features.join('\n') || 'none' },
          ]),
        ]),
      );
    },
  };
}

function describeFeature(name: string, feature: unknown): Fact {
  const { version, supportedTransactionVersions } = feature as Readonly<{
    version?: unknown;
    supportedTransactionVersions?: readonly unknown[];
  }>;
  const words = [
    version === undefined ? undefined : `version ${String(version)}`,
    supportedTransactionVersions && `transactions: ${supportedTransactionVersions.join(', ')}`,
  ];
  return { label: name, value: words.filter(Boolean).join('\n') || 'offered' };
}
