import {
  AccountRole,
  type Address,
  type AddressesByLookupTableAddress,
  address,
  appendTransactionMessageInstructions,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getAddressEncoder,
  getProgramDerivedAddress,
  getTransactionEncoder,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import type { LiteSvmChain } from '../../mock/src/chain/litesvm-chain.js';
import { createSigned, fetchBlockhash, SYSTEM_PROGRAM } from './chain.js';

const LOOKUP_TABLE_PROGRAM = address('AddressLookupTab1e1111111111111111111111111');

/** Creates a lookup table with addresses, which `payer` pays for. */
export async function createLookupTable(
  chain: LiteSvmChain,
  payer: KeyPairSigner,
  addresses: readonly Address[],
): Promise<Address> {
  const slot = (await chain.rpc('getSlot', [])) as bigint;
  const seed = new Uint8Array(8);
  new DataView(seed.buffer).setBigUint64(0, slot, true);
  const [table, bump] = await getProgramDerivedAddress({
    programAddress: LOOKUP_TABLE_PROGRAM,
    seeds: [getAddressEncoder().encode(payer.address), seed],
  });
  const accounts = [
    { address: table, role: AccountRole.WRITABLE },
    { address: payer.address, role: AccountRole.READONLY_SIGNER },
    { address: payer.address, role: AccountRole.WRITABLE_SIGNER },
    { address: SYSTEM_PROGRAM, role: AccountRole.READONLY },
  ];
  const create = Uint8Array.from([0, 0, 0, 0, ...seed, bump]);
  const count = Uint8Array.from([addresses.length, 0, 0, 0, 0, 0, 0, 0]);
  const keys = addresses.flatMap((key) => [...getAddressEncoder().encode(key)]);
  const extend = Uint8Array.from([2, 0, 0, 0, ...count, ...keys]);
  await chain.sendTransaction(
    await createSigned(chain, payer, [
      { programAddress: LOOKUP_TABLE_PROGRAM, accounts, data: create },
      { programAddress: LOOKUP_TABLE_PROGRAM, accounts, data: extend },
    ]),
  );
  return table;
}

/** A signed transaction of version 0 that reads from lookup tables what it can, as wire bytes. */
export async function createCompressed(
  chain: LiteSvmChain,
  payer: KeyPairSigner,
  instructions: readonly Instruction[],
  tables: AddressesByLookupTableAddress,
): Promise<Uint8Array> {
  const recent = await fetchBlockhash(chain);
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (message) => appendTransactionMessageInstructions(instructions, message),
    (message) => compressTransactionMessageUsingAddressLookupTables(message, tables),
    (message) => setTransactionMessageFeePayerSigner(payer, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash({ blockhash: recent, lastValidBlockHeight: 0n }, message),
  );
  return Uint8Array.from(getTransactionEncoder().encode(await signTransactionMessageWithSigners(message)));
}
