import { render } from 'preact';
import type { ApprovalState } from '../../phone/approval-desk.js';
import { createPageId } from '../../phone/server-host.js';
import type { WalletHost } from '../../phone/wallet-host.js';
import { getLinkNotice, JoinForm } from '../join-form.js';
import { Quiet, setStyle } from '../parts.js';
import type { ApprovalPageMessage } from '../visit.js';
import css from './approval-page.css?inline';
import { createProgress } from './progress.js';
import { Sheet } from './sheet.js';

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
  let notice: string | undefined;

  const tellParent = (message: ApprovalPageMessage): void => parent.postMessage(message, dappOrigin);
  const showFailure = (error: unknown): void => {
    draw('lost');
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
  const draw = (state: ApprovalState | 'lost' | undefined): void => {
    const isKnown = state !== undefined && state !== 'lost';
    render(
      <Sheet
        state={state}
        place={isKnown ? getPlace(state) : ''}
        notice={notice}
        welcome={dappPage === null ? <Welcome join={join} /> : undefined}
        decide={(id, decision) => void host.decide(page, id, decision).catch(showFailure)}
        leave={leave}
      />,
      document.body,
    );
  };

  draw(undefined);
  const listen = (): void => {
    host.watchApprovals(
      page,
      (state) => {
        draw(state);
        const isBusy = state.sessions > 0 || state.requests.length > 0;
        tellParent(
          isBusy
            ? { type: 'mobile-wallet:busy', isAsking: state.requests.length > 0 }
            : { type: 'mobile-wallet:done', launch: state.launch },
        );
      },
      () => draw('lost'),
    );
  };
  // The frame is hidden until this page has loaded, and a hidden frame cannot be given the focus.
  addEventListener('load', listen, { once: true });
}

function Welcome({ join }: Readonly<{ join(uri: string): Promise<void> }>) {
  return (
    <div class="idle">
      <h1 class="title">Join from another device</h1>
      <Quiet>Scan the code that the page shows, or paste its link.</Quiet>
      <JoinForm join={join} isPhone />
      <a class="action is-quiet" href="../">
        Accounts, apps, activity and settings
      </a>
    </div>
  );
}
