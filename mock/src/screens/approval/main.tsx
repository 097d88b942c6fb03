import { render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ApprovalState } from '../../phone/approval-desk.js';
import { createPageId } from '../../phone/server-host.js';
import type { WalletHost } from '../../phone/wallet-state.js';
import { getChainName } from '../chain-name.js';
import { Money } from '../coin.js';
import { loadFont } from '../font.js';
import { getLinkNotice, JoinForm } from '../join-form.js';
import { Quiet, setStyle, Text } from '../parts.js';
import type { ApprovalPageMessage } from '../visit.js';
import css from './approval-page.css?inline';
import { createProgress } from './progress.js';
import { Request } from './request.js';

/**
 * Shows in this document the requests for approval of the dapp page that the URL names (`?page=`), and sends
 * decisions to the wallet. Tells the embedding page, whose origin the URL names (`&origin=`), whether there
 * is anything to show. Without a page in the URL, this document plays a wallet on another device: it has a
 * form to join a dapp.
 */
export function showApprovals(host: WalletHost): void {
  const query = new URLSearchParams(location.search);
  const dappPage = query.get('page');
  const dappOrigin = query.get('origin') ?? location.origin;
  const page = dappPage ?? createPageId();
  setStyle(document, css);
  void loadFont();

  const getPlace = createProgress();
  let hasTapped = false;
  let notice: string | undefined;

  const tellParent = (message: ApprovalPageMessage): void => parent.postMessage(message, dappOrigin);
  const showLost = (): void => draw(undefined, 'The dev server does not answer');
  const showFailure = (error: unknown): void => {
    showLost();
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
  const show = (state: ApprovalState): void => {
    const isAsking = state.requests.length > 0;
    const isBusy = isAsking || state.sessions > 0;
    draw(state, isBusy ? 'Waiting for the dapp…' : 'Session ended');
    tellParent(
      isBusy
        ? { type: 'mobile-wallet:busy', isAsking }
        : { type: 'mobile-wallet:done', launch: state.launch },
    );
  };
  /**
   * Shows the request that has waited longest. Without one, it shows the form, or else `idleText` if there is
   * one.
   */
  const draw = (state?: ApprovalState, idleText?: string): void => {
    const request = state?.requests[0];
    const place = state ? getPlace(state) : '';
    const isJoining = dappPage === null && state?.sessions === 0 && !request;
    render(
      <main class="app" aria-label="Mock wallet">
        <header>
          <div class="brand">
            <Text>{state?.app ?? 'Mock wallet'}</Text>
            {state && <Money isTest={state.isTest} />}
          </div>
          {request && <span class="quiet">{getChainName(request.chain)}</span>}
          <button
            type="button"
            class="leave"
            hidden={isJoining}
            aria-label="Leave the wallet"
            title="Leave the wallet without an answer"
            onClick={leave}
          />
        </header>
        {/* Only hidden, because it keeps what the user has entered, and says why joining failed. */}
        {dappPage === null && (
          <div class="content" hidden={!isJoining}>
            <Welcome join={join} />
          </div>
        )}
        {state && request ? (
          <Request
            key={request.id}
            request={request}
            accounts={state.accounts}
            isTest={state.isTest}
            place={place}
            notice={notice}
            hasTapped={hasTapped}
            decide={(decision) => void host.decide(page, request.id, decision).catch(showFailure)}
          />
        ) : (
          !isJoining && idleText !== undefined && <Idle text={idleText} isLost={!state} />
        )}
      </main>,
      document.body,
    );
  };

  draw();
  addEventListener('pointerdown', () => {
    hasTapped = true;
  });
  // The frame is hidden until this page has loaded, and a hidden frame cannot be given the focus.
  addEventListener('load', () => host.watchApprovals(page, show, showLost), { once: true });
}

function Welcome({ join }: Readonly<{ join(uri: string): Promise<void> }>) {
  return (
    <div class="idle">
      <h1 class="title">Scan a QR code</h1>
      <Quiet>Scan the code on the page, or paste its link.</Quiet>
      <JoinForm join={join} isPhone />
      <a class="action is-quiet" href="../">
        Accounts, apps, activity and settings
      </a>
    </div>
  );
}

function Idle({ text, isLost }: Readonly<{ text: string; isLost: boolean }>) {
  const shown = useRef<HTMLDivElement>(null);
  // The request that had the focus is gone. A page that does not have the focus must not take it.
  useLayoutEffect(() => {
    if (document.hasFocus() && document.activeElement === document.body) shown.current?.focus();
  }, []);
  return (
    <div class="content">
      <div class="idle" role="status" tabIndex={-1} ref={shown}>
        <span class="idle-mark" aria-hidden="true" />
        <h1 class="title">{text}</h1>
        {isLost && <Quiet>Is it still running? This page tries again by itself.</Quiet>}
      </div>
    </div>
  );
}
