/**
 * What is known of a wallet's JSON-RPC error.
 *
 * @inline
 */
export type RpcErrorContext = Readonly<{
  /** The JSON-RPC error code, e.g. -3. */
  rpcCode: number;
  /**
   * The `data` of the JSON-RPC error, parsed if the wallet sent it as a string of JSON. Data of unknown shape
   * is left out where `walletMessage` would be.
   */
  data?: unknown;
  /**
   * What the wallet wrote, at most 1,000 characters. Show it as text, never as HTML. Left out as soon as the
   * session has sent or received an auth token, or the registered wallet has one stored, because the wallet
   * may quote it.
   */
  walletMessage?: string;
}>;

/** What became of a transaction that was passed to a send. */
export type TransactionState =
  | Readonly<{
      /** It was submitted. */
      status: 'submitted';
      /** Its signature in base58, as explorers and RPC methods take it, also where a send returns bytes. */
      signature: string;
    }>
  | Readonly<{
      /** It was not submitted, or nobody can tell. */
      status: 'not-submitted' | 'unknown';
    }>;

/**
 * What is known of a send that failed.
 *
 * @inline
 */
type SendErrorContext = Readonly<{
  /** What became of each transaction, in the order in which they were passed. */
  transactions: readonly TransactionState[];
  /**
   * The code of the wallet's error response. Absent where the wallet sent none, as when the session closed
   * first.
   */
  rpcCode?: number;
  /** What the wallet wrote, under the same conditions as in other errors. */
  walletMessage?: string;
}>;

// The rules for the names of codes are in docs/decisions.md ("Names").

/**
 * Every error code with the type of its context. Codes are append-only: none is ever renamed or given another
 * meaning.
 */
export type MobileWalletErrorContext = Readonly<{
  /** The caller's input is wrong. Nothing was opened or sent. */
  INVALID_ARGUMENT: Readonly<{
    /** The path of the wrong value, e.g. `identity.uri`. */
    argument: string;
  }>;
  /** The wallet app cannot be opened without user activation. */
  USER_GESTURE_REQUIRED: Readonly<Record<never, never>>;
  /** The browser's permission for loopback connections is denied, or the page's own policy forbids them. */
  LOOPBACK_BLOCKED: Readonly<{
    /**
     * What the page's Content-Security-Policy has to allow, or the permission that its permissions policy or
     * its frame has to, if one of those is the reason. The user cannot change them.
     */
    policy?: string;
  }>;
  /** No wallet app answered in time, or one has closed by itself. */
  WALLET_NOT_FOUND: Readonly<Record<never, never>>;
  /** The user returned to the page, or pressed Cancel, before the wallet answered. */
  USER_CANCELLED: Readonly<Record<never, never>>;
  /**
   * The user opened this page in a wallet app, which has a wallet of its own there. The call ends here, and
   * nothing was sent.
   */
  OPENED_IN_WALLET: Readonly<{
    /** The app's name. */
    name: string;
  }>;
  /** The wallet refused: mostly its user did. */
  USER_REJECTED: RpcErrorContext &
    Readonly<{
      /**
       * How long the wallet took to refuse the request, in milliseconds. Wallets that decline by themselves
       * need less than a second. A person may, too, so that it proves nothing.
       */
      tookMs?: number;
    }>;
  /**
   * The session is not authorized, or the wallet no longer accepts the token. `rpcCode` is absent if the
   * session knew that by itself: then the wallet was not asked, and nothing was sent.
   */
  NOT_AUTHORIZED: Partial<RpcErrorContext>;
  /** The wallet has not granted the account, or no longer does. */
  ACCOUNT_NOT_AUTHORIZED: Readonly<{
    /** The account's address, base58. */
    address: string;
  }>;
  /** The wallet does not support the chain. */
  CHAIN_NOT_SUPPORTED: RpcErrorContext;
  /**
   * At least one of the transactions or messages cannot be signed: by the wallet's word, or, without
   * `rpcCode`, as this library saw before it asked the wallet.
   */
  INVALID_PAYLOADS: Partial<RpcErrorContext> &
    Readonly<{
      /** Which payloads are accepted. */
      data?: Readonly<{
        /** `valid[i]` is whether payload `i` is accepted. It says nothing of what was sent. */
        valid: readonly boolean[];
      }>;
    }>;
  /** A send failed, and it is known of every transaction that it was not submitted. */
  NOT_SUBMITTED: SendErrorContext;
  /**
   * A call failed, and it is known of each of its transactions whether it was submitted. At least one was,
   * perhaps all.
   */
  ALREADY_SUBMITTED: SendErrorContext;
  /**
   * A call failed, and of at least one of its transactions nobody can tell whether it was submitted.
   * `transactions` is absent if nobody can tell whose its entries would be.
   */
  SUBMISSION_UNKNOWN: Partial<SendErrorContext>;
  /** The wallet did not clone the session's authorization. */
  NOT_CLONED: RpcErrorContext;
  /** The request has more transactions or messages than the wallet allows. */
  TOO_MANY_PAYLOADS: RpcErrorContext;
  /** The request is larger than what the connection carries. It was not sent, and the session goes on. */
  PAYLOAD_TOO_LARGE: Readonly<{
    /** The request's bytes. */
    bytes: number;
    /** The most bytes that the connection carries. */
    maxBytes: number;
  }>;
  /** The wallet does not have the method. */
  METHOD_NOT_SUPPORTED: RpcErrorContext;
  /** The connection has ended. */
  SESSION_CLOSED: Readonly<{
    /** The close code of the WebSocket. */
    closeCode?: number;
    /** The close reason of the WebSocket; `''` where `walletMessage` of other errors would be left out. */
    closeReason?: string;
    /**
     * Set if a reflector closed while the wallet was authorizing. Its answer may be too large, which another
     * try does not change.
     */
    during?: 'authorize';
  }>;
  /** The wallet did not answer in time, for a request that does not need the user. */
  SESSION_TIMEOUT: Readonly<Record<never, never>>;
  /** The wallet violated the session protocol, which ends the session. */
  PROTOCOL_VIOLATION: Readonly<Record<never, never>>;
  /** The wallet sent a response of the wrong shape. */
  INVALID_RESPONSE: Readonly<{
    /** The path of the wrong value in the response, e.g. `accounts[0].address`. */
    path: string;
  }>;
  /**
   * A file of this library could not be loaded, because the page is offline or was redeployed. Another try
   * loads it again.
   */
  CODE_NOT_LOADED: Readonly<Record<never, never>>;
  /** Any other JSON-RPC error. */
  WALLET_ERROR: RpcErrorContext;
}>;

