import type { Identity } from 'mobile-wallet-standard/endpoint';
import { shortenAddress, splitVisibleText } from '../explain/text.js';
import type { ApprovalState } from '../phone/approval-desk.js';
import type { ApprovalDecision } from '../wallet/approval.js';

/** How one request is shown. */
export type RequestView = Readonly<{
  /** The question, e.g. `Connect to this app?`. */
  title: string;
  body: Children;
  /** Whether approving would achieve nothing, as far as the wallet can tell. The button then does not stand out. */
  isDiscouraged?: boolean;
  /** Returns what is granted if the user approves. */
  getGrant?: () => Pick<ApprovalDecision, 'accounts'>;
}>;

/** What every view gets beside its request. */
export type RequestViewContext = Readonly<{
  accounts: ApprovalState['accounts'];
  /** Called when the user's choices make the request approvable, or no longer so. */
  setApprovable(isApprovable: boolean): void;
}>;

/** The content of an element: nodes, and our own strings. Text from a dapp goes through {@link createText}. */
export type Children = readonly (Node | string)[];

/** The parts of a dapp's identity that can be shown. All of it is the dapp's own claim. */
export type IdentityView = Readonly<{
  name?: string;
  /** The host of the identity's `uri` with its port, in ASCII, because look-alike letters could deceive. */
  host?: string;
  /** An `http(s):` URL, or a `data:` URL of an image. */
  iconUrl?: string;
}>;

/** Creates an element. An attribute that is `false` is left out; one that is `true` is set without a value. */
export function createElement<TTag extends keyof HTMLElementTagNameMap>(
  tag: TTag,
  attributes: Readonly<Record<string, string | boolean>> = {},
  children: Children = [],
): HTMLElementTagNameMap[TTag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children);
  return element;
}

/** Creates a paragraph beside what matters. */
export function createQuiet(text: string): HTMLElement {
  return createElement('p', { class: 'quiet' }, [text]);
}

/**
 * Creates an element for text from a dapp. The text cannot change the direction of the text around it, and its
 * invisible characters are shown by their code points.
 */
export function createText(text: string): HTMLElement {
  const parts = splitVisibleText(text).map((part) =>
    'text' in part
      ? part.text
      : createElement('span', { class: 'unseen', title: 'An invisible character' }, [part.hidden]),
  );
  return createElement('bdi', {}, parts);
}

/** Creates a shortened base58 address with the full one as its tooltip. The wallet's own also show their label. */
export function createAddress(address: string, accounts: ApprovalState['accounts']): HTMLElement {
  const label = accounts.find((account) => account.address === address)?.label;
  return createElement('span', { class: 'address', title: address }, [
    ...(label === undefined ? [] : [createElement('span', { class: 'label' }, [createText(label)]), ' ']),
    createElement('code', {}, [createText(shortenAddress(address))]),
  ]);
}

/** Creates a list of names with their values. */
export function createFacts(
  facts: readonly (readonly [name: Node | string, value: Node | string])[],
): HTMLElement {
  return createElement(
    'dl',
    { class: 'facts' },
    facts.map(([name, value]) =>
      createElement('div', {}, [createElement('dt', {}, [name]), createElement('dd', {}, [value])]),
    ),
  );
}

/** Creates a section that is closed until the user opens it. */
export function createDetails(summary: string, children: Children): HTMLDetailsElement {
  return createElement('details', {}, [createElement('summary', {}, [summary]), ...children]);
}

/** Creates a box for long content. It scrolls by keyboard, too. */
export function createTextBox(label: string, content: Node | string): HTMLElement {
  return createElement('pre', { class: 'text-box', tabindex: '0', role: 'group', 'aria-label': label }, [
    content,
  ]);
}

/** Creates a warning in a box of its own. */
export function createWarning(...children: Children): HTMLElement {
  return createElement('p', { class: 'warning' }, children);
}

/** Returns the first letter of a name, which stands in for a picture. */
export function getMonogram(name: string): string {
  return Array.from(name.trim())[0]?.toLocaleUpperCase('en') ?? '?';
}

/** Creates the card that shows which dapp asks, and the real host of its page if that differs from the claimed one. */
export function createDappCard(identity: Identity): HTMLElement {
  const { name, host, iconUrl } = getIdentityView(identity);
  const pageHost = getPageHost();
  return createElement('div', { class: 'dapp' }, [
    createIcon(iconUrl, name ?? host ?? '?'),
    createElement('div', { class: 'dapp-text' }, [
      createElement('p', { class: 'title dapp-name', title: name ?? false }, [
        name === undefined ? 'Unnamed app' : createText(name),
      ]),
      createElement('p', { class: 'quiet' }, [
        host === undefined ? 'It does not say which site it is.' : createText(host),
      ]),
      ...(host === pageHost ? [] : [createElement('p', { class: 'quiet' }, [`Opened from ${pageHost}`])]),
    ]),
  ]);
}

/** Returns the host of the dapp's page with its port. The URL names its origin (`&origin=`) if it is not this page's. */
export function getPageHost(): string {
  const origin = new URLSearchParams(location.search).get('origin') ?? '';
  return URL.canParse(origin) ? new URL(origin).host : location.host;
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
