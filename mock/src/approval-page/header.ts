import { createElement } from './element.js';

const CHAIN_NAMES: Readonly<Record<string, string>> = {
  'solana:mainnet': 'Mainnet',
  'solana:testnet': 'Testnet',
  'solana:devnet': 'Devnet',
  'solana:localnet': 'Localnet',
};

/** The bar at the top: that this is no real wallet, which chain is meant, and the way out. */
export type Header = Readonly<{ element: HTMLElement; showChain(chain: string | undefined): void }>;

/** Makes the bar; `leave` is called when the person wants to go without an answer. */
export function createHeader(leave: () => void): Header {
  const chainName = createElement('span', { class: 'chain' });
  const button = createElement('button', {
    type: 'button',
    class: 'leave',
    'aria-label': 'Leave the wallet',
    title: 'Leave the wallet without an answer',
  });
  button.addEventListener('click', leave);
  return {
    element: createElement('header', {}, [
      createElement('span', { class: 'brand' }, ['Mock wallet']),
      chainName,
      button,
    ]),
    showChain(chain) {
      chainName.hidden = chain === undefined;
      chainName.textContent = chain === undefined ? '' : (CHAIN_NAMES[chain] ?? chain);
    },
  };
}
