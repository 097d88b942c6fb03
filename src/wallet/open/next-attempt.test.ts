import { expect, it, vi } from 'vitest';
import { openPage } from '../../../test/support/left-page.js';
import { openSession } from '../../../test/support/open-by-attempts.js';
import type { DialogChoice, LoadedUi } from '../../dapp/open/session-ui.js';
import { MobileWalletError, type MobileWalletErrorCode } from '../../util/errors.js';
import { hasErrorCode } from '../../util/find-error.js';
import type { AppOffer } from './apps/choose-app.js';
import type { SessionApp } from './apps/session-app.js';
import { createVisitMemory } from './attempts.js';

/** What becomes of the first launch. The second one always fails with an error of the dapp's own. */
type Happening =
  /** No app opens. */
  | 'absent'
  /** The user returns from an app, after long enough to decide. */
  | 'returned'
  /** Once back, the user asks to open it again, or chooses another one. */
  | 'again'
  | 'left'
  /** The browser says only then that it blocks the connection, for a reason or for none. */
  | 'denied'
  | 'policy'
  | 'blocked'
  /** It fails with an error of the dapp's own. */
  | 'failed'
  /** Its caller gives up. */
  | 'aborted';

type Setting = Readonly<{
  /** Whether the wallet is opened by its own link. */
  link?: true;
  /** Whether it is an app that the user has chosen. */
  chosen?: true;
  /** Whether it was once reached on loopback. */
  proven?: true;
  /** Whether the visit before had no answer either. */
  repeated?: true;
  remote?: true;
  way?: 'relay' | 'qr-code';
  openPage?: true;
  offer?: AppOffer;
  /** The permission before the launch, of a dapp with the browser's own dial. */
  state?: PermissionState;
  /** Whether the user allows the connection, but closes the dialog. */
  allows?: true;
  noUi?: true;
  /** What the user chooses if nobody answered, in the list of apps, and if blocked. */
  chooses?: DialogChoice;
  lists?: 'qr-code' | 'cancel';
  agrees?: DialogChoice;
}>;

const LINK = 'https://wallet.example';
/** How the errors of the first launch are called below. What is tried at a relay is cut off. */
const ENDS: Partial<Record<MobileWalletErrorCode, string>> = {
  WALLET_NOT_FOUND: 'none',
  USER_CANCELLED: 'cancelled',
  LOOPBACK_BLOCKED: 'blocked',
  SESSION_CLOSED: 'relay',
};
const OWN = new Error('the dapp’s own');
const other: SessionApp = { androidPackage: 'com.other', isChosenAnew: true };

const getPort = (uri: string): string => new URL(uri).searchParams.get('port') ?? '';

