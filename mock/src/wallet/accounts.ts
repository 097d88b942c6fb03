import { createKeyPairFromPrivateKeyBytes } from '@solana/kit';
import { type Bytes, concatBytes, encodeBase58 } from 'mobile-wallet-standard/endpoint';

/** The public part of an account of the mock wallet. */
export type MockAccount = Readonly<{
  /** The public key in base58. */
  address: string;
  /** 32 bytes. */
  publicKey: Bytes;
  /** The account's name for people. */
  label: string;
}>;

/** An account that signs with its private key, by Ed25519: a signature has 64 bytes. */
export type Signer = Readonly<{ account: MockAccount; sign(message: Uint8Array): Promise<Bytes> }>;

/** What a new account is made of: a 32-byte Ed25519 seed, by default a random one, and a name. */
export type NewAccount = Readonly<{
  /** 32 bytes from which the keys are derived; random by default. */
  seed?: Uint8Array;
  /** The account's name for people. */
  label?: string;
}>;

/** The accounts of a wallet, in the order in which they were added. Addresses are base58. */
export type AccountList = Readonly<{
  getAccounts(): readonly MockAccount[];
  /** Throws a RangeError for an account that the wallet does not have. */
  getOrThrow(address: string): Signer;
  find(address: string): Signer | undefined;
  /**
   * Returns the addresses to suggest to a dapp that names none: those that are granted, or else the first.
   */
  getSuggested(): readonly string[];
  /** Rejects with a RangeError when the seed has another length, or when the wallet has its account. */
  add(account: NewAccount): Promise<MockAccount>;
  /** Gives an account another name for people; throws a RangeError for one that is empty or too long. */
  rename(address: string, label: string): void;
  remove(address: string): void;
  /** Sets whether the account is suggested to a dapp that names none. */
  setGranted(address: string, isGranted: boolean): void;
  isGranted(address: string): boolean;
}>;

const SEED_LENGTH = 32;
const MAX_LABEL_LENGTH = 100;

/** Creates an account from its seed. Rejects with a RangeError if that has not 32 bytes. */
export async function createSigner(seed: Uint8Array, label: string): Promise<Signer> {
  if (seed.length !== SEED_LENGTH)
    throw new RangeError(`A seed has ${SEED_LENGTH} bytes, not ${seed.length}`);
  const keys = await createKeyPairFromPrivateKeyBytes(seed);
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey));
  return {
    account: { address: encodeBase58(publicKey), publicKey, label },
    // Not by kit's `signBytes`: it passes an `ArrayBuffer`, which Node refuses from the realm of jsdom or
    // happy-dom.
    sign: async (message) =>
      new Uint8Array(await crypto.subtle.sign('Ed25519', keys.privateKey, concatBytes(message))),
  };
}

/** Returns the label of an account that was given none, by its number from 1. */
export function getDefaultLabel(number: number): string {
  return `Account ${number}`;
}

/**
 * Creates an {@link AccountList}, of which the first account is granted. `notify` is called after every
 * change.
 */
export async function createAccountList(
  initial: readonly NewAccount[],
  notify: () => void,
): Promise<AccountList> {
  const signers = new Map<string, Signer>();
  const granted = new Set<string>();
  let added = 0;

  const createAccount = ({ seed, label }: NewAccount): Promise<Signer> => {
    const name = readLabel(label ?? getDefaultLabel(added + 1));
    added++;
    return createSigner(seed ?? crypto.getRandomValues(new Uint8Array(SEED_LENGTH)), name);
  };

  const insert = (signer: Signer): MockAccount => {
    const { account } = signer;
    if (signers.has(account.address)) {
      throw new RangeError(`The wallet already has the account ${account.address}.`);
    }
    signers.set(account.address, signer);
    notify();
    return account;
  };

  const getOrThrow = (address: string): Signer => {
    const signer = signers.get(address);
    if (!signer) throw new RangeError(`The wallet has no account ${address}.`);
    return signer;
  };

  for (const signer of await Promise.all(initial.map(createAccount))) insert(signer);
  const [first] = signers.keys();
  if (first !== undefined) granted.add(first);

  return {
    getAccounts: () => Array.from(signers.values(), ({ account }) => account),
    getOrThrow,
    find: (address) => signers.get(address),
    getSuggested() {
      const addresses = [...signers.keys()];
      const suggested = addresses.filter((address) => granted.has(address));
      return suggested.length > 0 ? suggested : addresses.slice(0, 1);
    },
    add: async (account) => insert(await createAccount(account)),
    rename(address, label) {
      const { account, sign } = getOrThrow(address);
      signers.set(address, { account: { ...account, label: readLabel(label) }, sign });
      notify();
    },
    remove(address) {
      getOrThrow(address);
      granted.delete(address);
      signers.delete(address);
      notify();
    },
    setGranted(address, isGranted) {
      getOrThrow(address);
      if (isGranted) granted.add(address);
      else granted.delete(address);
      notify();
    },
    isGranted: (address) => granted.has(address),
  };
}

function readLabel(label: string): string {
  if (typeof label !== 'string' || label.trim() === '' || label.length > MAX_LABEL_LENGTH) {
    throw new RangeError(`\`label\` must be a text of 1 to ${MAX_LABEL_LENGTH} characters.`);
  }
  return label;
}
