import {
  AccountRole,
  type Address,
  address,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionLifetimeConstraintFromCompiledTransactionMessage,
  type Instruction,
  type Nonce,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce,
} from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../util/base58.js';
import { readLifetime } from './lifetime.js';

const toAddress = (byte: number): Address => address(encodeBase58(new Uint8Array(32).fill(byte)));
const PAYER = toAddress(20);
const TOKEN = toAddress(23) as string;
const SYSTEM = address(encodeBase58(new Uint8Array(32)));
const nonce = {
  nonce: TOKEN as Nonce,
  nonceAccountAddress: toAddress(21),
  nonceAuthorityAddress: PAYER,
};
const recent = { blockhash: TOKEN as Blockhash, lastValidBlockHeight: 5n };

const createInstruction = (
  data: readonly number[],
  accounts: number,
  programAddress = SYSTEM,
): Instruction => ({
  programAddress,
  accounts: Array.from({ length: accounts }, (_, index) => ({
    address: toAddress(40 + index),
    role: AccountRole.WRITABLE,
  })),
  data: Uint8Array.from(data),
});
const MANY = createInstruction(Array(300).fill(7), 50, toAddress(30));

/** The first instructions of a message with a blockhash. Only the last is one that advances a nonce. */
const FIRSTS: Readonly<Record<string, readonly Instruction[]>> = {
  'no instruction': [],
  'another program': [createInstruction([4, 0, 0, 0], 3, toAddress(30))],
  'other data': [createInstruction([4, 0, 0, 1], 3)],
  'longer data': [createInstruction([4, 0, 0, 0, 0], 3)],
  'fewer accounts': [createInstruction([4, 0, 0, 0], 2)],
  'more accounts': [createInstruction([4, 0, 0, 0], 4)],
  'many bytes': [MANY],
  'a nonce in the second instruction': [MANY, createInstruction([4, 0, 0, 0], 3)],
  'a nonce that another library advances': [createInstruction([4, 0, 0, 0], 3)],
};

function createMessages(version: 'legacy' | 0 | 1) {
  const empty = setTransactionMessageFeePayer(PAYER, createTransactionMessage({ version: version as 0 }));
  const configured =
    version === 1
      ? [
          setTransactionMessageConfig(
            { computeUnitLimit: 1_000, priorityFeeLamports: 7n },
            empty as never,
          ) as typeof empty,
        ]
      : [];
  return [empty, ...configured].flatMap((message) => [
    ...Object.entries(FIRSTS).map(
      ([what, instructions]) =>
        [what, { ...setTransactionMessageLifetimeUsingBlockhash(recent, message), instructions }] as const,
    ),
    ['a nonce', setTransactionMessageLifetimeUsingDurableNonce(nonce, message)] as const,
  ]);
}

/** Before version 8, kit writes no messages of version 1. */
const VERSIONS =
  typeof setTransactionMessageConfig === 'function' ? (['legacy', 0, 1] as const) : (['legacy', 0] as const);

describe.each(VERSIONS)('the lifetime of a message of version %s', (version) => {
  it.each(createMessages(version))('is what kit reads, with %s', async (_, message) => {
    const messageBytes = Uint8Array.from(compileTransaction(message).messageBytes);
    const decoded = getCompiledTransactionMessageDecoder().decode(messageBytes);
    const expected = await getTransactionLifetimeConstraintFromCompiledTransactionMessage(decoded);
    expect(readLifetime(messageBytes)).toEqual(expected);
    const shifted = new Uint8Array(messageBytes.length + 3);
    shifted.set(messageBytes, 3);
    expect(readLifetime(shifted.subarray(3))).toEqual(expected);
  });

  it('cannot be read if the message ends before it', () => {
    const [[, message] = []] = createMessages(version);
    const { messageBytes } = compileTransaction(message as never);
    expect(() => readLifetime(Uint8Array.from(messageBytes).subarray(0, 39))).toThrow(RangeError);
  });
});

describe('the lifetime', () => {
  it('of a nonce cannot be read if its account is in a lookup table', () => {
    const message = setTransactionMessageLifetimeUsingDurableNonce(
      nonce,
      setTransactionMessageFeePayer(PAYER, createTransactionMessage({ version: 0 })),
    );
    const tables = { [toAddress(50)]: [nonce.nonceAccountAddress] };
    const { messageBytes } = compileTransaction(
      compressTransactionMessageUsingAddressLookupTables(message, tables),
    );
    expect(() => readLifetime(Uint8Array.from(messageBytes))).toThrow('lookup table');
  });
});
