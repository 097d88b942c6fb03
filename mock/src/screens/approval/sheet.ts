import type { ApprovalState } from '../../phone/approval-desk.js';
import type { ApprovalDecision, ApprovalRequest } from '../../wallet/approval.js';
import { createDappCard, createElement, type RequestView, type RequestViewContext } from '../view.js';
import { createAuthorizeView, createSignInView } from './connect-view.js';
import { createMessagesView } from './messages-view.js';
import { createOtherAnswers } from './other-answers.js';
import { createProgress } from './progress.js';
import { createTapGuard } from './tap-guard.js';
import { createTransactionsView } from './transactions-view.js';

/** Everything that the approval page shows. */
export type Sheet = Readonly<{
  element: HTMLElement;
  show(state: ApprovalState): void;
  /** Shows that the dev server does not answer. */
  showDisconnected(): void;
}>;

/** What the user can do. */
export type SheetActions = Readonly<{
  decide(id: number, decision: ApprovalDecision): void;
  /** Called when the user leaves the wallet without a decision. */
  leave(): void;
  /** What to show while there is no session; by default that the last one has ended. */
  welcome?: HTMLElement;
}>;

const CHAIN_NAMES: Readonly<Record<string, string>> = {
  'solana:mainnet': 'Mainnet',
  'solana:testnet': 'Testnet',
  'solana:devnet': 'Devnet',
  'solana:localnet': 'Localnet',
};

/** Creates the sheet. It shows the request that has waited longest, or that no request waits. */
export function createSheet({ decide, leave, welcome }: SheetActions): Sheet {
  const brand = createElement('span', { class: 'brand' }, ['Mock wallet']);
  const chainName = createElement('span', { class: 'chain' });
  const leaveButton = createLeaveButton(leave);
  const content = createElement('div', { class: 'content' });
  const queue = createElement('p', { class: 'queue', role: 'status' });
  const decline = createElement('button', { type: 'button', class: 'decline' }, ['Decline']);
  const approve = createElement('button', { type: 'button', class: 'approve' }, ['Approve']);
  const others = createElement('button', {
    type: 'button',
    class: 'others',
    'aria-label': 'Other answers',
    'aria-haspopup': 'dialog',
    title: 'Answer with an error, late, twice or not at all',
  });
  // Hidden until there is a request, because a tap without one would do nothing.
  const actions = createElement('footer', { hidden: true }, [
    queue,
    createElement('div', { class: 'buttons' }, [decline, approve, others]),
  ]);
  const guard = createTapGuard([decline, approve, others]);
  const getPlace = createProgress();
  let shown: Readonly<{ request: ApprovalRequest; view: RequestView }> | undefined;

  const setEnabled = (isEnabled: boolean): void => {
    for (const button of [decline, approve, others]) button.disabled = !isEnabled;
  };

  const answer = (decision: ApprovalDecision): void => {
    if (!shown) return;
    const { request, view } = shown;
    setEnabled(false);
    decide(request.id, { ...decision, ...(decision.approved && view.getGrant?.()) });
  };
  const onTap = (button: HTMLButtonElement, act: () => void): void => {
    button.addEventListener('click', (event) => {
      if (!guard.isEarly(event)) act();
    });
  };
  onTap(decline, () => answer({ approved: false }));
  onTap(approve, () => answer({ approved: true }));
  onTap(others, () => {
    if (!shown) return;
    const { request } = shown;
    const dialog = createOtherAnswers({ request, canApprove: !approve.disabled, answer });
    // A next request replaces it, together with the request that it belongs to.
    content.append(dialog);
    dialog.showModal();
  });

  const showChain = (chain = ''): void => {
    chainName.hidden = chain === '';
    chainName.textContent = CHAIN_NAMES[chain] ?? chain;
  };

  const showRequest = (request: ApprovalRequest, { accounts }: ApprovalState): void => {
    setEnabled(true);
    const setApprovable = (isApprovable: boolean): void => {
      approve.disabled = !isApprovable;
    };
    const view = createRequestView(request, { accounts, setApprovable });
    shown = { request, view };
    approve.classList.toggle('is-discouraged', view.isDiscouraged ?? false);
    approve.textContent = view.isDiscouraged ? 'Approve anyway' : 'Approve';
    const sheet = createElement('section', { class: 'request', tabindex: '-1', 'aria-labelledby': 'title' }, [
      createDappCard(request.identity),
      createElement('h1', { id: 'title' }, [view.title]),
      ...view.body,
    ]);
    content.replaceChildren(sheet);
    content.scrollTop = 0;
    showChain(request.chain);
    sheet.focus();
    guard.hold();
  };

  const showWelcome = (element: HTMLElement): void => {
    shown = undefined;
    leaveButton.hidden = true;
    showChain();
    // Keep the focus and the text if it is shown already.
    if (!element.isConnected) content.replaceChildren(element);
  };

  const showIdle = (text: string, hint?: string): void => {
    shown = undefined;
    const children = [
      createElement('span', { class: 'idle-mark', 'aria-hidden': 'true' }),
      createElement('h1', { class: 'title' }, [text]),
      ...(hint === undefined ? [] : [createElement('p', { class: 'quiet' }, [hint])]),
    ];
    content.replaceChildren(createElement('div', { class: 'idle', role: 'status' }, children));
    showChain();
  };

  return {
    element: createElement('main', { class: 'app', 'aria-label': 'Mock wallet' }, [
      createElement('header', {}, [brand, chainName, leaveButton]),
      content,
      actions,
    ]),
    show(state) {
      const [request] = state.requests;
      actions.hidden = request === undefined;
      queue.textContent = getPlace(state);
      leaveButton.hidden = false;
      if (welcome && !request && state.sessions === 0) showWelcome(welcome);
      else if (!request) showIdle(state.sessions > 0 ? 'Waiting for the dapp…' : 'Session ended');
      else if (request.id !== shown?.request.id) showRequest(request, state);
    },
    showDisconnected() {
      actions.hidden = true;
      showIdle('The dev server does not answer', 'Is it still running? This page tries again by itself.');
    },
  };
}

function createLeaveButton(leave: () => void): HTMLElement {
  const button = createElement('button', {
    type: 'button',
    class: 'leave',
    'aria-label': 'Leave the wallet',
    title: 'Leave the wallet without an answer',
  });
  button.addEventListener('click', leave);
  return button;
}

function createRequestView(request: ApprovalRequest, context: RequestViewContext): RequestView {
  switch (request.type) {
    case 'authorize':
      return createAuthorizeView(request, context);
    case 'sign-in':
      return createSignInView(request, context);
    case 'sign-messages':
      return createMessagesView(request, context);
    default:
      return createTransactionsView(request, context);
  }
}
