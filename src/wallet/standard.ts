// The types of Wallet Standard and of its features on Solana, as `@wallet-standard/base`, `@wallet-standard/features` and
// `@solana/wallet-standard-features` declare them, without those packages: docs/decisions.md says why. None is an interface,
// and no union or intersection has a name where a dapp meets it. Otherwise the compiler would refuse to write declaration
// files of dapps that export something of these types, because they cannot import this file.

/** A name with its namespace, such as `solana:mainnet` or `standard:connect`. */
export type IdentifierString = `${string}:${string}`;

/** A data URI of a picture, in base64. */
export type WalletIcon = `data:image/${'svg+xml' | 'webp' | 'png' | 'gif'};base64,${string}`;

/** Bytes that must not be changed. */
export type ReadonlyUint8Array = Readonly<
  Omit<Uint8Array, 'copyWithin' | 'fill' | 'reverse' | 'set' | 'sort'>
>;

/** An account that the dapp may use. */
export type WalletAccount = Readonly<{
  /** The address, in base58. */
  address: string;
  /** The 32 bytes of the address. */
  publicKey: ReadonlyUint8Array;
  /** The chains on which the account can be used. */
  chains: readonly IdentifierString[];
  /** The names of the wallet's features that the account can be used with. */
  features: readonly IdentifierString[];
  /** A name for people to read. */
  label?: string;
  /** A picture to show. */
  icon?: WalletIcon;
}>;

/** A wallet of Wallet Standard. */
export type Wallet = Readonly<{
  /** The version of Wallet Standard. */
  version: '1.0.0';
  /** The wallet's name. */
  name: string;
  /** The wallet's picture. */
  icon: WalletIcon;
  /** The chains that the wallet supports. */
  chains: readonly IdentifierString[];
  /** The features by name. */
  features: Readonly<Record<IdentifierString, unknown>>;
  /** The accounts that the dapp may use. */
  accounts: readonly WalletAccount[];
}>;

/** The result of `connect`. */
export type StandardConnectOutput = Readonly<{ accounts: readonly WalletAccount[] }>;

/** What has changed of a wallet, with the new values. */
export type StandardEventsChangeProperties = Readonly<
  Partial<Pick<Wallet, 'chains' | 'features' | 'accounts'>>
>;

/** The version of a transaction. */
export type SolanaTransactionVersion =
  StandardFeatures['solana:signAndSendTransaction']['supportedTransactionVersions'][number];

type SolanaCommitment = 'processed' | 'confirmed' | 'finalized';

/** A transaction to sign. */
export type SolanaSignTransactionInput = Readonly<{
  /** The account that signs. */
  account: WalletAccount;
  /** The serialized transaction. */
  transaction: Uint8Array;
  /** The chain that the transaction is for. */
  chain?: IdentifierString;
  /** What the wallet should know to simulate the transaction. */
  options?: Readonly<{ preflightCommitment?: SolanaCommitment; minContextSlot?: number }>;
}>;

/** A signed transaction, serialized. */
export type SolanaSignTransactionOutput = Readonly<{ signedTransaction: Uint8Array }>;

/** A transaction to sign and send. */
export type SolanaSignAndSendTransactionInput = Readonly<{
  /** The account that signs. */
  account: WalletAccount;
  /** The serialized transaction. */
  transaction: Uint8Array;
  /** The chain to send it to. */
  chain: IdentifierString;
  /** How to send it. With `commitment`, the wallet waits until the chain has confirmed it. */
  options?: Readonly<{
    preflightCommitment?: SolanaCommitment;
    minContextSlot?: number;
    commitment?: SolanaCommitment;
    skipPreflight?: boolean;
    maxRetries?: number;
  }>;
}>;

/** The signature of a transaction that was sent: 64 bytes. */
export type SolanaSignAndSendTransactionOutput = Readonly<{ signature: Uint8Array }>;

/** A message to sign. */
export type SolanaSignMessageInput = Readonly<{ account: WalletAccount; message: Uint8Array }>;

/** A signed message. */
export type SolanaSignMessageOutput = Readonly<{
  /** The bytes that were signed. They may differ from those of the request. */
  signedMessage: Uint8Array;
  /** 64 bytes, by Ed25519. */
  signature: Uint8Array;
  /** What kind of signature it is: always `ed25519`. */
  signatureType?: 'ed25519';
}>;

