import type { Identity } from 'mobile-wallet-standard/endpoint';
import { createElement, createText, getMonogram } from './view.js';

/** The parts of a dapp's identity that can be shown. All of it is the dapp's own claim. */
export type IdentityView = Readonly<{
  name?: string;
  /** The host of the identity's `uri` with its port, in ASCII, because look-alike letters could deceive. */
  host?: string;
  /** An `http(s):` URL, or a `data:` URL of an image. */
  iconUrl?: string;
}>;

/** Creates the card that shows which dapp asks, and the real host of its page if that differs from the claimed one. */
export function createDappCard(identity: Identity): HTMLElement {
  const { name, host, iconUrl } = getIdentityView(identity);
  return createElement('div', { class: 'dapp' }, [
    createIcon(iconUrl, name ?? host ?? '?'),
    createElement('div', { class: 'dapp-text' }, [
      createElement('p', { class: 'title dapp-name', title: name ?? false }, [
        name === undefined ? 'Unnamed app' : createText(name),
      ]),
      createElement('p', { class: 'quiet' }, [
        host === undefined ? 'It does not say which site it is.' : createText(host),
      ]),
      ...(host === location.host
        ? []
        : [createElement('p', { class: 'quiet' }, [`Opened from ${location.host}`])]),
    ]),
  ]);
}

/** Returns what can be shown of an identity. Missing and malformed members are left out. */
export function getIdentityView({ name, uri, icon }: Identity): IdentityView {
  const base = getWebUrl(uri);
  const iconUrl = getIconUrl(icon, base);
  return {
    ...(name?.trim() && { name }),
    ...(base && { host: base.host }),
    ...(iconUrl && { iconUrl }),
  };
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

function getWebUrl(uri: string | undefined): URL | undefined {
  if (uri === undefined || !URL.canParse(uri)) return undefined;
  const url = new URL(uri);
  return isWeb(url) ? url : undefined;
}

function getIconUrl(icon: string | undefined, base: URL | undefined): string | undefined {
  if (!icon || !URL.canParse(icon, base)) return undefined;
  const url = new URL(icon, base);
  return isWeb(url) || /^data:image\//i.test(url.href) ? url.href : undefined;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}
