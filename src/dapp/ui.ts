/** What the browser says about reaching apps on this device. */
export type LoopbackPermission = 'granted' | 'denied' | 'prompt';

/**
 * What a dapp wants of the wallet app: to connect, to sign the person in, to have messages or transactions signed, to have
 * transactions sent, or something that only the dapp knows (a `transact` callback).
 */
export type Want = 'connect' | 'signIn' | 'signature' | 'send' | 'other';

/**
 * What a person sees while a session is opened and used. Each resolves or ends by itself when its `signal` aborts, and
 * then leaves nothing on the page. A dapp's own that throws counts as closed, and its error is reported as an uncaught one.
 */
export type SessionUi = Readonly<{
  /**
   * Says that the wallet app is being opened, or has been and is to answer, until `signal` aborts. `cancel` ends the
   * session. `reopen` is there while no wallet has answered: called in a tap, it opens the wallet app for the same session.
   */
  waiting(options: Readonly<{ signal: AbortSignal; cancel: () => void; reopen?: () => void }>): void;
  /**
   * Explains what the browser is about to ask, and calls `ask` in a tap: then the browser asks, and `ask` resolves once
   * that is decided, which may be never. Resolves with true in a further tap, so that the wallet app may be opened; with
   * false when the person closes it.
   */
  permission(
    options: Readonly<{ signal: AbortSignal; ask: () => Promise<LoopbackPermission> }>,
  ): Promise<boolean>;
  /** Says that the browser blocks the way to the wallet, and how to unblock it, until the person closes it. */
  blocked(options: Readonly<{ signal: AbortSignal }>): Promise<void>;
  /** Says that no wallet app answered, and where to get one. Resolves with true in a tap that tries again. */
  notFound(options: Readonly<{ signal: AbortSignal }>): Promise<boolean>;
  /**
   * Says that the dapp, which calls itself `name`, wants something of the wallet app again, which needs a tap to be opened.
   * Resolves with true in that tap; with false when the person closes it. Without it, or where it cannot be shown, such a
   * call ends in `USER_GESTURE_REQUIRED`.
   */
  tapNeeded?(options: Readonly<{ signal: AbortSignal; name: string; want: Want }>): Promise<boolean>;
}>;
