import type {
  AuthorizationResult,
  Capabilities,
  Chain,
  Cluster,
  Identity,
  SendOptions,
  SignInPayload,
} from '../protocol/types.js';

/** The parameters of `authorize`. All of them are optional. */
export type AuthorizeParams = Readonly<{
  /**
   * Chain to use, in either spelling; `solana:mainnet` by default. Any string, such as `account.chains[0]`;
   * an unknown chain is `INVALID_ARGUMENT`.
   */
  chain?: Chain | (string & Record<never, never>) | undefined;
  /** The legacy name of `chain`. */
  cluster?: Cluster | (string & Record<never, never>) | undefined;
  /** How the dapp presents itself to the wallet. */
  identity?: Identity | undefined;
  /** The optional features that the dapp asks for. */
  features?: readonly string[] | null | undefined;
  /** Base64 addresses of accounts that the dapp asks for. */
  addresses?: readonly string[] | null | undefined;
  /**
   * Token of an earlier authorization, so that the wallet need not ask the user again. If it is from another
   * session, set `chain` too, to the chain that it was issued for.
   */
  auth_token?: string | undefined;
  /**
   * Asks the user to sign in. A wallet that does not sign the text by itself, as the reference wallet beside
   * an `auth_token`, is asked to sign it as a message.
   */
  sign_in_payload?: SignInPayload | undefined;
}>;

/**
 * The parameters of `signAndSendTransactions`: transactions of type `T`, and {@link SendOptions} beside them.
 *
 * @interface
 */
export type SignAndSendParams<T> = SendOptions &
  Readonly<{
    /** The transactions to sign and submit. */
    transactions: readonly T[];
  }>;

/**
 * A session's wallet. Transactions, messages and signatures are bytes. Calls reject once the session has
 * ended.
 */
export type MobileWallet = Readonly<{
  /**
   * Requests authorization.
   * @throws `USER_REJECTED`, `CHAIN_NOT_SUPPORTED`, `NOT_AUTHORIZED` (invalid token)
   */
  authorize(params?: AuthorizeParams): Promise<AuthorizationResult>;
  /**
   * Renews an authorization by its token.
   * @throws `NOT_AUTHORIZED` if the wallet no longer accepts the token; some wallets answer `WALLET_ERROR`
   */
  reauthorize(params: AuthorizeParams & Readonly<{ auth_token: string }>): Promise<AuthorizationResult>;
  /**
   * Makes a token invalid. If it is the one that the latest `authorize` or `reauthorize` returned, the
   * session is no longer authorized: whatever signs or sends then rejects with `NOT_AUTHORIZED`, as before
   * the first `authorize`.
   */
  deauthorize(params: Readonly<{ auth_token: string }>): Promise<Readonly<Record<string, never>>>;
  /** Returns what the wallet supports. @throws `SESSION_TIMEOUT` after 10 s */
  getCapabilities(): Promise<Capabilities>;
  /** Requests a second token for the session's authorization. @throws `METHOD_NOT_SUPPORTED`, `NOT_CLONED` */
  cloneAuthorization(): Promise<
    Readonly<{
      /** The second token. */
      auth_token: string;
    }>
  >;
  /**
   * Signs wire transactions and submits them. Returns a signature of 64 bytes for each transaction.
   * @throws `NOT_AUTHORIZED`, `USER_REJECTED`, `INVALID_PAYLOADS`, `TOO_MANY_PAYLOADS`, `NOT_SUBMITTED`,
   * `ALREADY_SUBMITTED`, `SUBMISSION_UNKNOWN`
   */
  signAndSendTransactions(params: SignAndSendParams<Uint8Array>): Promise<Uint8Array[]>;
  /**
   * Signs wire transactions. Keeps the signatures of other accounts that a transaction already has, unless
   * the wallet altered its message.
   * @throws `NOT_AUTHORIZED`, `USER_REJECTED`, `INVALID_PAYLOADS`, `TOO_MANY_PAYLOADS`
   */
  signTransactions(params: Readonly<{ transactions: readonly Uint8Array[] }>): Promise<Uint8Array[]>;
  /**
   * Signs messages with each of the base64 `addresses`. Returns what the wallet returned for each payload:
   * the message followed by a 64-byte signature for each address. Some wallets return only the signatures.
   * `splitSignedMessage` splits both.
   * @throws `NOT_AUTHORIZED`, `USER_REJECTED`, `INVALID_PAYLOADS`, `TOO_MANY_PAYLOADS`
   */
  signMessages(
    params: Readonly<{ addresses: readonly string[]; payloads: readonly Uint8Array[] }>,
  ): Promise<Uint8Array[]>;
}>;