/** Opens a session whose first launch ends so. Returns what the user and the dapp notice. */
async function run(happening: Happening, setting: Setting): Promise<string> {
  const log: string[] = [];
  const page = openPage();
  const window = new EventTarget();
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  const controller = new AbortController();
  let skew = 0;
  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + skew);
  let state = setting.state ?? 'granted';
  vi.stubGlobal('location', { hostname: 'dapp.example' });
  vi.stubGlobal('navigator', {
    permissions: { query: async () => Object.assign(new EventTarget(), { state }) },
  });
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  vi.stubGlobal(
    'WebSocket',
    class {
      constructor(_: string, protocols: string[]) {
        // So that it seems to be allowed, and then is not.
        if (protocols[0] === 'repeated') throw new DOMException('repeated', 'SyntaxError');
        throw new DOMException('forbidden', 'SecurityError');
      }
    },
  );
  let reopen = (): void => {};
  let leave = (): void => {};
  let launches = 0;
  const launch = async (uri: string): Promise<void> => {
    log.push(uri.startsWith(LINK) ? 'link' : uri.startsWith('solana-wallet:') ? 'scheme' : uri);
    if (++launches > 1 || happening === 'failed') throw OWN;
    if (happening === 'absent') throw new MobileWalletError('WALLET_NOT_FOUND', 'none');
    if (happening === 'again') reopen();
    if (happening === 'left') leave();
    if (happening === 'aborted') controller.abort(OWN);
    if (happening === 'denied') {
      state = 'denied';
      throw new MobileWalletError('WALLET_NOT_FOUND', 'none');
    }
    if (happening === 'policy') {
      const violation = { blockedURI: `ws://localhost:${getPort(uri)}`, disposition: 'enforce' };
      window.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), violation));
    }
    if (happening === 'returned') {
      page.leave();
      skew += 1_200;
      page.returnToPage();
      skew += 2_000;
      globalThis.document.dispatchEvent(new Event('visibilitychange'));
    }
  };
  const show = (name: string, { choices, reason }: { choices: readonly string[]; reason?: string }) =>
    void log.push(`${name}(${[reason, ...choices].join(' ')})`);
  const ui: LoadedUi = {
    waiting: () => {},
    async permission(options) {
      show('permission', options);
      if (setting.allows) state = 'granted';
      return setting.agrees ?? 'cancel';
    },
    async blocked(options) {
      show('blocked', options);
      return setting.agrees ?? 'cancel';
    },
    async notFound(options) {
      show('notFound', options);
      return setting.chooses ?? 'cancel';
    },
  };
  const visits = createVisitMemory();
  if (setting.repeated) visits.noteUnanswered();
  const name = (app: SessionApp): string => app.androidPackage ?? 'phone’s';
  const app: SessionApp = {
    androidPackage: setting.chosen && 'com.chosen',
    isChosenAnew: false,
    note: (what) => what === 'opened' || log.push(what),
  };
  const { way } = setting;
  const opening = openSession(
    {
      launch,
      signal: controller.signal,
      ...(setting.state === undefined && { dial: () => new Promise<never>(() => {}) }),
      ...((setting.remote || way) && { remote: { type: 'reflector', host: 'r.example' }, scan: () => {} }),
      ...(setting.link && { baseUri: LINK }),
    },
    setting.noUi ? undefined : ui,
    {
      way: way ?? 'local',
      app,
      visits,
      isLoopbackProven: setting.proven === true,
      relay: { ui, askTap: undefined, onFailed: () => void log.push('over a') },
      onLaunch(again, otherApp) {
        reopen = again;
        leave = () => otherApp?.leave();
      },
      onLinkUnreached: () => void log.push('unlinked'),
      ...(setting.openPage && {
        openPage: async (_, canScan) => void log.push(`openPage(${canScan})`),
      }),
      ...(setting.offer && {
        appChoice: {
          getOffer: () => setting.offer,
          prepare: () => {},
          getList: async () => undefined,
          noteConnect: () => {},
          async choose(before) {
            log.push(`list(${name(before)})`);
            return setting.lists ?? other;
          },
        },
      }),
    },
  );
  const error: unknown = await opening.catch((reason: unknown) => reason);
  const end = hasErrorCode(error) ? ENDS[error.code] : undefined;
  if (end !== undefined || launches < 2) log.push(end ?? (error === OWN ? 'own' : String(error)));
  return log.join(' ');
}

