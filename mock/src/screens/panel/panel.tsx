import { render } from 'preact';
import { getErrorMessage } from '../../explain/foreign.js';
import { loadFont } from '../font.js';
import { recall, remember } from '../memory.js';
import { createHost } from '../parts.js';
import {
  getNextVisit,
  NO_VISIT,
  readApprovalPageMessage,
  readFrameMessage,
  readHomeMessage,
  type VisitEvent,
} from '../visit.js';
import {
  BROWSER_FRAME,
  findDappChain,
  type LaunchAnswer,
  readLaunchMessage,
  setPageHidden,
} from './browser-frame.js';
import { createPill, createQrCodeBar } from './floating.js';
import type { SystemPanel } from './open-address.js';
import { findQrCode, getRoots, type PageQrCode } from './page-qr-code.js';
import css from './panel.css?inline';
import { getPlace, type PanelState, settle } from './panel-state.js';
import { PanelView } from './panel-view.js';
import { createStage } from './stage.js';
import { createSystemSheets } from './system-panel.js';
import type { WalletLink } from './wallet-links.js';
import { watchPage } from './watch-page.js';

/** The mock wallet as a user of the dapp's page sees it. */
export type Panel = SystemPanel &
  Readonly<{
    /**
     * Shows the wallet as an app that is starting. Its content appears once `launched` resolves with the
     * launch's number. If `launched` rejects, the panel shows why until the user closes it.
     */
    open(launched: Promise<number>): void;
    /** Opens a page in the browser of a wallet app, in front of this page, which looks hidden meanwhile. */
    openBrowser(link: WalletLink): void;
  }>;

/** What the panel needs from its page. */
export type PanelOptions = Readonly<{
  /** The URL of the approval page. */
  approvalPage: string;
  /**
   * Called when the user wants to join a dapp on another device, and when the page in a wallet app's browser
   * opens the wallet. Resolves with the launch's number.
   */
  join(uri: string): Promise<number>;
  /** Called when the user leaves the panel while the approval page is not visible. */
  leave(): void;
  /**
   * The wallet's own screens, for the time between visits. `isBeside`: they are beside a wide page until the
   * user hides them; otherwise, and on narrow pages, a button opens them. Without them, the panel shows only
   * visits.
   */
  home?: Readonly<{ url: string; isBeside: boolean }> | undefined;
  /**
   * Called when the user chooses the phone's own wallet, after the panel is left. Without it, that is not
   * offered.
   */
  useOwnWallet?: (() => void) | undefined;
}>;

/** Where the panel has room beside the page. The same width is in panel.css and stage.ts. */
const WIDE = '(min-width: 900px)';

/**
 * Creates the panel that shows the approval page: beside the dapp's page where there is room, else over it.
 * It hides when the approval page reports that all launches have ended.
 */
