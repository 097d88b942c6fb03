type CatchOptions = Readonly<{
  /** The name of a function of the page that opens an association URI, or notes why it was not opened. */
  binding: string;
  /** What association URIs with the common scheme are like, as the text of a regular expression. */
  commonAddress: string;
  /** How the wallet's own association URIs begin. */
  prefixes: readonly string[];
  launchesPerTap: number;
  launchConsumesActivation: boolean;
  /** The key of the symbol that tells the library that a phone is played, and which. */
  playedPhone: string;
  /** The key of the symbol that tells the library that the phone has several wallet apps, if it has. */
  playedApps: string | undefined;
  isIphone: boolean;
  /** The name of a function of the page that opens a link of a wallet app. */
  linkBinding: string;
  /** How the links of known wallet apps begin. */
  walletLinks: readonly string[];
}>;

/**
 * Catches launches in every page. Playwright serialises this function, so it cannot use anything outside of
 * itself.
 */
export function catchLaunches(options: CatchOptions): void {
  const { prefixes, launchesPerTap, launchConsumesActivation } = options;
  const key = Symbol.for(options.playedPhone);
  // In the browser of a wallet app, another script has said so.
  if (!(key in globalThis)) Object.assign(globalThis, { [key]: options.isIphone ? 'ios' : true });
  if (options.playedApps !== undefined && Reflect.get(globalThis, key) === true) {
    Object.assign(globalThis, { [Symbol.for(options.playedApps)]: true });
  }
  const scope = globalThis as unknown as Record<string, (uri: string, refusal?: string) => Promise<void>>;
  const launch = scope[options.binding];
  let launches = 0;
  const renew = (event: Event): void => {
    if (event.isTrusted) launches = 0;
  };
  for (const type of ['keydown', 'mousedown', 'pointerup', 'touchend']) addEventListener(type, renew, true);
  // Imitate activation, because every script that Playwright runs in a page renews the browser's own.
  const { userActivation } = navigator;
  if (launchConsumesActivation) {
    const value = {
      get isActive() {
        return launches === 0 && userActivation.isActive;
      },
      get hasBeenActive() {
        return userActivation.hasBeenActive;
      },
    };
    Object.defineProperty(navigator, 'userActivation', { configurable: true, value });
  }
  const refuse = (url: string, reason: string): never => {
    void launch?.(url, `${reason}.`);
    throw new Error(`The mock wallet was not launched: ${reason}`);
  };
  const open = (url: string): void => {
    if (options.isIphone) refuse(url, 'on an iPhone no app answers it');
    if (!navigator.userActivation.isActive) refuse(url, 'the navigation had no user activation');
    // Count launches, because a cancelled navigation does not use up the activation, unlike a real launch.
    if (launches >= launchesPerTap) refuse(url, 'a tap allows one launch');
    launches++;
    void launch?.(url).then(() => window.dispatchEvent(new Event('blur')));
  };
  const common = new RegExp(options.commonAddress);
  const isAssociation = (url: string): boolean =>
    common.test(url) || prefixes.some((prefix) => url.startsWith(prefix));
  // Absent in browsers without the Navigation API, whose pages then have no wallet.
  globalThis.navigation?.addEventListener('navigate', (event) => {
    const { url } = event.destination;
    if (!event.cancelable || !isAssociation(url)) return;
    event.preventDefault();
    open(url);
  });
  // A link that opens in a new tab does not navigate this page.
  addEventListener('click', (event) => {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    if (link?.target !== '_blank' || !isAssociation(link.href)) return;
    event.preventDefault();
    open(link.href);
  });
  // While it goes down, because dialogs keep the clicks in them from the page.
  addEventListener(
    'click',
    (event) => {
      const path = event.composedPath();
      const link = path.find((target) => target instanceof HTMLAnchorElement);
      if (!link || event.defaultPrevented) return;
      // An `intent:` address has the link's scheme at its end.
      const { href } = link;
      const address = /;scheme=https(;|$)/.test(href) ? href.replace(/^intent:/, 'https:') : href;
      const isKnown = options.walletLinks.some((start) => address.startsWith(start));
      // In the library's sheet, a dapp's own links have the page's address in them, too.
      const isInSheet = path.some((target) => (target as Element).localName === 'mobile-wallet-dialog');
      if (!isKnown && !(isInSheet && /^https:.+https?(:|%3a)/i.test(address))) return;
      event.preventDefault();
      void scope[options.linkBinding]?.(href);
    },
    true,
  );
}
