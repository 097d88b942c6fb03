import { ed25519 } from '@noble/curves/ed25519.js';
import {
  AccountRole,
  type Address,
  address,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  type Transaction as KitTransaction,
  type Nonce,
  type SignatureBytes,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce,
  type TransactionWithLifetime,
} from '@solana/kit';
import { PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { getComputeUnitPrice, getMemo, MEMO_PROGRAM } from '../../test/support/chain.js';
import { SEED } from '../../test/support/mock-wallet.js';
import { createPhone } from '../../test/support/phone.js';
import { encodeBase58 } from '../util/base58.js';
import { decodeBase64, encodeBase64 } from '../util/bytes.js';
import * as kit from './kit/index.js';
import * as legacy from './legacy.js';
import * as web3js from './web3js.js';

// A dapp confirms what it sends by the lifetime of its transaction: the last block height of its blockhash,
// or its nonce. Wallets change transactions before they sign them.

const toAddress = (byte: number): Address => address(encodeBase58(new Uint8Array(32).fill(byte)));
const PAYER = address(encodeBase58(ed25519.getPublicKey(SEED)));
const [NONCE_ACCOUNT, OTHER_ACCOUNT] = [toAddress(21), toAddress(22)];
const TOKEN = toAddress(23);
const OTHER_TOKEN = toAddress(24);
const LAST_VALID_BLOCK_HEIGHT = 4_321;
const MIN_CONTEXT_SLOT = 1_234;

type Kind = 'blockhash' | 'nonce';
type Message = ReturnType<typeof decompileTransactionMessage>;
type Change = (message: Message) => Partial<Pick<Message, 'instructions' | 'lifetimeConstraint'>>;

/** What a wallet changes, and whether a transaction keeps the lifetime that it had. */
const CHANGES: readonly (readonly [what: string, change: Change, keeps: Readonly<Record<Kind, boolean>>])[] =
  [
    ['nothing', () => ({}), { blockhash: true, nonce: true }],
    [
      'its fee',
      ({ instructions }) => ({ instructions: [...instructions, getComputeUnitPrice(12_345n)] }),
      { blockhash: true, nonce: true },
    ],
    [
      'an instruction, which it adds',
      ({ instructions }) => ({ instructions: [...instructions, getMemo('Guarded')] }),
      { blockhash: true, nonce: true },
    ],
    [
      'an instruction, which it puts first',
      ({ instructions }) => ({ instructions: [getMemo('Guarded'), ...instructions] }),
      { blockhash: true, nonce: false },
    ],
    [
      'the first instruction, which it takes out',
      ({ instructions: [, ...rest] }) => ({ instructions: rest }),
      { blockhash: true, nonce: false },
    ],
    [
      'the account that the first instruction names',
      ({ instructions: [first, ...rest] }) => ({
        instructions: [renameAccount(first as Instruction), ...rest],
      }),
      { blockhash: true, nonce: false },
    ],
    [
      'the data of the first instruction',
      ({ instructions: [first, ...rest] }) => ({
        instructions: [{ ...first, data: Uint8Array.of(9) } as Instruction, ...rest],
      }),
      { blockhash: true, nonce: false },
    ],
    [
      'the blockhash or nonce',
      ({ lifetimeConstraint }) => ({
        lifetimeConstraint:
          'nonce' in lifetimeConstraint
            ? { ...lifetimeConstraint, nonce: OTHER_TOKEN as string as Nonce }
            : { ...lifetimeConstraint, blockhash: OTHER_TOKEN as string as Blockhash },
      }),
      { blockhash: false, nonce: false },
    ],
  ];

function renameAccount({ accounts = [], ...instruction }: Instruction): Instruction {
  const [first, ...rest] = accounts;
  return { ...instruction, accounts: first ? [{ ...first, address: OTHER_ACCOUNT }, ...rest] : [] };
}

/** A phone whose wallet makes a change, and signs what comes of it. */
function createChanger(change: Change) {
  const rewrite = (text: string): string[] => {
    const reply = JSON.parse(text) as { result: { signed_payloads: string[] } };
    const payloads = reply.result.signed_payloads.map((payload) => {
      const { messageBytes } = getTransactionDecoder().decode(decodeBase64(payload));
      const message = decompileTransactionMessage(
        getCompiledTransactionMessageDecoder().decode(messageBytes),
      );
      const changed = compileTransaction({ ...message, ...change(message) } as Message);
      const signature = ed25519.sign(Uint8Array.from(changed.messageBytes), SEED) as SignatureBytes;
      return encodeBase64(
        Uint8Array.from(getTransactionEncoder().encode({ ...changed, signatures: { [PAYER]: signature } })),
      );
    });
    return [JSON.stringify({ ...reply, result: { signed_payloads: payloads } })];
  };
  return createPhone({
    accounts: [{ seed: SEED }],
    faults: [{ at: 'sign_transactions', rewrite }],
  });
}

function createKitTransaction(kind: Kind): KitTransaction & TransactionWithLifetime {
  const message = {
    ...setTransactionMessageFeePayer(PAYER, createTransactionMessage({ version: 0 })),
    instructions: [
      { ...getMemo('Hello'), accounts: [{ address: NONCE_ACCOUNT, role: AccountRole.READONLY }] },
    ],
  };
  if (kind === 'nonce') {
    const nonce = {
      nonce: TOKEN as string as Nonce,
      nonceAccountAddress: NONCE_ACCOUNT,
      nonceAuthorityAddress: PAYER,
    };
    return compileTransaction(setTransactionMessageLifetimeUsingDurableNonce(nonce, message));
  }
  const recent = {
    blockhash: TOKEN as string as Blockhash,
    lastValidBlockHeight: BigInt(LAST_VALID_BLOCK_HEIGHT),
  };
  return compileTransaction(setTransactionMessageLifetimeUsingBlockhash(recent, message));
}

function createWeb3Transaction(kind: Kind): Transaction {
  const noncePubkey = new PublicKey(NONCE_ACCOUNT);
  const [feePayer, program] = [new PublicKey(PAYER), new PublicKey(MEMO_PROGRAM)];
  const keys = [{ pubkey: noncePubkey, isSigner: false, isWritable: false }];
  const memo = new TransactionInstruction({ programId: program, keys, data: Buffer.from('Hello') });
  if (kind === 'nonce') {
    const nonceInstruction = SystemProgram.nonceAdvance({ noncePubkey, authorizedPubkey: feePayer });
    const nonceInfo = { nonce: TOKEN, nonceInstruction };
    return new Transaction({ feePayer, nonceInfo, minContextSlot: MIN_CONTEXT_SLOT }).add(memo);
  }
  const lastValidBlockHeight = LAST_VALID_BLOCK_HEIGHT;
  return new Transaction({ feePayer, blockhash: TOKEN, lastValidBlockHeight }).add(memo);
}

type Phone = Awaited<ReturnType<typeof createChanger>>;

/** Has a transaction signed. Returns what a dapp confirms it by: before, and after. */
const FLAVOURS: Readonly<Record<string, (phone: Phone, kind: Kind) => Promise<readonly unknown[]>>> = {
  async kit(phone, kind) {
    const asked = createKitTransaction(kind);
    const [signed] = await kit.transact(async (wallet) => {
      await wallet.authorize();
      return wallet.signTransactions({ transactions: [asked] });
    }, phone);
    return [asked.lifetimeConstraint, signed?.lifetimeConstraint];
  },
  async 'a signer of kit'(phone, kind) {
    const asked = createKitTransaction(kind);
    const [signed] = await kit.transact(async (wallet) => {
      const { accounts } = await wallet.authorize();
      return kit.createAccountSigner(wallet, accounts[0]).modifyAndSignTransactions([asked]);
    }, phone);
    return [asked.lifetimeConstraint, signed?.lifetimeConstraint];
  },
  web3js: (phone, kind) => signByWeb3(web3js.transact, phone, kind),
  legacy: (phone, kind) => signByWeb3(legacy.transact, phone, kind),
};

async function signByWeb3(transact: typeof legacy.transact, phone: Phone, kind: Kind) {
  const asked = createWeb3Transaction(kind);
  const [signed] = await transact(async (wallet) => {
    await wallet.authorize();
    return wallet.signTransactions({ transactions: [asked] });
  }, phone);
  // The signature is of these bytes, so compiling inserts nothing.
  expect(await signed?.verifySignatures()).toBe(true);
  return [asked, signed].map((transaction) => {
    const { lastValidBlockHeight, nonceInfo, minNonceContextSlot } = transaction ?? {};
    return lastValidBlockHeight === undefined && nonceInfo === undefined
      ? undefined
      : [lastValidBlockHeight, nonceInfo?.nonce, minNonceContextSlot];
  });
}

describe.each(Object.entries(FLAVOURS))('a transaction of %s', (flavour, sign) => {
  describe.each(['blockhash', 'nonce'] as const)('with a %s', (kind) => {
    it.each(CHANGES.map(([what, change, keeps]) => [keeps[kind] ? 'keeps' : 'loses', what, change] as const))(
      '%s its lifetime if the wallet changes %s',
      async (expected, _, change) => {
        const [before, after] = await sign(await createChanger(change), kind);
        if (expected === 'keeps') return expect(after).toEqual(before);
        expect(after).not.toEqual(before);
        // Kit's transactions have the lifetime that is in their bytes.
        if (flavour.includes('kit')) expect(after).toBeDefined();
        else expect(after).toBeUndefined();
      },
    );
  });
});
