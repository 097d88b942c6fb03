/** The browser's permission for this page to connect to apps on this device. */
export type LoopbackPermission = 'granted' | 'denied' | 'prompt';

/**
 * Why a dapp needs the wallet app: to connect, to sign the user in, to sign messages or transactions, to send
 * transactions, or for something that only the dapp knows (a `transact` callback).
 */
export type Want = 'connect' | 'sign-in' | 'signature' | 'send' | 'other';

/**
 * Why a QR code is shown: for the first session, because the one before it has expired, or because the
 * session before it has ended: idle, left by the wallet, cut off, or cancelled by the user. `cannot-connect`
 * is for a wallet that ended it over a reflector while it authorized, as it would again. `not-renewed` is for
 * a QR code that has expired, while no fresh one can be made, for example because the network is lost. It is
 * tried again until a wallet joins or the user cancels.
 */
export type ScanReason =
  | 'first'
  | 'expired'
  | 'not-renewed'
  | 'idle'
  | 'wallet-left'
  | 'connection-lost'
  | 'cannot-connect'
  | 'cancelled';

/**
 * Shows a QR code for a wallet on another device until `signal` aborts. While it is shown, this is called
 * again with each fresh one that replaces it, and with the same `signal`, so that the dialog stays open and
 * keeps the focus. If this returns a promise that rejects, the session ends with that error, because without
 * a QR code nobody can continue.
 */
export type ShowQrCode = (
  options: Readonly<{
    signal: AbortSignal;
    /** What the QR code says. */
    uri: string;
    /** A link that opens a wallet app on this device for the same session. */
    localUri?: string;
    /**
     * How long this QR code can be scanned, in milliseconds; 0 if it has expired and the fresh one cannot be
     * made yet. A fresh one follows by itself, once the page is visible.
     */
    lifetimeMs: number;
    /** Why the user has to scan. */
    reason: ScanReason;
    /** Ends the session. Does nothing once `signal` has aborted. */
    cancel: () => void;
  }>,
) => void | Promise<void>;

/**
 * What the user chooses in a dialog: to try again; to open the wallet app on this device, or to open it over
 * the relay that the dapp has named; to see a QR code for a wallet on another device; to see links that open
 * this page in a wallet app; to choose another wallet app, with which the call goes on (`other-app`), or with
 * which the user connects again, because the call names an account of the app before (`change-app`); to let
 * the phone choose the app; or nothing of all that, as by closing the dialog.
 */
export type DialogChoice =
  | 'try-again'
  | 'open-wallet'
  | 'relay'
  | 'qr-code'
  | 'open-page'
  | 'other-app'
  | 'change-app'
  | 'system-app'
  | 'cancel';

/**
 * What a dialog offers besides Cancel, in this order. A dialog resolves with one of these, or with `cancel`;
 * anything else is reported, and counts as `cancel`.
 *
 * @inline
 */
export type DialogChoices = readonly Exclude<DialogChoice, 'cancel'>[];

/**
 * What a dialog with links to wallet apps shows.
 *
 * @inline
 */
export type OpenInOptions = Readonly<{
  signal: AbortSignal;
  /** The address of this page that the links open, to be copied. */
  url: string;
  /** The wallet apps, in the order in which they are shown. */
  apps: readonly Readonly<{
    name: string;
    /** A `data:` URI of an image. */
    icon?: string;
    /** The `https:` link that opens this page in the app. Only a link that the user taps opens an app. */
    link: string;
    /** The `https:` address of a page where one gets the app. */
    installUrl?: string;
  }>[];
  /** Called in the tap on an app's link, with its name. The dialog closes when the page hides. */
  onOpened: (name: string) => void;
  /** `qr-code` if a wallet on another device can be used in place of these. */
  choices: DialogChoices;
  /**
   * The social app in whose browser the page is. There, links to other apps often do nothing, so the page has
   * to be opened in the phone's browser first.
   */
  socialApp?: string;
  /** A link that does so, where one is known. */
  browserLink?: string;
  /**
   * The `target` that each link needs in a frame, because browsers open apps only by links of the whole tab.
   * Where the frame's sandbox forbids these, there are no `apps` and no `browserLink`: the user can only copy
   * the address.
   */
  target?: '_top';
  /** The name of another wallet in this page, which the user can choose without any link. */
  other?: string;
}>;

/** A wallet app that the user can choose for sessions on this device. */
export type AppChoice = Readonly<{
  /** What the dialog resolves with if the user chooses this app. No other choice has a colon. */
  id: `app:${string}`;
  /** The app's name. */
  name: string;
  /** A `data:` URI of an image. */
  icon?: string;
  /** The `https:` address of a page where one gets the app. */
  installUrl?: string;
  /** Set for the app that was chosen last: `failed` if it did not answer when it was last opened. */
  last?: 'chosen' | 'failed';
}>;

/**
 * What a dialog with the wallet apps on this device shows.
 *
 * @inline
 */
export type ChooseAppOptions = Readonly<{
  signal: AbortSignal;
  /** The dapp's name. */
  name: string;
  /** What the dapp asks for. */
  want: Want;
  /** The wallet apps, in the order in which they are shown. Whether they are installed is not known. */
  apps: readonly AppChoice[];
  /** `system-app` if the phone may choose the app; `qr-code` if a wallet on another device can be used. */
  choices: DialogChoices;
  /**
   * Why the user chooses: `other-app`, the app with which the call goes on; `declined`, the same, because the
   * last connect ended with a no of the wallet or its user; `change-app`, the one with which they connect
   * again, because the call names an account of the app before, and this page disconnects.
   */
  reason: 'other-app' | 'declined' | 'change-app';
}>;

