/** A chain identifier as Wallet Standard and Mobile Wallet Adapter 2.0 write it. */
export type ChainIdentifier = 'solana:mainnet' | 'solana:testnet' | 'solana:devnet' | 'solana:localnet';

/** A cluster name as the legacy (1.x) protocol writes it, which has none for `solana:localnet`. */
export type Cluster = 'mainnet-beta' | 'testnet' | 'devnet';

/** A chain in either spelling. */
export type Chain = ChainIdentifier | Cluster;

/** How a dapp presents itself to the wallet. */
export type Identity = Readonly<{
  /** Web address of the dapp: an absolute, hierarchical URI. */
  uri?: string | undefined;
  /** Path of an icon image, relative to `uri`. */
  icon?: string | undefined;
  /** Display name of the dapp. */
  name?: string | undefined;
}>;

/** An account that an authorization covers. */
export type Account = Readonly<{
  /** Public key, 32 bytes in standard base64. */
  address: string;
  /**
   * Chains that the account may be used on: those that the wallet named, otherwise the authorized one. Empty
   * if neither is known, because the dapp authorized by a token from another session without naming a chain.
   */
  chains: readonly string[];
  /** The account's name for people. */
  label?: string;
  /** The address as the wallet shows it. */
  display_address?: string;
  /** Format of `display_address`, e.g. `base58`. */
  display_address_format?: string;
  /** Features of this account. Absent means all features of the wallet. */
  features?: readonly string[];
  /** Data URI of a base64-encoded SVG, WebP, PNG or GIF image. */
  icon?: string;
}>;

/** What a wallet signed in answer to a `sign_in_payload`. */
export type SignInResult = Readonly<{
  /** Public key of the account that signed in, 32 bytes in standard base64. */
  address: string;
  /** The signed text, in standard base64. */
  signed_message: string;
  /** The signature, 64 bytes in standard base64. */
  signature: string;
  /** Absent means `ed25519`. */
  signature_type?: string;
}>;

/** What a wallet grants to a dapp. */
export type AuthorizationResult = Readonly<{
  /** Token by which the wallet authorizes the same dapp again without asking the user. */
  auth_token: string;
  /** The accounts that the user granted. */
  accounts: [Account, ...Account[]];
  /** The `https:` prefix of association URIs that open this wallet. */
  wallet_uri_base?: string;
  /** Data URI of the wallet's icon. */
  wallet_icon?: string;
  /** What the wallet signed, if the dapp asked the user to sign in. */
  sign_in_result?: SignInResult;
}>;

/** The input of Sign In With Solana. Every field is optional; times are ISO 8601. */
export type SignInPayload = Readonly<{
  /** The host that asks, with a port if that is not the default one. */
  domain?: string;
  /** The account that is to sign in, base58. */
  address?: string;
  /** A sentence that the user reads, without line breaks. */
  statement?: string;
  /** The URI that the user signs in to. */
  uri?: string;
  /** The version of the text: `1`. */
  version?: string;
  /** The chain, such as `mainnet` or `solana:mainnet`. */
  chainId?: string;
  /** A random text of the dapp's server: at least 8 characters, letters and digits. */
  nonce?: string;
  /** When the sign-in was made. */
  issuedAt?: string;
  /** When the sign-in stops to be valid. */
  expirationTime?: string;
  /** When the sign-in begins to be valid. */
  notBefore?: string;
  /** An id that the dapp gives to this sign-in. */
  requestId?: string;
  /** URIs that the user is to see as a part of the sign-in. */
  resources?: readonly string[];
}>;

/** A transaction format: `legacy`, `0`, … */
export type TransactionVersion = 'legacy' | number;

/** What a wallet can do. */
export type Capabilities = Readonly<{
  /** The most transactions in one request. Absent means that the wallet publishes no limit. */
  max_transactions_per_request?: number;
  /** The most messages in one request. Absent means that the wallet publishes no limit. */
  max_messages_per_request?: number;
  /** The transaction formats that the wallet signs. */
  supported_transaction_versions: readonly TransactionVersion[];
  /** Optional features that the wallet supports. */
  features: readonly string[];
  /** Legacy (1.x) wallets only. */
  supports_clone_authorization?: boolean;
  /** Legacy (1.x) wallets only. */
  supports_sign_and_send_transactions?: boolean;
}>;

/** A commitment level of the network. */
export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** How a wallet submits transactions. Integers have at most 32 bits, because wallets read no more. */
export type SendOptions = Readonly<{
  /** The lowest slot at which the wallet's node may run preflight checks. */
  minContextSlot?: number | undefined;
  /**
   * The commitment that preflight checks are made at, and that a transaction is waited for. Any string; an
   * unknown one is `INVALID_ARGUMENT`.
   */
  commitment?: Commitment | (string & Record<never, never>) | undefined;
  /** Whether the wallet's node sends transactions without simulating them first. */
  skipPreflight?: boolean | undefined;
  /** How many times the wallet's node sends a transaction again. */
  maxRetries?: number | undefined;
  /** Whether the wallet sends each transaction only after the one before it has reached `commitment`. */
  waitForCommitmentToSendNextTransaction?: boolean | undefined;
}>;