export function createPanel({ approvalPage, join, leave, home, useOwnWallet }: PanelOptions): Panel {
  const wide = matchMedia(WIDE);
  let state: PanelState = {
    visit: NO_VISIT,
    failure: undefined,
    isWide: wide.matches,
    isHomeOffered: home !== undefined,
    isBeside: (recall('beside') ?? (home?.isBeside ? '1' : '0')) === '1',
    isOver: false,
    isJoinOpen: false,
    browser: undefined,
    isBrowserOpen: false,
    system: undefined,
    isSystemOpen: false,
    layer: 'home',
    approvalFrame: 'none',
    homeFrame: 'none',
    notes: undefined,
    isTest: undefined,
  };
  let qrCode: PageQrCode | undefined;

  const { host, dialog } = createElements();
  const getFrame = (title: string): Window | null | undefined =>
    dialog.querySelector<HTMLIFrameElement>(`iframe[title^="${title}"]`)?.contentWindow;
  const stage = createStage(host, dialog, wide, () =>
    update({
      approvalFrame: 'none',
      homeFrame: 'none',
      notes: undefined,
      browser: undefined,
      system: undefined,
    }),
  );

  const update = (changes: Partial<PanelState>, isSudden = false): void => {
    state = settle({ ...state, ...changes });
    draw();
    stage.go(getPlace(state), isSudden);
    pill.setShown(state.isHomeOffered && ['away', 'aside'].includes(getPlace(state)));
    showCode();
  };
  const handle = (event: VisitEvent): void => update({ visit: getNextVisit(state.visit, event) });

  const setHomeShown = (isShown: boolean): void => {
    if (state.isWide) remember('beside', isShown ? '1' : '0');
    update(state.isWide ? { isBeside: isShown } : { isOver: isShown });
  };
  const hideHome = (): void => {
    stage.setFocusBefore(pill.button);
    setHomeShown(false);
  };
  const leaveVisit = (): void => {
    leave();
    handle({ type: 'mobile-wallet:left' });
  };
  const closeBrowser = (): void => {
    leave();
    update({ isBrowserOpen: false });
    setPageHidden(false);
  };
  const system = createSystemSheets(
    (sheet) => {
      update({ system: sheet, isSystemOpen: true });
      dialog.querySelector<HTMLElement>('.system :is(input, .action)')?.focus({ preventScroll: true });
    },
    () => update({ isSystemOpen: false }),
  );
  const joinBy = async (uri: string): Promise<void> => open(Promise.resolve(await join(uri)), true);
  const scan = async (): Promise<void> => {
    // The QR code may have been replaced by a fresh one.
    await look();
    if (qrCode) await joinBy(qrCode.uri);
  };

  const openJoin = (): void => {
    update({ isJoinOpen: true });
    dialog.querySelector('textarea')?.focus();
  };

  const closeJoin = (): void => {
    update({ isJoinOpen: false });
    dialog.querySelector('iframe')?.focus();
  };

  const pill = createPill(() => {
    setHomeShown(true);
    dialog.querySelector('iframe')?.focus();
  });
  const bar = createQrCodeBar(scan);
  const showCode = (): void => {
    const place = getPlace(state);
    dialog.classList.toggle('has-code', place === 'beside' && qrCode !== undefined);
    bar.show(place === 'visit' ? undefined : qrCode, place === 'beside' ? dialog : undefined);
  };

  const draw = (): void =>
    render(
      <PanelView
        {...state}
        home={{ url: home?.url ?? '', frame: state.homeFrame }}
        approval={{ url: approvalPage, frame: state.approvalFrame }}
        join={joinBy}
        onJoinClose={closeJoin}
        onLoad={(frame) => update({ [`${frame}Frame`]: 'loaded' })}
        onLeave={() => (state.failure === undefined ? leaveVisit() : update({ failure: undefined }))}
        onHide={hideHome}
        onBrowserClose={closeBrowser}
        onChoose={system.answer}
        onSystemClose={() => system.answer()}
        onReset={(setting) =>
          getFrame('Accounts')?.postMessage(
            { type: 'mobile-wallet:reset-setting', setting },
            getOrigin(home?.url),
          )
        }
        onOwnWallet={
          useOwnWallet &&
          (() => {
            update({ failure: undefined, isHomeOffered: false });
            leaveVisit();
            useOwnWallet();
          })
        }
      />,
      dialog,
    );

  const look = async (): Promise<readonly Node[]> => {
    const roots = getRoots();
    qrCode = await findQrCode(roots);
    showCode();
    pill.settle();
    return roots;
  };

  wide.addEventListener('change', () => update({ isWide: wide.matches }));
  // The pointer has made the panel modal, or no longer: the bar follows it.
  dialog.addEventListener('close', showCode);
  // Ignore Escape during a visit, because it must neither answer a request nor hide the panel.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    if (getPlace(state) === 'over') hideHome();
  });
  addEventListener('message', (event: MessageEvent<unknown>) => {
    const visitData = readFrameMessage(event, getFrame('Mock wallet'), getOrigin(approvalPage));
    const visitMessage = visitData && readApprovalPageMessage(visitData);
    if (visitMessage) handle(visitMessage);
    const browserFrame = dialog.querySelector<HTMLIFrameElement>('.browser iframe')?.contentWindow;
    const browserData = readFrameMessage(event, browserFrame, getOrigin(state.browser?.url));
    const launchMessage = browserData && readLaunchMessage(browserData);
    if (launchMessage) launchFor(launchMessage.uri, event.ports[0]);
    const homeData = readFrameMessage(event, getFrame('Accounts'), getOrigin(home?.url));
    const homeMessage = homeData && readHomeMessage(homeData);
    if (homeMessage?.type === 'mobile-wallet:status') {
      update({ notes: homeMessage.notes, isTest: homeMessage.isTest });
    }
    if (homeMessage?.type === 'mobile-wallet:reload') location.reload();
    if (homeMessage?.type === 'mobile-wallet:scan') {
      if (qrCode) scan().catch(openJoin);
      else openJoin();
    }
  });

  const open = (launched: Promise<number>, isRemote = false): void => {
    const { leaves } = state.visit;
    update({ failure: undefined, visit: getNextVisit(state.visit, { type: 'launched', isRemote }) });
    launched.then(
      (number) => {
        const approvalFrame = state.approvalFrame === 'none' ? 'loading' : state.approvalFrame;
        update({ approvalFrame, visit: getNextVisit(state.visit, { type: 'opened', number }) });
      },
      (error: unknown) => {
        // A user who has left the wallet in the meantime expects no more of this launch.
        const isExpected = state.visit.leaves === leaves;
        if (isExpected) reportError(new Error('The mock wallet could not start', { cause: error }));
        update({
          failure: isExpected ? getErrorMessage(error) : state.failure,
          visit: getNextVisit(state.visit, { type: 'failed' }),
        });
      },
    );
  };

  /** Opens the wallet for the page in a wallet app's browser, and tells it when the wallet listens. */
  const launchFor = (uri: string, port: MessagePort | undefined): void => {
    const answer = (message: LaunchAnswer): void => port?.postMessage(message);
    const launched = join(uri);
    open(launched);
    launched.then(
      () => answer({}),
      (error: unknown) => answer({ error: getErrorMessage(error) }),
    );
  };

  void loadFont();
  update({}, true);
  watchPage(look);
  return {
    open: (launched) => open(launched),
    choose: system.choose,
    cover: system.cover,
    openBrowser(link) {
      update({ browser: { ...link, frameName: BROWSER_FRAME + findDappChain() }, isBrowserOpen: true });
      dialog.querySelector<HTMLIFrameElement>('.browser iframe')?.focus();
      setPageHidden(true);
    },
  };
}

function createElements(): Readonly<{ host: HTMLElement; dialog: HTMLDialogElement }> {
  const { host, root } = createHost('mobile-wallet-panel', css);
  const dialog = document.createElement('dialog');
  const attributes = { popover: 'manual', closedby: 'none', 'aria-label': 'Mock wallet' };
  for (const [name, value] of Object.entries(attributes)) dialog.setAttribute(name, value);
  root.append(dialog);
  return { host, dialog };
}

function getOrigin(url = ''): string {
  return new URL(url, location.href).origin;
}