/** The stable string that names an error. */
export type MobileWalletErrorCode = keyof MobileWalletErrorContext;

/** The codes of a send that failed, which say what became of the money. */
export type SendErrorCode = 'NOT_SUBMITTED' | 'ALREADY_SUBMITTED' | 'SUBMISSION_UNKNOWN';

/** The built-in `ErrorOptions`, which a dapp that compiles for ES2020 does not have. */
export type CauseOptions = Readonly<{
  /** The error that led to this one. */
  cause?: unknown;
}>;

/**
 * The last parameters of {@link MobileWalletError}: the context may be left out where every part of it may.
 *
 * @inline
 */
type ContextArguments<TCode extends MobileWalletErrorCode> =
  Record<never, never> extends MobileWalletErrorContext[TCode]
    ? [context?: MobileWalletErrorContext[TCode], options?: CauseOptions]
    : [context: MobileWalletErrorContext[TCode], options?: CauseOptions];

/**
 * The error class of this package. Test for it with `findMobileWalletError` and not with `instanceof`,
 * because two copies of the package on one page have two classes.
 */
export class MobileWalletError<TCode extends MobileWalletErrorCode = MobileWalletErrorCode> extends Error {
  /** The name of the class, by which `findMobileWalletError` knows it. */
  override readonly name = 'MobileWalletError';
  /** A stable string, e.g. `USER_REJECTED`. */
  readonly code: TCode;
  /** What is known about the error. Its type depends on `code`. */
  readonly context: MobileWalletErrorContext[TCode];

  /**
   * Creates an error with a code, a message for developers, the context of the code, and its `cause` if there
   * is one.
   */
  constructor(code: TCode, message: string, ...[context, options]: ContextArguments<TCode>) {
    super(message, options?.cause === undefined ? undefined : options);
    this.code = code;
    this.context = context ?? ({} as MobileWalletErrorContext[TCode]);
  }
}

/** Creates the error for a caller's wrong input. `argument` is its path, e.g. `identity.uri`. */
export function createInvalidArgumentError(
  argument: string,
  expectation: string,
  cause?: unknown,
): MobileWalletError<'INVALID_ARGUMENT'> {
  return new MobileWalletError('INVALID_ARGUMENT', `\`${argument}\` ${expectation}`, { argument }, { cause });
}

/**
 * Throws `INVALID_ARGUMENT` unless `condition` holds. The message is the argument's name and `expectation`.
 */
export function assertArgument(condition: unknown, argument: string, expectation: string): asserts condition {
  if (!condition) throw createInvalidArgumentError(argument, expectation);
}

/**
 * Returns what `action` returns. If it throws, returns what `onError` returns for the error; by default
 * `undefined`.
 */
export function attempt<T, TOtherwise = undefined>(
  action: () => T,
  onError?: (error: unknown) => TOtherwise,
): T | (TOtherwise extends void ? undefined : TOtherwise) {
  try {
    return action();
  } catch (error) {
    return onError?.(error) as TOtherwise extends void ? undefined : TOtherwise;
  }
}

/**
 * Loads code of this library by `load`, which imports a file and returns what is needed of it, so that
 * bundlers drop the rest.
 *
 * @throws `CODE_NOT_LOADED` if the page is offline or was redeployed
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const message = 'A file of this library could not be loaded: try again, or reload the page';
    throw new MobileWalletError('CODE_NOT_LOADED', message, {}, { cause });
  }
}
