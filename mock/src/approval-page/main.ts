import css from './approval-page.css?inline';
import type { ApprovalPageMessage } from './message.js';
import { createSheet } from './sheet.js';
import { decodeApprovalState } from './state.js';

/**
 * Shows, in this document, what waits for approval at the dapp's page that the URL names (`?page=`); decisions go to
 * the dev server. Tells the page around it when there is something to show and when there is not.
 */
export function showApprovals(): void {
  const page = new URLSearchParams(location.search).get('page') ?? '';
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(css);
  document.adoptedStyleSheets = [styleSheet];

  const post = async (command: string, body: object): Promise<void> => {
    const response = await fetch(`../${command}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ page, ...body }),
      // Who leaves has this page removed, perhaps before it is sent.
      keepalive: true,
    });
    // 409: the session has ended meanwhile, which the next state shows.
    if (!response.ok && response.status !== 409) throw new Error(await response.text());
  };
  const reportFailure = (error: unknown): void => {
    sheet.showDisconnected();
    reportError(error);
  };

  const sheet = createSheet({
    decide: (id, decision) => void post('decisions', { id, ...decision }).catch(reportFailure),
    leave: () => {
      tell({ type: 'mobile-wallet:left' });
      void post('leave', {}).catch(reportFailure);
    },
  });
  document.body.append(sheet.element);

  const listen = (): void => {
    const events = new EventSource(`../events?${new URLSearchParams({ page })}`);
    events.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const state = decodeApprovalState(data);
      sheet.show(state);
      const isBusy = state.sessions > 0 || state.requests.length > 0;
      tell(isBusy ? { type: 'mobile-wallet:busy' } : { type: 'mobile-wallet:done', launch: state.launch });
    });
    events.addEventListener('error', sheet.showDisconnected);
  };
  // The frame is hidden until this page has loaded, and what is hidden cannot be given the focus.
  addEventListener('load', listen, { once: true });
}

function tell(message: ApprovalPageMessage): void {
  parent.postMessage(message, location.origin);
}