/**
 * What the user sees while a session is opened and used. When its `signal` aborts, each dialog settles and
 * removes itself from the page. If a dapp's own dialog throws, it counts as closed, and the error is reported
 * as uncaught.
 */
export type SessionUi = Readonly<{
  /** Shows that the wallet app is being opened, or that its answer is pending, until `signal` aborts. */
  waiting(
    options: Readonly<{
      signal: AbortSignal;
      /** The dapp's name. */
      name: string;
      /** What the dapp asks for. */
      want: Want;
      /** Ends the session. */
      cancel: () => void;
      /**
       * Hides the dialog, and the call goes on: passed if the user may still be in the wallet app, as in one
       * beside the page. To be called for whatever closes the dialog except Cancel.
       */
      hide?: () => void;
      /**
       * Opens the wallet app again for the same session, in a tap: passed only while no wallet has answered.
       */
      reopen?: () => void;
      /**
       * Asks the user anew in the wallet app: passed if it has not answered what this page has stored of it
       * for some seconds.
       */
      askAgain?: () => void;
      /**
       * Passed if the wallet is on another device, with the base58 address of the account that is asked for,
       * if there is one.
       */
      remote?: Readonly<{ address?: string }>;
      /**
       * Passed if the user is back, no wallet has answered, and another wallet app can be opened: `press`, to
       * be called in a tap, ends the opening, and a list of the apps follows.
       */
      otherApp?: Readonly<{ choice: 'other-app' | 'change-app'; press: () => void }>;
    }>,
  ): void;
  /**
   * Explains what the browser is about to ask, and calls `ask` in a tap. Then the browser asks, and `ask`
   * resolves once the user has decided, which may be never. `allowed` resolves when the browser allows the
   * connection, in whatever way that came about. Resolves with `open-wallet` in another tap, so that the
   * wallet app may be opened. With `mayBeNeedless`, the browser may ask nothing, as on a private network or
   * in a WebView: then that is offered from the start. If the user denies the connection, `signal` aborts,
   * and `blocked` follows.
   */
  permission(
    options: Readonly<{
      signal: AbortSignal;
      choices: DialogChoices;
      ask: () => Promise<LoopbackPermission>;
      allowed: Promise<void>;
      mayBeNeedless?: boolean;
    }>,
  ): Promise<DialogChoice>;
  /**
   * Explains that the browser blocks the connection to the wallet, and how to allow it. `allowed` resolves
   * when the user has done so. Until then, `open-wallet` is to try it anyway, because browsers also report
   * that to pages which they do not block. Without `allowed`, the user needs another browser, or a relay. The
   * `reason` is what blocks it: the `browser`, as its user may have told it; or a `policy` of the site or of
   * the frame around it, such as a content security policy, which the user cannot change. Resolves with
   * `open-wallet` or `relay` in the tap that opens the wallet app.
   */
  blocked(
    options: Readonly<{
      signal: AbortSignal;
      choices: DialogChoices;
      reason: 'browser' | 'policy';
      allowed?: Promise<void>;
    }>,
  ): Promise<DialogChoice>;
  /**
   * Explains that no wallet app answered, in time or before the user came back, and where to get one.
   * Resolves with `try-again`, `open-wallet` or `relay` in the tap that opens the wallet app. With
   * `other-app` or `change-app`, a list of wallet apps follows. The `reason` is `no-answer`; or `own-link` if
   * the wallet was opened by its own link, which may lead to a web page: trying again opens it by the common
   * scheme; or `cannot-connect` if a wallet on another device ended the connection while it authorized, as it
   * would again: `qr-code` is for another wallet app. Where the dapp asks to `send`, nothing was sent.
   */
  notFound(
    options: Readonly<{
      signal: AbortSignal;
      choices: DialogChoices;
      reason: 'no-answer' | 'own-link' | 'cannot-connect';
      /** What the dapp asks for. */
      want?: Want;
    }>,
  ): Promise<DialogChoice>;
  /** Shows the QR code for a wallet on another device. If this is missing, none can be shown. */
  scan?: ShowQrCode;
  /**
   * Explains that the dapp, named `name`, needs the wallet app, and that opening it takes another tap.
   * Resolves with `open-wallet` in that tap. If this dialog is missing or cannot be shown, such a call
   * rejects with `USER_GESTURE_REQUIRED`.
   */
  tapNeeded?(
    options: Readonly<{ signal: AbortSignal; choices: DialogChoices; name: string; want: Want }>,
  ): Promise<DialogChoice>;
  /**
   * Shows links that open this page in a wallet app, where no session with one is possible. If this is
   * missing, no links can be shown.
   */
  openIn?(options: OpenInOptions): Promise<DialogChoice>;
  /**
   * Shows the wallet apps that can be opened on this device. Resolves with the `id` of one of `apps`, in the
   * tap that opens it; or with a choice. If this is missing, no app can be chosen.
   */
  chooseApp?(options: ChooseAppOptions): Promise<DialogChoice | AppChoice['id']>;
}>;

/** The dialogs as a session has them. `notFound` resolves with `undefined` if it could not be loaded. */
export type LoadedUi = Omit<SessionUi, 'notFound'> &
  Readonly<{
    notFound(...options: Parameters<SessionUi['notFound']>): Promise<DialogChoice | undefined>;
  }>;
