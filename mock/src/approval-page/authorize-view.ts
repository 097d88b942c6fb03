import type { ApprovalRequest } from '../approval.js';
import { createAccountChoice } from './account-choice.js';
import { createElement, createText } from './element.js';
import { getFeatureText } from './identity.js';
import type { RequestView, RequestViewContext } from './view.js';

/** Shows which accounts a dapp would get, and what for. */
export function createAuthorizeView(
  request: Extract<ApprovalRequest, { type: 'authorize' }>,
  { setApprovable }: RequestViewContext,
): RequestView {
  const choice = createAccountChoice(request.accounts, {
    title: 'Accounts to share',
    chosen: request.defaultAddresses,
    onChange: setApprovable,
  });
  return {
    title: 'Connect to this app?',
    body: [choice.element, createPermissions(request.features)],
    getGrant: () => ({ accounts: choice.getAddresses() }),
  };
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
