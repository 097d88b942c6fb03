import { shortenAddress, splitVisibleText } from '../explain/text.js';
import type { ApprovalState } from '../phone/approval-desk.js';

export { getIdentityView } from './identity.js';

/** The content of an element: nodes, and our own strings. Text from a dapp goes through {@link createText}. */
export type Children = readonly (Node | string)[];

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