/** An off-chain message to sign. */
export type SolanaSignOffchainMessageInput = Readonly<{
  /** The version of the message's format. */
  messageVersion: 1;
  /** The account that signs. It must be one of the signers. */
  account: WalletAccount;
  /** The text. It must not be empty. */
  message: string;
  /** The 32-byte public keys of all accounts that have to sign, in any order, none of them twice. */
  requiredSigners: readonly ReadonlyUint8Array[];
}>;

/** A signed off-chain message. */
export type SolanaSignOffchainMessageOutput = Readonly<{
  /** The bytes that were signed: the signers, then the text in UTF-8. */
  signedOffchainMessage: ReadonlyUint8Array;
  /** 64 bytes, by Ed25519. */
  signature: ReadonlyUint8Array;
  /** What kind of signature it is: always `ed25519`. */
  signatureType?: 'ed25519';
}>;

/** The fields of a sign-in text (EIP-4361). The wallet chooses the domain and the address if they are missing. */
export type SolanaSignInInput = Readonly<{
  domain?: string;
  address?: string;
  statement?: string;
  uri?: string;
  version?: string;
  chainId?: string;
  nonce?: string;
  issuedAt?: string;
  expirationTime?: string;
  notBefore?: string;
  requestId?: string;
  resources?: readonly string[];
}>;

/** A signed sign-in text, in UTF-8, and the account that signed it. */
export type SolanaSignInOutput = Readonly<{ account: WalletAccount } & SolanaSignMessageOutput>;

type Feature<TMembers, TVersion extends string = '1.0.0'> = Readonly<{ version: TVersion } & TMembers>;

/** A feature that signs transactions, and the versions of transactions that it signs. */
type TransactionFeature<TMethods> = Feature<
  { readonly supportedTransactionVersions: readonly ('legacy' | 0)[] } & TMethods
>;

/** The features of Wallet Standard. `solana:signTransaction` is missing if the wallet app cannot sign without sending. */
export type StandardFeatures = Readonly<{
  /** Connects. If `silent`, the user is not asked. */
  'standard:connect': Feature<{
    connect: (input?: Readonly<{ silent?: boolean }>) => Promise<StandardConnectOutput>;
  }>;
  /** Disconnects. */
  'standard:disconnect': Feature<{ disconnect: () => Promise<void> }>;
  /** Adds a listener for changes. Returns the function that removes it. */
  'standard:events': Feature<{
    on: (event: 'change', listener: (properties: StandardEventsChangeProperties) => void) => () => void;
  }>;
  /** Signs transactions. */
  'solana:signTransaction'?: TransactionFeature<{
    signTransaction: (
      ...inputs: readonly SolanaSignTransactionInput[]
    ) => Promise<readonly SolanaSignTransactionOutput[]>;
  }>;
  /** Signs and sends transactions. */
  'solana:signAndSendTransaction': TransactionFeature<{
    signAndSendTransaction: (
      ...inputs: readonly SolanaSignAndSendTransactionInput[]
    ) => Promise<readonly SolanaSignAndSendTransactionOutput[]>;
  }>;
  /** Signs and sends transactions, with an outcome for each. */
  'solana:signAndSendAllTransactions': TransactionFeature<{
    signAndSendAllTransactions: (
      inputs: readonly SolanaSignAndSendTransactionInput[],
      options?: Readonly<{ mode?: 'parallel' | 'serial' }>,
    ) => Promise<readonly PromiseSettledResult<SolanaSignAndSendTransactionOutput>[]>;
  }>;
  /** Signs messages. */
  'solana:signMessage': Feature<
    {
      signMessage: (
        ...inputs: readonly SolanaSignMessageInput[]
      ) => Promise<readonly SolanaSignMessageOutput[]>;
    },
    '1.0.0' | '1.1.0'
  >;
  /** Signs off-chain messages, which cannot be mistaken for transactions. */
  'solana:signOffchainMessage': Feature<{
    /** The versions of off-chain messages that the wallet signs. */
    supportedMessageVersions: readonly 1[];
    signOffchainMessage: (
      ...inputs: readonly SolanaSignOffchainMessageInput[]
    ) => Promise<readonly SolanaSignOffchainMessageOutput[]>;
  }>;
  /** Signs the user in. */
  'solana:signIn': Feature<{
    signIn: (...inputs: readonly SolanaSignInInput[]) => Promise<readonly SolanaSignInOutput[]>;
  }>;
}>;
