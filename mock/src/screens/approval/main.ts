import { createPageId } from '../../phone/server-host.js';
import type { WalletHost } from '../../phone/wallet-host.js';
import { createJoinForm } from '../join-form.js';
import { createElement } from '../view.js';
import type { ApprovalPageMessage } from '../visit.js';
import css from './approval-page.css?inline';
import { createSheet } from './sheet.js';

/**
 * Shows in this document the requests for approval of the dapp page that the URL names (`?page=`), and sends
 * decisions to the wallet. Tells the embedding page, whose origin the URL names (`&origin=`), whether there is anything to
 * show. Without a page in the URL, this document plays a wallet on another device: it has a form to join a dapp.
 */
export function showApprovals(host: WalletHost): void {
  const query = new URLSearchParams(location.search);
  const dappPage = query.get('page');
  const dappOrigin = query.get('origin') ?? location.origin;
  const page = dappPage ?? createPageId();
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(css);
  document.adoptedStyleSheets = [styleSheet];

  const tellParent = (message: ApprovalPageMessage): void => parent.postMessage(message, dappOrigin);
  const showFailure = (error: unknown): void => {
    sheet.showDisconnected();
    reportError(error);
  };

  const sheet = createSheet({
    decide: (id, decision) => void host.decide(page, id, decision).catch(showFailure),
    leave: () => {
      tellParent({ type: 'mobile-wallet:left' });
      void host.leave(page).catch(showFailure);
    },
    ...(dappPage === null && { welcome: createWelcome((uri) => host.launch(page, uri)) }),
  });
  document.body.append(sheet.element);

  const listen = (): void => {
    host.watchApprovals(
      page,
      (state) => {
        sheet.show(state);
        const isBusy = state.sessions > 0 || state.requests.length > 0;
        tellParent(
          isBusy ? { type: 'mobile-wallet:busy' } : { type: 'mobile-wallet:done', launch: state.launch },
        );
      },
      sheet.showDisconnected,
    );
  };
  // The frame is hidden until this page has loaded, and a hidden frame cannot be given the focus.
  addEventListener('load', listen, { once: true });
}

function createWelcome(join: (uri: string) => Promise<number>): HTMLElement {
  const hint = 'On the page that shows a code, copy its link, or take a picture of the code.';
  return createElement('div', { class: 'idle' }, [
    createElement('h1', { class: 'title' }, ['Join from another device']),
    createElement('p', { class: 'quiet' }, [hint]),
    createJoinForm(async (uri) => void (await join(uri))),
    createElement('a', { class: 'home-link', href: '../' }, ['Accounts, apps, activity and settings']),
  ]);
}