it.each<[happening: Happening, setting: Setting, expected: string]>([
  ['absent', {}, 'scheme failed notFound(no-answer try-again) none'],
  ['absent', { noUi: true }, 'scheme none'],
  ['absent', { noUi: true, link: true }, 'link unlinked none'],
  ['absent', { chooses: 'try-again' }, 'scheme failed notFound(no-answer try-again) scheme'],
  [
    'absent',
    { link: true, chooses: 'try-again' },
    'link failed notFound(own-link try-again) unlinked scheme',
  ],
  [
    'absent',
    { link: true, chooses: 'qr-code', remote: true },
    'link failed notFound(own-link try-again qr-code) relay',
  ],
  [
    'absent',
    { link: true, offer: 'change-app', chooses: 'change-app' },
    'link failed notFound(own-link try-again change-app) list(phone’s) unlinked scheme',
  ],
  ['absent', { link: true }, 'link failed notFound(own-link try-again) none'],
  [
    'absent',
    { remote: true, chooses: 'relay' },
    'scheme failed notFound(no-answer try-again relay qr-code) over a relay',
  ],
  [
    'absent',
    { remote: true, chooses: 'qr-code' },
    'scheme failed notFound(no-answer try-again relay qr-code) relay',
  ],
  [
    'absent',
    { remote: true, openPage: true, chooses: 'open-page' },
    'scheme failed notFound(no-answer try-again relay qr-code open-page) openPage(true) relay',
  ],
  [
    'absent',
    { openPage: true, chooses: 'open-page' },
    'scheme failed notFound(no-answer try-again open-page) openPage(false) scheme',
  ],
  [
    'absent',
    { offer: 'other-app', chooses: 'other-app' },
    'scheme failed notFound(no-answer try-again other-app) list(phone’s) scheme',
  ],
  [
    'absent',
    { offer: 'other-app', chooses: 'other-app', lists: 'qr-code' },
    'scheme failed notFound(no-answer try-again other-app) list(phone’s) scheme',
  ],
  [
    'absent',
    { offer: 'other-app', chooses: 'other-app', lists: 'cancel' },
    'scheme failed notFound(no-answer try-again other-app) list(phone’s) none',
  ],
  ['returned', {}, 'scheme failed cancelled'],
  ['returned', { repeated: true }, 'scheme failed notFound(no-answer try-again) failed cancelled'],
  ['returned', { chosen: true }, 'scheme failed notFound(no-answer try-again) failed cancelled'],
  [
    'returned',
    { chosen: true, proven: true, offer: 'other-app', chooses: 'other-app' },
    'scheme failed notFound(no-answer try-again other-app) list(com.chosen) scheme',
  ],
  ['returned', { link: true }, 'link failed notFound(own-link try-again) failed cancelled'],
  [
    'returned',
    { remote: true },
    'scheme failed notFound(no-answer try-again relay qr-code) failed cancelled',
  ],
  ['returned', { remote: true, proven: true }, 'scheme failed cancelled'],
  [
    'returned',
    { remote: true, proven: true, repeated: true },
    'scheme failed notFound(no-answer try-again relay qr-code) failed cancelled',
  ],
  [
    'returned',
    { remote: true, state: 'granted' },
    'scheme failed notFound(no-answer try-again relay qr-code) failed cancelled',
  ],
  [
    'returned',
    { remote: true, state: 'prompt', agrees: 'open-wallet' },
    'permission( open-wallet) scheme failed cancelled',
  ],
  ['again', { link: true }, 'link unlinked scheme'],
  ['again', { link: true, remote: true }, 'link unlinked scheme'],
  ['left', { offer: 'other-app' }, 'scheme failed list(phone’s) scheme'],
  ['left', { offer: 'other-app', link: true }, 'link failed list(phone’s) scheme'],
  ['left', { offer: 'other-app', lists: 'qr-code', remote: true }, 'scheme failed list(phone’s) relay'],
  ['left', { offer: 'change-app', lists: 'cancel' }, 'scheme failed list(phone’s) cancelled'],
  ['denied', { state: 'granted' }, 'scheme blocked(browser open-wallet) blocked'],
  ['denied', { state: 'granted', agrees: 'open-wallet' }, 'scheme blocked(browser open-wallet) scheme'],
  ['denied', { state: 'granted', noUi: true, link: true }, 'link blocked'],
  ['denied', { state: 'granted', remote: true }, 'scheme blocked(browser relay) blocked'],
  [
    'denied',
    { state: 'granted', remote: true, agrees: 'relay' },
    'scheme blocked(browser relay) over a relay',
  ],
  ['absent', { state: 'denied' }, 'blocked(browser open-wallet) blocked'],
  ['absent', { state: 'denied', remote: true }, 'blocked(browser relay) blocked'],
  ['absent', { state: 'prompt' }, 'permission( open-wallet) cancelled'],
  ['blocked', { state: 'granted' }, 'scheme blocked(browser) blocked'],
  ['policy', { state: 'granted' }, 'scheme blocked(policy) blocked'],
  ['policy', { state: 'granted', remote: true }, 'scheme blocked(policy relay) blocked'],
  [
    'policy',
    { state: 'granted', remote: true, agrees: 'relay' },
    'scheme blocked(policy relay) over a relay',
  ],
  ['failed', { link: true, remote: true }, 'link own'],
  ['aborted', { link: true }, 'link own'],
  ['absent', { way: 'relay' }, 'over a relay'],
  ['absent', { state: 'prompt', remote: true }, 'permission( open-wallet) cancelled'],
  ['absent', { state: 'prompt', remote: true, allows: true }, 'permission( open-wallet) cancelled'],
  ['failed', { link: true, chosen: true, repeated: true }, 'link own'],
  ['absent', { way: 'qr-code' }, 'relay'],
])('%s, with %j', async (happening, setting, expected) => {
  expect(await run(happening, setting)).toBe(expected);
});
