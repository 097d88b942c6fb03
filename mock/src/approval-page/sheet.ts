import type { ApprovalDecision, ApprovalRequest } from '../approval.js';
import { createDappCard } from './dapp-card.js';
import { createElement } from './element.js';
import { createHeader } from './header.js';
import { createIdleView } from './idle-view.js';
import { createRequestView } from './request-view.js';
import type { ApprovalState } from './state.js';
import { createTapGuard } from './tap-guard.js';
import type { RequestView } from './view.js';

/** The whole of the approval page. */
export type Sheet = Readonly<{
  element: HTMLElement;
  show(state: ApprovalState): void;
  /** Says that the dev server does not answer. */
  showDisconnected(): void;
}>;

/** What the person can do. */
export type SheetActions = Readonly<{
  decide(id: number, decision: ApprovalDecision): void;
  leave(): void;
}>;

/** Makes the page: the request that has waited longest, or that nothing waits. */
export function createSheet({ decide, leave }: SheetActions): Sheet {
  const header = createHeader(leave);
  const content = createElement('main', {});
  const queue = createElement('p', { class: 'queue', role: 'status' });
  const decline = createElement('button', { type: 'button', class: 'decline' }, ['Decline']);
  const approve = createElement('button', { type: 'button', class: 'approve' }, ['Approve']);
  const actions = createElement('footer', {}, [
    queue,
    createElement('div', { class: 'buttons' }, [decline, approve]),
  ]);
  const guard = createTapGuard([decline, approve]);
  let shown: Readonly<{ request: ApprovalRequest; view: RequestView }> | undefined;

  const answer = (event: MouseEvent, approved: boolean): void => {
    if (!shown || guard.isEarly(event)) return;
    const { request, view } = shown;
    setEnabled(false);
    decide(request.id, { approved, ...(approved && view.getGrant?.()) });
  };
  decline.addEventListener('click', (event) => answer(event, false));
  approve.addEventListener('click', (event) => answer(event, true));

  const setEnabled = (isEnabled: boolean): void => {
    decline.disabled = !isEnabled;
    approve.disabled = !isEnabled;
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
    header.showChain(request.chain);
    sheet.focus();
    guard.hold();
  };

  const showIdle = (text: string, hint?: string): void => {
    shown = undefined;
    content.replaceChildren(createIdleView(text, hint));
    header.showChain(undefined);
  };

  return {
    element: createElement('div', { class: 'app' }, [header.element, content, actions]),
    show(state) {
      const [request] = state.requests;
      const count = state.requests.length;
      actions.hidden = request === undefined;
      queue.textContent = count > 1 ? `1 of ${count}` : '';
      if (!request) showIdle(state.sessions > 0 ? 'Waiting for the dapp…' : 'Session ended');
      else if (request.id !== shown?.request.id) showRequest(request, state);
    },
    showDisconnected() {
      actions.hidden = true;
      showIdle('The dev server does not answer', 'Is it still running? This page tries again by itself.');
    },
  };
}
