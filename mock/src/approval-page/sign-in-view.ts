import { parseSignInText } from 'mobile-wallet-standard/endpoint';
import type { ApprovalRequest } from '../approval.js';
import { createAccountChoice } from './account-choice.js';
import { createElement, createText, createTextBox } from './element.js';
import type { RequestView, RequestViewContext } from './view.js';

/** Shows the text with which the person signs in, and a warning where it names another site than the one shown. */
export function createSignInView(
  request: Extract<ApprovalRequest, { type: 'sign-in' }>,
  { setApprovable }: RequestViewContext,
): RequestView {
  const choice = createAccountChoice(request.accounts, {
    title: 'Accounts to share',
    chosen: request.defaultAddresses,
    signer: request.address,
    onChange: setApprovable,
  });
  const domain = parseSignInText(request.text)?.domain;
  const isForeign = domain !== undefined && domain !== location.host && domain !== location.hostname;
  return {
    title: 'Sign in to this app?',
    body: [
      ...(isForeign ? [createWarning(domain)] : []),
      createElement('section', { class: 'card' }, [
        createElement('h2', {}, ['Text to sign']),
        createTextBox('Text to sign', createText(request.text)),
      ]),
      choice.element,
    ],
    getGrant: () => ({ accounts: choice.getAddresses() }),
  };
}

function createWarning(domain: string): HTMLElement {
  return createElement('p', { class: 'warning' }, [
    'The text signs you in to ',
    createElement('strong', {}, [createText(domain)]),
    ', but the page that asks is on ',
    createElement('strong', {}, [location.host]),
    '.',
  ]);
}
