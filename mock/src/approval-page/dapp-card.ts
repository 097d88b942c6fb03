import type { Identity } from 'mobile-wallet-standard/endpoint';
import { getMonogram } from './account-choice.js';
import { createElement, createText } from './element.js';
import { getIdentityView } from './identity.js';

/** Shows who asks: what the dapp says of itself, and where its page really is when that is elsewhere. */
export function createDappCard(identity: Identity): HTMLElement {
  const { name, host, iconUrl } = getIdentityView(identity);
  const isElsewhere = host !== undefined && host !== location.host;
  return createElement('div', { class: 'dapp' }, [
    createIcon(iconUrl, name ?? host ?? '?'),
    createElement('div', { class: 'dapp-text' }, [
      createElement('p', { class: 'dapp-name', title: name ?? false }, [
        name === undefined ? 'Unnamed app' : createText(name),
      ]),
      createElement('p', { class: 'quiet' }, [
        host === undefined ? 'It does not say which site it is.' : createText(host),
      ]),
      ...(host === undefined || isElsewhere
        ? [createElement('p', { class: 'quiet' }, [`Opened from ${location.host}`])]
        : []),
    ]),
  ]);
}

function createIcon(url: string | undefined, name: string): HTMLElement {
  const monogram = createElement('span', { class: 'dapp-icon monogram', 'aria-hidden': 'true' }, [
    getMonogram(name),
  ]);
  if (url === undefined) return monogram;
  const image = createElement('img', {
    class: 'dapp-icon',
    alt: '',
    src: url,
    referrerpolicy: 'no-referrer',
  });
  image.addEventListener('error', () => image.replaceWith(monogram));
  return image;
}
