import type { MockAccount } from '../accounts.js';
import { shortenAddress } from '../number-text.js';
import { createElement, createText } from './element.js';

/** Accounts to choose from, at least one. */
export type AccountChoice = Readonly<{ element: HTMLElement; getAddresses(): readonly string[] }>;

/**
 * Makes a list of accounts to tick.
 *
 * @param options.chosen base58 addresses that are ticked at first
 * @param options.signer the one that signs, which stays ticked
 * @param options.onChange is told whether any is ticked
 */
export function createAccountChoice(
  accounts: readonly MockAccount[],
  options: Readonly<{
    title: string;
    chosen: readonly string[];
    signer?: string;
    onChange(isAnyChosen: boolean): void;
  }>,
): AccountChoice {
  const boxes = accounts.map(({ address }) => {
    const box = createElement('input', { type: 'checkbox', value: address });
    box.checked = address === options.signer || options.chosen.includes(address);
    box.disabled = address === options.signer;
    return box;
  });
  const getAddresses = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const hint = createElement('p', { class: 'hint', role: 'status' });
  const rows = accounts.map(({ address, label }, index) =>
    createElement('label', { class: 'account', title: address }, [
      createElement('span', { class: 'monogram', 'aria-hidden': 'true' }, [getMonogram(label)]),
      createElement('span', { class: 'account-name' }, [
        createElement('span', { class: 'label' }, [createText(label)]),
        createElement('span', { class: 'quiet' }, [
          createElement('code', {}, [shortenAddress(address)]),
          ...(address === options.signer ? [' · signs in'] : []),
        ]),
      ]),
      ...boxes.slice(index, index + 1),
    ]),
  );
  const element = createElement('fieldset', { class: 'card accounts' }, [
    createElement('legend', {}, [options.title]),
    ...rows,
    hint,
  ]);
  element.addEventListener('change', () => {
    const isAnyChosen = getAddresses().length > 0;
    hint.textContent = isAnyChosen ? '' : 'Choose at least one account.';
    options.onChange(isAnyChosen);
  });
  return { element, getAddresses };
}

/** The first letter of a name, to stand where there is no picture. */
export function getMonogram(name: string): string {
  return Array.from(name.trim())[0]?.toLocaleUpperCase('en') ?? '?';
}
