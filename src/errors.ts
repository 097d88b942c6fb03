/** What a wallet's JSON-RPC error carried besides its message. */
export type RpcErrorContext<TData = unknown> = Readonly<{
  /** The code on the wire, e.g. -3. */
  rpcCode: number;
  /** `data` of the error object, parsed when the wallet sent it as a string of JSON. */
  data?: TData;
}>;

/**
 * Every error code and the facts that come with it. Codes are append-only: none is renamed or given a
 * second meaning.
 */
export type MobileWalletErrorContext = Readonly<{
  /** The caller's input, found before anything opens. */
  INVALID_ARGUMENT: Readonly<{ argument: string }>;
  /** A launch without user activation. */
  USER_GESTURE_REQUIRED: Readonly<Record<never, never>>;
  /** The browser's permission for loopback connections is denied. */
  LOOPBACK_BLOCKED: Readonly<Record<never, never>>;
  /** Nothing answered in the time allowed. */
  WALLET_NOT_FOUND: Readonly<Record<never, never>>;
  /** The person came back, or pressed Cancel, before the wallet answered. */
  USER_CANCELLED: Readonly<Record<never, never>>;
  /** The wallet says that the person refused. */
  USER_REJECTED: RpcErrorContext;
  /** A privileged call outside an authorization, or a token that the wallet no longer accepts. */
  NOT_AUTHORIZED: RpcErrorContext;
  /** The account asked for is not, or no longer, granted. */
  ACCOUNT_NOT_AUTHORIZED: Readonly<{ address: string }>;
  CHAIN_NOT_SUPPORTED: RpcErrorContext;
  /** `valid[i]` tells whether the wallet accepts payload `i`. */
  INVALID_PAYLOADS: RpcErrorContext<Readonly<{ valid: readonly boolean[] }>>;
  /**
   * A send of which something was submitted, or may have been. `signatures[i]` is payload `i`'s signature (64 bytes) if
   * it was submitted, `null` if it was not, and `undefined` where nobody can tell. `rpcCode` is the code of the wallet's
   * error response; it is absent where the wallet sent none, as when the session closed first.
   */
  NOT_SUBMITTED: Partial<
    RpcErrorContext<Readonly<{ signatures: readonly (Uint8Array | null | undefined)[] }>>
  >;
  NOT_CLONED: RpcErrorContext;
  TOO_MANY_PAYLOADS: RpcErrorContext;
  METHOD_NOT_SUPPORTED: RpcErrorContext;
  /** The connection ended; the numbers are the WebSocket's, where there was one. */
  SESSION_CLOSED: Readonly<{ closeCode?: number; closeReason?: string }>;
  /** The wallet fell silent where an answer needs no person. */
  SESSION_TIMEOUT: Readonly<Record<never, never>>;
  /** The other end broke the session protocol; the session is over. */
  PROTOCOL_VIOLATION: Readonly<Record<never, never>>;
  /** The wallet answered with something of the wrong shape; `path` says where. */
  INVALID_RESPONSE: Readonly<{ path: string }>;
  /** A file of this library could not be loaded: offline, or after a redeploy. A new try loads it again. */
  CODE_NOT_LOADED: Readonly<Record<never, never>>;
  /** Any other JSON-RPC error. */
  WALLET_ERROR: RpcErrorContext;
}>;

/** The stable string that names an error. */
export type MobileWalletErrorCode = keyof MobileWalletErrorContext;

/** The built-in `ErrorOptions`, which dapps that compile for ES2020 do not have. */
export type CauseOptions = Readonly<{ cause?: unknown }>;

type ContextArguments<TCode extends MobileWalletErrorCode> =
  Record<never, never> extends MobileWalletErrorContext[TCode]
    ? [context?: MobileWalletErrorContext[TCode], options?: CauseOptions]
    : [context: MobileWalletErrorContext[TCode], options?: CauseOptions];

/**
 * The one error class of this package. Test it with {@link isMobileWalletError} rather than `instanceof`:
 * two copies of the package on one page have two classes.
 */
export class MobileWalletError<TCode extends MobileWalletErrorCode = MobileWalletErrorCode> extends Error {
  override readonly name = 'MobileWalletError';
  /** A stable string, e.g. `USER_REJECTED`. */
  readonly code: TCode;
  /** What is known about this error, by code. */
  readonly context: MobileWalletErrorContext[TCode];

  constructor(code: TCode, message: string, ...[context, options]: ContextArguments<TCode>) {
    super(message, options?.cause === undefined ? undefined : options);
    this.code = code;
    this.context = context ?? ({} as MobileWalletErrorContext[TCode]);
  }
}

/**
 * Tells whether `error` is a {@link MobileWalletError}, and with `code` whether it is that one; narrows
 * `error.context` to what the code carries.
 */
export function isMobileWalletError<TCode extends MobileWalletErrorCode = MobileWalletErrorCode>(
  error: unknown,
  code?: TCode,
): error is MobileWalletError<TCode> {
  return (
    error instanceof Error &&
    error.name === 'MobileWalletError' &&
    (code === undefined || (error as MobileWalletError).code === code)
  );
}

/** Makes the error for a caller's wrong input; `argument` is its path, e.g. `identity.uri`. */
export function createInvalidArgumentError(
  argument: string,
  expectation: string,
  cause?: unknown,
): MobileWalletError<'INVALID_ARGUMENT'> {
  return new MobileWalletError('INVALID_ARGUMENT', `\`${argument}\` ${expectation}`, { argument }, { cause });
}

/** Makes the error for a file of this library that could not be loaded. */
export function createCodeNotLoadedError(cause: unknown): MobileWalletError<'CODE_NOT_LOADED'> {
  return new MobileWalletError(
    'CODE_NOT_LOADED',
    'A file of this library could not be loaded: try again, or load the page anew',
    {},
    { cause },
  );
}

/** Throws `INVALID_ARGUMENT` unless `condition` holds; `expectation` goes on from the argument's name. */
export function assertArgument(condition: unknown, argument: string, expectation: string): asserts condition {
  if (!condition) throw createInvalidArgumentError(argument, expectation);
}
