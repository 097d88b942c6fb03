import { shortenAddress } from '../number-text.js';
import type { ApprovalState } from './state.js';
import { splitVisibleText } from './visible-text.js';

/** What an element holds: nodes, and texts that are ours. A stranger's text goes through {@link createText}. */
export type Children = readonly (Node | string)[];

/** Makes an element; an attribute of `false` is left out, one of `true` is there without a value. */
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

/**
 * Shows a stranger's text as text: it cannot change the direction of what surrounds it, and characters that cannot
 * be seen stand there by their names.
 */
export function createText(text: string): HTMLElement {
  const parts = splitVisibleText(text).map((part) =>
    'text' in part
      ? part.text
      : createElement('span', { class: 'unseen', title: 'An invisible character' }, [part.hidden]),
  );
  return createElement('bdi', {}, parts);
}

/** Shows a base58 address in short, the whole of it as a tooltip, and its label if it is the wallet's own. */
export function createAddress(address: string, accounts: ApprovalState['accounts']): HTMLElement {
  const label = accounts.find((account) => account.address === address)?.label;
  return createElement('span', { class: 'address', title: address }, [
    ...(label === undefined ? [] : [createElement('span', { class: 'label' }, [createText(label)]), ' ']),
    createElement('code', {}, [createText(shortenAddress(address))]),
  ]);
}

/** A list of names and values. */
export function createFacts(facts: readonly (readonly [name: string, value: Node | string])[]): HTMLElement {
  return createElement(
    'dl',
    { class: 'facts' },
    facts.map(([name, value]) =>
      createElement('div', {}, [createElement('dt', {}, [name]), createElement('dd', {}, [value])]),
    ),
  );
}

/** What opens when the person asks for it. */
export function createDetails(summary: string, children: Children): HTMLDetailsElement {
  return createElement('details', {}, [createElement('summary', {}, [summary]), ...children]);
}

/** A box of its own for long content, which scrolls, by keyboard as well. */
export function createTextBox(label: string, content: Node | string): HTMLElement {
  return createElement('pre', { class: 'text-box', tabindex: '0', role: 'region', 'aria-label': label }, [
    content,
  ]);
}
