import {
  type Address,
  address,
  generateKeyPairSigner,
  getAddressEncoder,
  getProgramDerivedAddress,
} from '@solana/kit';
import { AuthorityType, getSetAuthorityInstruction } from '@solana-program/token';
import { encodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { describe, expect, it } from 'vitest';
import {
  createAddress,
  createFundedSigner,
  createSigned,
  createUnsigned,
  getComputeUnitLimit,
  getComputeUnitPrice,
  getMemo,
  getTransfer,
  SOL,
  SYSTEM_PROGRAM,
} from '../../../../test/support/chain.js';
import { createToken, getTokenAddress, getTokenTransfer } from '../../../../test/support/tokens.js';
import { createLiteSvm } from '../litesvm/lite-svm.js';
import { createLiteSvmChain } from '../litesvm-chain.js';
import { createSvmChain } from './svm-chain.js';

const FEE = 5_000n;
const METADATA_PROGRAM = address('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s');

const chain = createLiteSvmChain();

describe('the tokens in a summary', () => {
  it('are those that each account gains and loses', async () => {
    const payer = await createFundedSigner(chain);
    const recipient = await createAddress();
    const { mint, account } = await createToken(chain, payer, 1_000_000n);
    const wire = await createSigned(chain, payer, await getTokenTransfer(payer, mint, recipient, 250_000n));
    const { tokenChanges } = await chain.describeTransaction(wire);
    expect(sortByGain(tokenChanges)).toEqual([
      { address: account, owner: payer.address, mint, before: 1_000_000n, after: 750_000n, decimals: 6 },
      {
        address: await getTokenAddress(mint, recipient),
        owner: recipient,
        mint,
        before: 0n,
        after: 250_000n,
        decimals: 6,
      },
    ]);
    expect(await chain.getTokens(payer.address)).toEqual([
      { address: account, mint, amount: 1_000_000n, decimals: 6 },
    ]);
    expect(await chain.getTokens(recipient)).toEqual([]);
  });

  it('are none when the transaction would fail', async () => {
    const payer = await createFundedSigner(chain);
    const { mint } = await createToken(chain, payer, 1n);
    const wire = await createSigned(
      chain,
      payer,
      await getTokenTransfer(payer, mint, await createAddress(), 2n),
    );
    expect(await chain.describeTransaction(wire)).toMatchObject({
      tokenChanges: [],
      error: 'Error processing Instruction 1: custom program error: 0x1',
    });
  });

  it('go from one owner to another with their account', async () => {
    const payer = await createFundedSigner(chain);
    const thief = await createAddress();
    const { mint, account } = await createToken(chain, payer, 5n);
    const setOwner = getSetAuthorityInstruction({
      owned: account,
      owner: payer,
      authorityType: AuthorityType.AccountOwner,
      newAuthority: thief,
    });
    const { tokenChanges } = await chain.describeTransaction(await createSigned(chain, payer, [setOwner]));
    expect(tokenChanges).toEqual([
      { address: account, owner: payer.address, mint, before: 5n, after: 0n, decimals: 6 },
      { address: account, owner: thief, mint, before: 0n, after: 5n, decimals: 6 },
    ]);
  });

  it('have the name and the symbol of their metadata, and are NFTs if there is only one', async () => {
    const svm = createLiteSvm();
    const named = createSvmChain(svm);
    const payer = await createFundedSigner(named);
    const { mint, account } = await createToken(named, payer, 1n, 0);
    svm.setAccount({
      address: await deriveMetadataAddress(mint),
      owner: METADATA_PROGRAM,
      lamports: SOL,
      data: createMetadata(mint, 'A picture', 'PIC'),
      executable: false,
    });
    expect(await named.getTokens(payer.address)).toEqual([
      { address: account, mint, amount: 1n, decimals: 0, name: 'A picture', symbol: 'PIC', isNft: true },
    ]);
  });
});

describe('a summary', () => {
  it('has accounts with their roles, compute units and the priority fee', async () => {
    const payer = await createFundedSigner(chain);
    const recipient = await createAddress();
    const wire = await createUnsigned(chain, payer.address, [
      getComputeUnitLimit(1_000),
      getComputeUnitPrice(2_000_000n),
      getTransfer(payer.address, recipient, SOL),
    ]);
    const summary = await chain.describeTransaction(wire);
    expect(summary).toMatchObject({ fee: FEE + 2_000n, priorityFee: 2_000n, computeUnits: 450n });
    expect(summary.accounts).toContainEqual({ address: payer.address, isSigner: true, isWritable: true });
    expect(summary.accounts).toContainEqual({ address: recipient, isSigner: false, isWritable: true });
    expect(summary.accounts).toContainEqual({ address: SYSTEM_PROGRAM, isSigner: false, isWritable: false });
  });

  it('has the instructions that programs call', async () => {
    const payer = await createFundedSigner(chain);
    const recipient = await createAddress();
    const { mint } = await createToken(chain, payer, 5n);
    const wire = await createSigned(chain, payer, await getTokenTransfer(payer, mint, recipient, 1n));
    const { instructions } = await chain.describeTransaction(wire);
    expect(instructions[0]?.inner?.map(({ programName }) => programName)).toEqual([
      'Token',
      'System',
      'Token',
      'Token',
    ]);
    expect(instructions[0]?.inner?.[1]?.accounts).toEqual([
      payer.address,
      await getTokenAddress(mint, recipient),
    ]);
    expect(instructions[1]?.inner).toBeUndefined();
  });
});

describe('several transactions', () => {
  it('are simulated one after another, and leave the chain as it was', async () => {
    const payer = await createFundedSigner(chain, 3n * SOL);
    const recipient = await createAddress();
    const { mint } = await createToken(chain, payer, 300n);
    const start = chain.getBalance(payer.address);
    const pay = async (text: string) =>
      createSigned(chain, payer, [
        getTransfer(payer.address, recipient, SOL),
        ...(await getTokenTransfer(payer, mint, recipient, 100n)),
        getMemo(text),
      ]);
    const repeated = await pay('two');
    const wires = [await pay('one'), repeated, await pay('three'), repeated];
    const state = await readState();
    const summaries = await chain.describeTransactions?.(wires);
    expect(await readState()).toEqual(state);
    expect(summaries?.map(({ error }) => error)).toEqual([
      undefined,
      undefined,
      'Error processing Instruction 0: custom program error: 0x1',
      'This transaction has already been processed',
    ]);
    const rent = (await chain.rpc('getMinimumBalanceForRentExemption', [165])) as bigint;
    const afterFirst = start - SOL - rent - FEE;
    expect(sortByGain(summaries?.[1]?.balanceChanges)).toEqual([
      { address: payer.address, before: afterFirst, after: afterFirst - SOL - FEE },
      { address: recipient, before: SOL, after: 2n * SOL },
    ]);
    expect(sortByGain(summaries?.[1]?.tokenChanges)).toMatchObject([
      { owner: payer.address, before: 200n, after: 100n },
      { owner: recipient, before: 100n, after: 200n },
    ]);
    // The chain also executes them as before.
    for (const wire of wires.slice(0, 2)) await chain.sendTransaction(wire);
    expect(chain.getBalance(recipient)).toBe(2n * SOL);

    async function readState() {
      return Promise.all([
        chain.getBalance(payer.address),
        chain.getTokens(payer.address),
        chain.rpc('getAccountInfo', [recipient]).then((result) => (result as { value: unknown }).value),
        chain.getTokens(recipient),
        chain
          .rpc('getAccountInfo', [await getTokenAddress(mint, recipient), { encoding: 'base64' }])
          .then((result) => (result as { value: unknown }).value),
        chain.rpc('getTransactionCount', []),
      ]);
    }
  });

  it('may use a token that one of them creates', async () => {
    const payer = await createFundedSigner(chain);
    const sent: Uint8Array[] = [];
    const recording = {
      ...chain,
      sendTransaction: async (wire: Uint8Array) => {
        sent.push(wire);
        return { signature: new Uint8Array(64) };
      },
    };
    const { mint } = await createToken(recording, payer, 7n);
    const transfer = await createSigned(
      chain,
      payer,
      await getTokenTransfer(payer, mint, (await generateKeyPairSigner()).address, 3n),
    );
    const [, second] = (await chain.describeTransactions?.([...sent, transfer])) ?? [];
    expect(sortByGain(second?.tokenChanges)).toMatchObject([
      { owner: payer.address, before: 7n, after: 4n, decimals: 6 },
      { before: 0n, after: 3n, decimals: 6 },
    ]);
  });
});

/**
 * Changes in the order of their gain, because the order of a message's accounts depends on their random keys.
 */
function sortByGain<T extends Readonly<{ before: bigint; after: bigint }>>(changes: readonly T[] = []) {
  return [...changes].sort((a, b) => Number(a.after - a.before - (b.after - b.before)));
}

async function deriveMetadataAddress(mint: Address): Promise<Address> {
  const { encode } = getAddressEncoder();
  const seeds = ['metadata', encode(METADATA_PROGRAM), encode(mint)];
  const [derived] = await getProgramDerivedAddress({ programAddress: METADATA_PROGRAM, seeds });
  return derived;
}

/** Metadata in Metaplex's form, up to the symbol. The name has 32 bytes, and the symbol 10. */
function createMetadata(mint: Address, name: string, symbol: string): Uint8Array {
  const data = new Uint8Array(69 + 32 + 14);
  data[0] = 4;
  data.set(getAddressEncoder().encode(mint), 33);
  data[65] = 32;
  data.set(encodeUtf8(name), 69);
  data[101] = 10;
  data.set(encodeUtf8(symbol), 105);
  return data;
}
