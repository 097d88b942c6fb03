import type { Session } from '../../dapp/establish-session.js';
import type { AuthorizeParams, MobileWallet } from '../../dapp/mobile-wallet.js';
import type { Want } from '../../dapp/session-ui.js';
import type { AuthorizationResult, Capabilities, ChainIdentifier } from '../../protocol/types.js';
import type { BareGrant } from './grant.js';
import type { Trust } from './trust.js';

/** What a fresh authorization may ask for besides its chain. */
export type FreshAuthorization = Pick<AuthorizeParams, 'addresses' | 'features' | 'sign_in_payload'>;

/** A session that keeps the wallet's grant up to date. It authorizes when needed, and does one thing at a time. */
export type WalletSession = Pick<Session, 'closed' | 'maxTextBytes'> &
  Pick<Trust, 'canSendToken'> &
  Readonly<{
    /** Whether the wallet is on another device. */
    isRemote: boolean;
    /** Returns the session wallet. Its calls reject with the reason of `signal` when that aborts. */
    getWallet(signal?: AbortSignal): MobileWallet;
    /**
     * Asks the wallet for its capabilities. They become those of the grant, unless the wallet is on another device and has not
     * been authorized: then it may not be the wallet of the grant.
     */
    getCapabilities(signal: AbortSignal): Promise<Capabilities>;
    exclusively: TakeTurn;
    /**
     * Asks the user for an authorization. Meanwhile, asks the wallet for its capabilities. Addresses are not sent to a wallet
     * on another device.
     */
    authorizeAfresh(chain: ChainIdentifier, wanted?: FreshAuthorization): Promise<AuthorizationResult>;
    /**
     * Authorizes by a token, without asking the user.
     * @throws `NOT_AUTHORIZED` if the wallet no longer accepts the token, which is then not used again
     */
    authorizeByToken(chain: ChainIdentifier, token: string): Promise<AuthorizationResult>;
    /** Authorizes by the chain's token, or afresh if there is none or the wallet no longer accepts it. */
    authorize(chain: ChainIdentifier, wanted?: FreshAuthorization): Promise<AuthorizationResult>;
    /**
     * Makes a privileged request for accounts (base58) after authorizing the chain if needed. If `signal` aborts first, the
     * request is not made.
     * @throws `ACCOUNT_NOT_AUTHORIZED` if the wallet grants other accounts
     */
    request<T>(
      chain: ChainIdentifier,
      addresses: readonly string[],
      send: (wallet: MobileWallet) => Promise<T>,
      signal?: AbortSignal,
    ): Promise<T>;
    /** Makes a `sign_transactions` request as {@link request} does, and remembers if the wallet lacks that method. */
    signTransactions(
      chain: ChainIdentifier,
      addresses: readonly string[],
      transactions: readonly Uint8Array[],
      signal?: AbortSignal,
    ): Promise<Uint8Array[]>;
    /** Deauthorizes a token, and forgets its authorization. A token that may not be sent is only forgotten. */
    deauthorize(token: string): Promise<Readonly<Record<string, never>>>;
    /** Asks the wallet for its capabilities; keeps the known ones if the wallet does not answer. Never rejects. */
    refreshCapabilities(): Promise<void>;
    /**
     * Deauthorizes the tokens of a grant, and waits for the responses for at most a second. Never rejects. Can be called after
     * everything else in the session has been aborted.
     */
    deauthorizeSoon(grant: BareGrant | undefined): Promise<void>;
  }>;

/**
 * Runs `work` after all work before it, because the authorization must not change during a request. If `signal` aborts, only
 * the wait for that earlier work ends.
 */
export type TakeTurn = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Runs `work` in the wallet's session, which is opened if there is none. `want` says what the session is needed for,
 * and is shown to the user. The signal that `work` receives aborts when `signal` does, or when the session is closed.
 */
export type RunInSession = <T>(
  want: Want,
  work: (session: WalletSession, signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;
