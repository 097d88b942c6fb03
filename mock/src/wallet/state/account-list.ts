import { createSigner, type MockAccount, type Signer } from '../accounts.js';

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
  getSigners(): readonly Signer[];
  /** Returns the addresses to suggest to a dapp that names none: those that are granted, or else the first. */
  getSuggested(): readonly string[];
  /** Rejects with a RangeError when the seed has another length, or when the wallet has its account. */
  add(account: NewAccount): Promise<MockAccount>;
  rename(address: string, label: string): void;
  remove(address: string): void;
  setGranted(address: string, isGranted: boolean): void;
  isGranted(address: string): boolean;
}>;

const SEED_LENGTH = 32;
const MAX_LABEL_LENGTH = 100;

/** Creates an {@link AccountList}, of which the first account is granted. `notify` is called after every change. */
export async function createAccountList(
  initial: readonly NewAccount[],
  notify: () => void,
): Promise<AccountList> {
  let signers: readonly Signer[] = [];
  let accounts: readonly MockAccount[] = [];
  const granted = new Set<string>();
  let added = 0;

  const replace = (next: readonly Signer[]): void => {
    signers = next;
    accounts = signers.map(({ account }) => account);
    notify();
  };

  const createAccount = ({ seed, label }: NewAccount): Promise<Signer> => {
    const name = readLabel(label ?? `Account ${added + 1}`);
    added++;
    return createSigner(seed ?? crypto.getRandomValues(new Uint8Array(SEED_LENGTH)), name);
  };

  const insert = (signer: Signer): MockAccount => {
    const { account } = signer;
    if (find(account.address)) throw new RangeError(`The wallet already has the account ${account.address}.`);
    replace([...signers, signer]);
    return account;
  };

  const find = (address: string): Signer | undefined =>
    signers.find(({ account }) => account.address === address);

  const assertKnown = (address: string): void => {
    if (!find(address)) throw new RangeError(`The wallet has no account ${address}.`);
  };

  for (const signer of await Promise.all(initial.map(createAccount))) insert(signer);
  const [first] = accounts;
  if (first) granted.add(first.address);

  return {
    getAccounts: () => accounts,
    getSigners: () => signers,
    getSuggested() {
      const suggested = accounts.filter(({ address }) => granted.has(address));
      return (suggested.length > 0 ? suggested : accounts.slice(0, 1)).map(({ address }) => address);
    },
    add: async (account) => insert(await createAccount(account)),
    rename(address, label) {
      assertKnown(address);
      const name = readLabel(label);
      replace(
        signers.map((signer) =>
          signer.account.address === address
            ? { ...signer, account: { ...signer.account, label: name } }
            : signer,
        ),
      );
    },
    remove(address) {
      assertKnown(address);
      granted.delete(address);
      replace(signers.filter(({ account }) => account.address !== address));
    },
    setGranted(address, isGranted) {
      assertKnown(address);
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
