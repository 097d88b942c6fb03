import { render } from 'preact';
import type { ApprovalState } from '../../phone/approval-desk.js';
import { createPageId } from '../../phone/server-host.js';
import type { WalletHost } from '../../phone/wallet-host.js';
import { getLinkNotice } from '../join-form.js';
import { setStyle } from '../parts.js';
import type { ApprovalPageMessage } from '../visit.js';
import css from './approval-page.css?inline';
import { createProgress } from './progress.js';
import { Sheet, type SheetOptions } from './sheet.js';

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
  setStyle(document, css);

  const getPlace = createProgress();
  let hasTapped = false;
  let notice: string | undefined;

  const tellParent = (message: ApprovalPageMessage): void => parent.postMessage(message, dappOrigin);
  const showFailure = (error: unknown): void => {
    draw({ isLost: true });
    reportError(error);
  };
  const leave = (): void => {
    tellParent({ type: 'mobile-wallet:left' });
    void host.leave(page).catch(showFailure);
  };
  const join = async (uri: string): Promise<void> => {
    notice = getLinkNotice(uri);
    await host.launch(page, uri);
  };
  const draw = (known: Pick<SheetOptions, 'state' | 'isLost'>): void =>
    render(
      <Sheet
        {...known}
        place={known.state ? getPlace(known.state) : ''}
        notice={notice}
        hasTapped={hasTapped}
        join={dappPage === null ? join : undefined}
        decide={(id, decision) => void host.decide(page, id, decision).catch(showFailure)}
        leave={leave}
      />,
      document.body,
    );

  draw({});
  addEventListener('pointerdown', () => {
    hasTapped = true;
  });
  const show = (state: ApprovalState): void => {
    draw({ state });
    const isAsking = state.requests.length > 0;
    tellParent(
      isAsking || state.sessions > 0
        ? { type: 'mobile-wallet:busy', isAsking }
        : { type: 'mobile-wallet:done', launch: state.launch },
    );
  };
  // The frame is hidden until this page has loaded, and a hidden frame cannot be given the focus.
  addEventListener('load', () => host.watchApprovals(page, show, () => draw({ isLost: true })), {
    once: true,
  });
}
