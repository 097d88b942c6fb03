import {
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  address as toAddress,
} from '@solana/kit';
import type { StandardEventsChangeProperties } from '@wallet-standard/features';
import type { MockWalletOptions } from '../../mock/src/index.js';
import type { ChainIdentifier } from '../../src/protocol/types.js';
import { encodeUtf8 } from '../../src/util/bytes.js';
import type { MobileWalletOptions } from '../../src/wallet/options.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import type { AuthorizationStore } from '../../src/wallet/store.js';
import type { Grant } from '../../src/wallet/stored-grant.js';
import { formatGrant, parseGrant } from '../../src/wallet/stored-grant.js';
import { createPhone } from './phone.js';

const identity = { name: 'Example', uri: 'https://example.com', icon: '/favicon.png' };
const BLOCKHASH = '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn' as Blockhash;
export const MEMO = toAddress('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

/** A store that holds its entries in memory. */
export function createMemoryStore(): AuthorizationStore & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get: (key) => entries.get(key),
    set: (key, value) => void entries.set(key, value),
    delete: (key) => void entries.delete(key),
  };
}

/** Puts a changed grant in the place of what a store holds, as an earlier page load would have written it. */
export function editStored(
  { entries }: Readonly<{ entries: Map<string, string> }>,
  change: (grant: Grant) => Grant,
): void {
  for (const [key, text] of entries) {
    const grant = parseGrant(text);
    if (grant) entries.set(key, formatGrant(change(grant)));
  }
}

/** A wallet object and the phone behind it. */
export async function setUp(
  phoneOptions: MockWalletOptions = {},
  options: Partial<MobileWalletOptions> = {},
) {
  const phone = await createPhone(phoneOptions);
  const store = createMemoryStore();
  const settings = {
    identity,
    chains: ['solana:devnet'] as readonly ChainIdentifier[],
    store,
    launch: phone.launch,
    dial: phone.dial,
    ...options,
  };
  const wallet = createMobileWallet(settings);
  const changes: StandardEventsChangeProperties[] = [];
  wallet.features['standard:events'].on('change', (change) => changes.push(change));
  return { phone, wallet, store, settings, changes };
}

/** The same after a connect. */
export async function setUpConnected(
  phoneOptions: MockWalletOptions = {},
  options: Partial<MobileWalletOptions> = {},
) {
  const context = await setUp(phoneOptions, options);
  const { accounts } = await context.wallet.features['standard:connect'].connect();
  const [account] = accounts;
  if (!account) throw new Error('no account');
  await context.phone.whenIdle();
  return { ...context, account };
}

/** An unsigned wire transaction with a memo, by default of version 0. */
export function createTransaction(
  feePayer: string,
  text: string,
  blockhash: string = BLOCKHASH,
  version: 'legacy' | 0 | 1 = 0,
): Uint8Array {
  const message = pipe(
    createTransactionMessage({ version }),
    (m) => setTransactionMessageFeePayer(toAddress(feePayer), m),
    (m) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash as Blockhash, lastValidBlockHeight: 1n },
        m,
      ),
    (m) => appendTransactionMessageInstruction({ programAddress: MEMO, data: encodeUtf8(text) }, m),
  );
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)));
}
