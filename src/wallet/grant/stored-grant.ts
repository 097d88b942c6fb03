import type { WalletAccount } from '@wallet-standard/base';
import type { Remote } from '../../protocol/remote-option.js';
import type { Capabilities, ChainIdentifier } from '../../protocol/types.js';

/** An account as it is stored. `address` is base58. */
export type GrantedAccount = Readonly<{
  address: string;
  label?: string | undefined;
  icon?: string | undefined;
  /** The chains that the wallet named for it besides the authorized one, if any. */
  chains?: readonly string[] | undefined;
  /** The names that the wallet gave for its features; absent if the account has all features. */
  features?: readonly string[] | undefined;
}>;

/** An account as wallet pickers see it, with its key in base64, so that the first load needs no base58. */
export type ShownAccount = Omit<WalletAccount, 'publicKey'> & Readonly<{ key: string }>;

/** What the wallet granted on one chain. The token is absent once the wallet no longer accepts it. */
export type ChainGrant = Readonly<{
  token?: string | undefined;
  accounts: readonly GrantedAccount[];
  /** Whether the session closed, or the user cancelled, when the token was last sent. */
  hasClosed?: true | undefined;
}>;

/** A token that was issued over a reflector or Nostr relay. */
export type RemoteToken = Readonly<{
  token: string;
  transport: Remote['type'];
  /** Whether the wallet app is on this device all the same. */
  isOnDevice: boolean;
}>;

/**
 * Everything that the wallet has granted, as it is stored between page loads. It never has a sign-in result.
 */
export type Grant = Readonly<{
  /** The chain of the first connect or sign-in. */
  chain: ChainIdentifier;
  /** One authorization per chain, because a token is only valid for its chain. */
  byChain: Readonly<Partial<Record<ChainIdentifier, ChainGrant>>>;
  /**
   * Replaced and refused tokens. They are no longer used, but the wallet that issued them may still accept
   * them.
   */
  formerTokens?: readonly string[] | undefined;
  /** The tokens that were not issued on loopback. */
  remoteTokens?: readonly RemoteToken[] | undefined;
  baseUri?: string | undefined;
  /**
   * The Android package of the app that granted this, if the user had chosen it. Nothing of the grant goes to
   * another.
   */
  androidPackage?: string | undefined;
  capabilities?: Capabilities | undefined;
  /**
   * Whether the wallet has refused to sign transactions without sending them. If so, its capabilities do not
   * count.
   */
  hasRefusedSigning?: true | undefined;
  /** Whether the wallet cannot sign a transaction without sending it. Derived and stored like `accounts`. */
  isSendOnly?: boolean | undefined;
  /**
   * The accounts that the wallet shows. They are derived from the other members, and stored so that the first
   * load needs no code to derive them.
   */
  accounts: readonly ShownAccount[];
}>;

/** A grant without what is derived from it. */
export type BareGrant = Omit<Grant, 'accounts' | 'isSendOnly'>;

/** The version of the stored format. A grant of another version is not read. */
export const GRANT_VERSION = 3;

/** Returns a grant as it is stored: a checksum, then JSON. */
export function formatGrant(grant: Grant): string {
  return addChecksum(JSON.stringify(grant));
}

/**
 * Returns a stored grant, or `undefined` if the checksum does not match: then the user connects again. The
 * checksum replaces checks of the shape, which would take more bytes of each page.
 */
export function parseGrant(text: string | null | undefined): Grant | undefined {
  const json = text?.replace(/^-?\d+(?={)/, '') ?? '';
  return json && text === addChecksum(json) ? JSON.parse(json) : undefined;
}

function addChecksum(json: string): string {
  let sum = 0;
  for (let index = 0; index < json.length; index++) sum = (Math.imul(sum, 31) + json.charCodeAt(index)) | 0;
  return `${sum}${json}`;
}
