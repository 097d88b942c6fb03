import { type Address, address } from '@solana/kit';
import { createLiteSvmChain } from '../../mock/src/chain/litesvm-chain.js';
import type { Quirks } from '../../mock/src/wallet/quirks.js';
import { type MobileWallet, transact } from '../../src/transact/bytes.js';
import { encodeBase58 } from '../../src/util/base58.js';
import { decodeBase64 } from '../../src/util/bytes.js';
import type { JsonObject } from '../../src/util/json-object.js';
import { createUnsigned, getTransfer, SOL } from './chain.js';
import { createEvent } from './event.js';
import { IDENTITY, KEY, OTHER_SEED, SEED } from './mock-wallet.js';
import { createPhone, type Phone } from './phone.js';

const chain = 'solana:devnet';
const accounts = [{ seed: SEED }, { seed: OTHER_SEED }];

/** Creates a phone with two accounts and the quirks. */
export const createQuirky = (quirks: Partial<Quirks>) => createPhone({ accounts, quirks });

/** Runs a session that is authorized for {@link SEED}'s account. */
export function transactAuthorized<T>(
  phone: Phone,
  run: (wallet: MobileWallet, token: string) => Promise<T>,
) {
  return transact(async (wallet) => {
    const { auth_token } = await wallet.authorize({ chain, identity: IDENTITY });
    return run(wallet, auth_token);
  }, phone);
}

/** Creates options of a mock wallet with the quirks and a chain, on which its first account has 5 SOL. */
export async function createFunded(quirks: Partial<Quirks>) {
  const ledger = createLiteSvmChain();
  const payer = address(encodeBase58(decodeBase64(KEY)));
  ledger.airdrop(payer, 5n * SOL);
  const createWire = (from: Address = payer) => createUnsigned(ledger, from, [getTransfer(from, payer, 1n)]);
  return { ledger, payer, createWire, options: { accounts, quirks, chain: ledger } };
}

/**
 * Returns mock wallet options, and a promise that resolves when the wallet receives a request of the method.
 */
export function createRequestWatch(awaited: string) {
  const { happen: tell, happened: received } = createEvent();
  const onRequest = (method: string, _params: JsonObject): void => {
    if (method === awaited) tell();
  };
  return { received, onRequest };
}
