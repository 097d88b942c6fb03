import type { Wallet } from '@wallet-standard/base';
import { createElement } from './dom.js';

/** Creates a wallet's decorative icon, or its initial if the picture cannot be shown. */
export function createWalletIcon(wallet: Wallet): HTMLElement {
  const image = createElement('img', {
    class: 'wallet-icon',
    src: wallet.icon,
    alt: '',
    width: '40',
    height: '40',
  });
  image.addEventListener('error', () => {
    const initial = wallet.name.slice(0, 1).toUpperCase();
    image.replaceWith(
      createElement('span', { class: 'wallet-icon monogram', 'aria-hidden': 'true' }, initial),
    );
  });
  return image;
}
