import { shortenAddress } from '../../explain/text.js';
import { getSignInWarnings } from '../../explain/warnings/sign-in-warnings.js';
import type { MockAccount } from '../../wallet/accounts.js';
import type { ApprovalRequest } from '../../wallet/approval.js';
import {
  createElement,
  createText,
  createTextBox,
  getMonogram,
  type RequestView,
  type RequestViewContext,
} from '../view.js';
import { createWarnings, getTextContext, isDangerous } from './warnings-view.js';

/** Texts by the identifiers of Mobile Wallet Adapter and Wallet Standard, in the singular. */
const FEATURE_TEXTS: ReadonlyMap<string, string> = new Map([
  ['solana:signMessage', 'Ask you to sign messages'],
  ['solana:signTransaction', 'Ask you to sign transactions'],
  ['solana:signAndSendTransaction', 'Ask you to sign and send transactions'],
  ['solana:signIn', 'Ask you to sign in'],
  ['solana:signInWithSolana', 'Ask you to sign in'],
  ['solana:cloneAuthorization', 'Share its access'],
]);

/** Creates the view that asks which accounts to share, and says what the dapp may then do. */
export function createAuthorizeView(
  request: Extract<ApprovalRequest, { type: 'authorize' }>,
  { setApprovable }: RequestViewContext,
): RequestView {
  const choice = createAccountChoice(request.accounts, {
    chosen: request.defaultAddresses,
    onChange: setApprovable,
  });
  return {
    title: 'Connect to this app?',
    body: [choice.element, createPermissions(request.features)],
    getGrant: () => ({ accounts: choice.getAddresses() }),
  };
}

/** Creates the view that shows the text of a sign-in, with warnings if the text is for another site, account or time. */
export function createSignInView(
  request: Extract<ApprovalRequest, { type: 'sign-in' }>,
  { setApprovable }: RequestViewContext,
): RequestView {
  const choice = createAccountChoice(request.accounts, {
    chosen: request.defaultAddresses,
    signer: request.address,
    onChange: setApprovable,
  });
  const warnings = getSignInWarnings(request.text, getTextContext(request, [request.address]));
  return {
    isDiscouraged: isDangerous(warnings),
    title: 'Sign in to this app?',
    body: [
      ...createWarnings(warnings),
      createElement('section', { class: 'card' }, [
        createElement('h2', {}, ['Text to sign']),
        createTextBox('Text to sign', createText(request.text)),
      ]),
      choice.element,
    ],
    getGrant: () => ({ accounts: choice.getAddresses() }),
  };
}

/** Returns what a feature lets the dapp do, in words. An unknown feature keeps its identifier. */
export function getFeatureText(feature: string): string {
  return FEATURE_TEXTS.get(feature.replace(/s$/, '')) ?? `Use ${feature}`;
}

/**
 * Creates a list of accounts with a checkbox each.
 *
 * @param options.chosen base58 addresses that are ticked at first
 * @param options.signer the address that signs, which stays ticked
 * @param options.onChange called when the user changes the choice, with whether any account is ticked
 */
function createAccountChoice(
  accounts: readonly MockAccount[],
  {
    chosen,
    signer,
    onChange,
  }: Readonly<{ chosen: readonly string[]; signer?: string; onChange(isAnyChosen: boolean): void }>,
): Readonly<{ element: HTMLElement; getAddresses(): readonly string[] }> {
  const boxes: HTMLInputElement[] = [];
  const rows = accounts.map(({ address, label }) => {
    const box = createElement('input', { type: 'checkbox', value: address });
    box.checked = address === signer || chosen.includes(address);
    box.disabled = address === signer;
    boxes.push(box);
    return createElement('label', { class: 'account', title: address }, [
      createElement('span', { class: 'monogram', 'aria-hidden': 'true' }, [getMonogram(label)]),
      createElement('span', { class: 'account-name' }, [
        createElement('span', { class: 'label' }, [createText(label)]),
        createElement('span', { class: 'quiet' }, [
          createElement('code', {}, [shortenAddress(address)]),
          ...(address === signer ? [' · signs in'] : []),
        ]),
      ]),
      box,
    ]);
  });
  const getAddresses = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const hint = createElement('p', { class: 'hint', role: 'status' });
  const element = createElement('fieldset', { class: 'card accounts' }, [
    createElement('legend', {}, ['Accounts to share']),
    ...rows,
    hint,
  ]);
  element.addEventListener('change', () => {
    const isAnyChosen = getAddresses().length > 0;
    hint.textContent = isAnyChosen ? '' : 'Choose at least one account.';
    onChange(isAnyChosen);
  });
  return { element, getAddresses };
}

function createPermissions(features: readonly string[]): HTMLElement {
  const asks = features.length > 0 ? features.map(getFeatureText) : ['Ask you to sign'];
  const texts = [...new Set(['See your addresses and balances', ...asks])];
  return createElement('section', { class: 'card', 'aria-labelledby': 'permissions' }, [
    createElement('h2', { id: 'permissions' }, ['The app will be able to']),
    createElement(
      'ul',
      { class: 'permissions' },
      texts.map((text) => createElement('li', {}, [createText(text)])),
    ),
    createElement('p', { class: 'quiet' }, ['Nothing is signed without your approval.']),
  ]);
}
