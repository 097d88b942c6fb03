import {
  type Address,
  compileTransaction,
  createTransactionMessage,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  type Nonce,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingDurableNonce,
} from '@solana/kit';
import fc from 'fast-check';
import { decodeBase58, encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { describe, expect, it } from 'vitest';
import {
  COMPUTE_BUDGET,
  createAddress,
  createFundedSigner,
  createUnsigned,
  getComputeUnitPrice,
  getMemo,
  getTransfer,
  MEMO_PROGRAM,
  SOL,
  SYSTEM_PROGRAM,
} from '../../../../test/support/chain.js';
import { createCompressed, createLookupTable } from '../../../../test/support/lookup-table.js';
import { randomTransaction, tryCreate } from '../../../../test/support/random-transactions.js';
import { createLiteSvmChain } from '../../chain/litesvm-chain.js';
import type { WalletChain } from '../../explain/chain.js';
import { decodeTransaction, getInstructions } from '../../explain/describe-transaction.js';
import type { ReadableInstruction } from '../../explain/instructions/instruction.js';
import { createSigner, type Signer } from '../accounts.js';
import { type Quirks, REFERENCE_QUIRKS } from '../quirks.js';
import { rewriteTransaction } from './rewriting.js';
import { signTransaction } from './signing.js';

const OTHER_BLOCKHASH = encodeBase58(new Uint8Array(32).fill(9));

async function setUp() {
  const chain = createLiteSvmChain();
  const [owner, other] = await Promise.all(
    [1, 2].map((byte) => createSigner(new Uint8Array(32).fill(byte), String(byte))),
  );
  if (!owner || !other) throw new Error('unreachable');
  const [me, them] = [owner.account.address as Address, other.account.address as Address];
  chain.airdrop(me, SOL);
  const create = (instructions: readonly Instruction[], version?: 'legacy' | 0 | 1) =>
    createUnsigned(chain, me, instructions, version);
  return { chain, owner, other, me, them, create };
}

async function rewrite(wire: Uint8Array, me: Address, changes: Partial<Quirks>, chain?: WalletChain) {
  const quirks = { ...REFERENCE_QUIRKS, ...changes };
  return (await rewriteTransaction(decodeTransaction(wire), [me], { quirks, chain })).wire;
}

const sign = async (wire: Uint8Array, signer: Signer) =>
  (await signTransaction(decodeTransaction(wire), [signer])).wire;

const ALL = { changesPriorityFee: true, renewsBlockhash: true, addsGuards: true };

/**
 * In lamports: 12,345 micro-lamports for each of 6,000 units, which two built-in programs may use; in version
 * 1 the fee itself.
 */
const PRIORITY_FEES = { legacy: 75n, 0: 75n, 1: 1_234n } as const;

describe.each(['legacy', 0, 1] as const)('a transaction of version %s', (version) => {
  it('stays as it is in the reference wallet', async () => {
    const { chain, me, them, create } = await setUp();
    const wire = await create([getTransfer(me, them, 1_000_000n)], version);
    expect(await rewrite(wire, me, {}, chain)).toBe(wire);
  });

  it('gets the wallet’s priority fee, in place of its own', async () => {
    const { chain, me, them, create } = await setUp();
    const transfer = getTransfer(me, them, 1_000_000n);
    const plain = await create([transfer], version);
    // A message of version 1 has its fee outside of the instructions.
    const price = version === 1 ? [] : [getComputeUnitPrice(99n)];
    const priced = await create([...price, transfer], version);
    for (const wire of [plain, priced]) {
      const rewritten = await rewrite(wire, me, { changesPriorityFee: true }, chain);
      const { priorityFee, instructions } = await chain.describeTransaction(rewritten);
      expect(priorityFee).toBe(PRIORITY_FEES[version]);
      expect(instructions).toHaveLength(version === 1 ? 1 : 2);
      expect(await rewrite(rewritten, me, { changesPriorityFee: true }, chain)).toEqual(rewritten);
    }
  });

  it('gets the latest blockhash of the chain, and is accepted with it', async () => {
    const { chain, me, them, create, owner } = await setUp();
    const wire = await create([getTransfer(me, them, 1_000_000n)], version);
    const rewritten = await rewrite(makeStale(wire), me, { renewsBlockhash: true }, chain);
    await chain.sendTransaction(await sign(rewritten, owner));
    expect(chain.getBalance(them)).toBe(1_000_000n);
  });

  it('gets guards before and behind, and keeps all others', async () => {
    const { chain, me, them, create } = await setUp();
    const wire = await create([getTransfer(me, them, 1_000_000n), getMemo('mine')], version);
    const rewritten = await rewrite(wire, me, { addsGuards: true }, chain);
    const before = await chain.describeTransaction(wire);
    const after = await chain.describeTransaction(rewritten);
    const guard = 'Memo "Guard of the mock wallet"';
    const kept = before.instructions.map(({ text }) => text);
    expect(after.instructions.map(({ text }) => text)).toEqual([guard, guard, guard, ...kept, guard]);
    expect(after.feePayer).toBe(before.feePayer);
  });

  it('is accepted by the chain with all changes', async () => {
    const { chain, owner, me, them, create } = await setUp();
    const wire = await create([getTransfer(me, them, 1_000_000n)], version);
    const rewritten = await rewrite(wire, me, ALL, chain);
    await chain.sendTransaction(await sign(rewritten, owner));
    expect(chain.getBalance(them)).toBe(1_000_000n);
  });

  it('stays as it is once somebody else has signed, but not for one’s own signature', async () => {
    const { chain, owner, other, me, them, create } = await setUp();
    const both = await create([getTransfer(me, them, 1n), getTransfer(them, me, 1n)], version);
    const half = await sign(both, other);
    expect(await rewrite(half, me, ALL, chain)).toBe(half);
    const own = await sign(both, owner);
    const rewritten = await rewrite(own, me, ALL, chain);
    const { signatures } = getTransactionDecoder().decode(rewritten);
    expect(Object.keys(signatures)).toEqual([me, them]);
    expect(Object.values(signatures)).toEqual([null, null]);
  });

  it('stays as it is if it would become too large', async () => {
    const { chain, me, create } = await setUp();
    const size = (await create([getMemo('')], version)).length;
    const most = version === 1 ? 4_096 : 1_232;
    const wire = await create([getMemo('a'.repeat(most - size - 10))], version);
    expect(await rewrite(wire, me, ALL, chain)).toBe(wire);
  });
});

describe('a transaction with a nonce', () => {
  it('keeps it in place of a fresh blockhash, and gets the other changes', async () => {
    const { chain, me, them } = await setUp();
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (before) => setTransactionMessageFeePayer(me, before),
      (before) =>
        setTransactionMessageLifetimeUsingDurableNonce(
          { nonce: OTHER_BLOCKHASH as Nonce, nonceAccountAddress: them, nonceAuthorityAddress: me },
          before,
        ),
    );
    const wire = Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)));
    expect(await rewrite(wire, me, { renewsBlockhash: true }, chain)).toEqual(wire);
    const changed = readMessage(await rewrite(wire, me, ALL, chain));
    expect(changed.lifetimeToken).toBe(OTHER_BLOCKHASH);
    const programs = getInstructions(changed)?.map(({ programAddress }) => programAddress);
    // The fee makes the nonce void, which the first instruction must advance.
    expect(programs).toEqual([
      COMPUTE_BUDGET,
      ...[MEMO_PROGRAM, MEMO_PROGRAM, MEMO_PROGRAM],
      SYSTEM_PROGRAM,
      MEMO_PROGRAM,
    ]);
  });
});

