import { createJoinForm } from '../page-client/join-form.js';
import { createPageId, postLaunch } from '../page-client/server.js';
import type { ApprovalPageMessage } from '../page-client/visit.js';
import css from './approval-page.css?inline';
import { createSheet } from './sheet.js';
import { decodeApprovalState } from './state.js';
import { createElement } from './view.js';

/**
 * Shows in this document the requests for approval of the dapp page that the URL names (`?page=`), and sends
 * decisions to the dev server. Tells the embedding page whether there is anything to show. Without a page in the URL, this
 * document plays a wallet on another device: it has a form to join a dapp.
 */
export function showApprovals(): void {
  const dappPage = new URLSearchParams(location.search).get('page');
  const page = dappPage ?? createPageId();
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(css);
  document.adoptedStyleSheets = [styleSheet];

  const post = async (command: string, body: object): Promise<void> => {
    const response = await fetch(`../${command}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ page, ...body }),
      // The embedding page may remove this frame before the request is sent, when the user leaves.
      keepalive: true,
    });
    // 409: the session has ended in the meantime, which the next state shows.
    if (!response.ok && response.status !== 409) throw new Error(await response.text());
  };
  const showFailure = (error: unknown): void => {
    sheet.showDisconnected();
    reportError(error);
  };

  const sheet = createSheet({
    decide: (id, decision) => void post('decisions', { id, ...decision }).catch(showFailure),
    leave: () => {
      tellParent({ type: 'mobile-wallet:left' });
      void post('leave', {}).catch(showFailure);
    },
    ...(dappPage === null && { welcome: createWelcome((uri) => postLaunch('..', page, uri)) }),
  });
  document.body.append(sheet.element);

  const listen = (): void => {
    const events = new EventSource(`../events?${new URLSearchParams({ page })}`);
    events.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const state = decodeApprovalState(data);
      sheet.show(state);
      const isBusy = state.sessions > 0 || state.requests.length > 0;
      tellParent(
        isBusy ? { type: 'mobile-wallet:busy' } : { type: 'mobile-wallet:done', launch: state.launch },
      );
    });
    events.addEventListener('error', sheet.showDisconnected);
  };
  // The frame is hidden until this page has loaded, and a hidden frame cannot be given the focus.
  addEventListener('load', listen, { once: true });
}

function createWelcome(join: (uri: string) => Promise<number>): HTMLElement {
  const hint = 'On the page that shows a code, copy its link, or take a picture of the code.';
  return createElement('div', { class: 'idle' }, [
    createElement('p', { class: 'title' }, ['Join from another device']),
    createElement('p', { class: 'quiet' }, [hint]),
    createJoinForm(async (uri) => void (await join(uri))),
  ]);
}

function tellParent(message: ApprovalPageMessage): void {
  parent.postMessage(message, location.origin);
}