describe('a transaction that loads accounts from lookup tables', () => {
  it('still loads them after all changes', async () => {
    const { chain } = await setUp();
    const payer = await createFundedSigner(chain);
    const [to, unused] = await Promise.all([createAddress(), createAddress()]);
    const table = await createLookupTable(chain, payer, [unused, to]);
    const wire = await createCompressed(chain, payer, [getTransfer(payer.address, to, 1_000_000n)], {
      [table]: [unused, to],
    });
    const rewritten = await rewrite(wire, payer.address, ALL, chain);
    const summary = await chain.describeTransaction(rewritten);
    expect(summary.instructions.map(({ accounts }) => accounts)).toEqual([
      [],
      [],
      [],
      [],
      [payer.address, to],
      [],
    ]);
    expect(summary.error).toBeUndefined();
    expect(readMessage(rewritten)).toMatchObject({
      addressTableLookups: [{ lookupTableAddress: table, readonlyIndexes: [], writableIndexes: [1] }],
    });
  });
});

describe('whatever a transaction is', () => {
  it('the wallet changes it to one with guards, or signs it as it is', async () => {
    let changed = 0;
    await fc.assert(
      fc.asyncProperty(randomTransaction, async (drawn) => {
        const decoded = tryCreate(drawn, () => 1);
        if (!decoded) return;
        const { wire, message } = decoded;
        const rewritten = await rewrite(wire, message.staticAccounts[0] as Address, {
          addsGuards: true,
        });
        if (rewritten === wire) return;
        changed++;
        const [before, after] = [message, readMessage(rewritten)].map((each) => getInstructions(each));
        expect(after?.length).toBe((before?.length ?? 0) + 4);
        const isOther = ({ programAddress, data }: ReadableInstruction) =>
          programAddress !== COMPUTE_BUDGET || data[0] !== 3;
        const [was, is] = [before, after].map((all) => all?.filter(isOther).map(getMeaning));
        expect(is?.slice(3, -1)).toEqual(was);
      }),
    );
    expect(changed).toBeGreaterThan(10);
  });
});

/** Returns an instruction without what its accounts may do, which kit merges with what others need. */
function getMeaning({ programAddress, accounts, data }: ReadableInstruction) {
  return { programAddress, accounts: accounts.map(({ address }) => address), data };
}

describe('a wallet that cannot ask its chain', () => {
  it('keeps the blockhash', async () => {
    const { chain, me, them, create } = await setUp();
    const wire = await create([getTransfer(me, them, 1n)]);
    const getLatestBlockhash = () => Promise.reject(new Error('No network'));
    const offline = { ...chain, getLatestBlockhash };
    expect(await rewrite(wire, me, { renewsBlockhash: true }, offline)).toBe(wire);
    expect(await rewrite(wire, me, { renewsBlockhash: true })).toBe(wire);
  });
});

function readMessage(wire: Uint8Array) {
  return decodeTransaction(wire).message;
}

/** Returns the transaction with a blockhash that the chain does not know. */
function makeStale(wire: Uint8Array): Uint8Array {
  const hash = decodeBase58(readMessage(wire).lifetimeToken);
  const at = Buffer.from(wire).indexOf(hash);
  const stale = wire.slice();
  stale.set(decodeBase58(OTHER_BLOCKHASH), at);
  return stale;
}
