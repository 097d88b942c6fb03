import {
  AccountRole,
  type Address,
  address,
  generateKeyPairSigner,
  getAddressEncoder,
  type Instruction,
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__INVALID_REQUEST,
} from '@solana/kit';
import { encodeBase58, encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createAddress,
  createFundedSigner,
  createSigned,
  getCreateAccount,
  SOL,
  SYSTEM_PROGRAM,
  startChain,
} from '../../../../test/support/chain.js';

const TOKEN_PROGRAM = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const MINT_SIZE = 82;
const TOKEN_ACCOUNT_SIZE = 165;
const DECIMALS = 6;
const MINTED = 1_500_000n;

const running = await startChain();
const payer = await createFundedSigner(running.chain, 10n * SOL);
const owner = await createAddress();
const mint = await generateKeyPairSigner();
const holding = await generateKeyPairSigner();
const instructions = [
  await getCreateAccount(running.chain, payer.address, mint, MINT_SIZE, TOKEN_PROGRAM),
  getTokenInstruction([20, DECIMALS, ...getAddressEncoder().encode(payer.address), 0], [mint.address]),
  await getCreateAccount(running.chain, payer.address, holding, TOKEN_ACCOUNT_SIZE, TOKEN_PROGRAM),
  getTokenInstruction([18, ...getAddressEncoder().encode(owner)], [holding.address, mint.address]),
  getTokenInstruction([7, ...getBytes(MINTED)], [mint.address, holding.address], payer.address),
];
await running.chain.sendTransaction(await createSigned(running.chain, payer, instructions));
afterAll(() => running.close());

function getTokenInstruction(
  data: readonly number[],
  writable: readonly Address[],
  signer?: Address,
): Instruction {
  const accounts = writable.map((key) => ({ address: key, role: AccountRole.WRITABLE }));
  const signers = signer ? [{ address: signer, role: AccountRole.READONLY_SIGNER }] : [];
  return { programAddress: TOKEN_PROGRAM, accounts: [...accounts, ...signers], data: Uint8Array.from(data) };
}

function getBytes(amount: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, amount, true);
  return bytes;
}

describe('getAccountInfo', () => {
  it('shows an account in Solana’s form, with every digit of its numbers', async () => {
    const { value, context } = await running.rpc.getAccountInfo(payer.address, { encoding: 'base64' }).send();
    expect(context.slot).toBeGreaterThan(0n);
    expect(value).toEqual({
      data: ['', 'base64'],
      executable: false,
      lamports: running.chain.getBalance(payer.address),
      owner: SYSTEM_PROGRAM,
      rentEpoch: 18_446_744_073_709_551_615n,
      space: 0n,
    });
  });

  it('is null for a missing account', async () => {
    const missing = await createAddress();
    expect((await running.rpc.getAccountInfo(missing, { encoding: 'base64' }).send()).value).toBeNull();
    expect((await running.rpc.getBalance(missing).send()).value).toBe(0n);
  });

  it('encodes data as base64, base58 and bare base58, whole or in part', async () => {
    const dataSlice = { offset: 0, length: 32 };
    const bytes = Uint8Array.from(getAddressEncoder().encode(mint.address));
    const get = async (config: object) =>
      (await running.rpc.getAccountInfo(holding.address, config as { encoding: 'base64' }).send()).value
        ?.data;
    expect(await get({ encoding: 'base64', dataSlice })).toEqual([encodeBase64(bytes), 'base64']);
    expect(await get({ encoding: 'base58', dataSlice })).toEqual([mint.address, 'base58']);
    expect(await get({ dataSlice })).toBe(mint.address);
  });

  it('refuses what it cannot encode', async () => {
    const get = (config: object) =>
      running.rpc.getAccountInfo(holding.address, config as { encoding: 'base64' }).send();
    const unsupported = await get({ encoding: 'base64+zstd' }).catch((error: unknown) => error);
    expect(isSolanaError(unsupported, SOLANA_ERROR__JSON_RPC__INVALID_PARAMS)).toBe(true);
    const tooLong = await get({ encoding: 'base58' }).catch((error: unknown) => error);
    expect(isSolanaError(tooLong, SOLANA_ERROR__JSON_RPC__INVALID_REQUEST)).toBe(true);
    const wrongAddress = await running.rpc
      .getBalance('nonsense' as Address)
      .send()
      .catch((error: unknown) => error);
    expect(isSolanaError(wrongAddress, SOLANA_ERROR__JSON_RPC__INVALID_PARAMS)).toBe(true);
  });

  it('shows several accounts in the order of the request', async () => {
    const missing = await createAddress();
    const keys = [mint.address, missing, holding.address];
    const { value } = await running.rpc.getMultipleAccounts(keys, { encoding: 'base64' }).send();
    expect(value.map((account) => account?.space)).toEqual([82n, undefined, 165n]);
  });
});

describe('token accounts', () => {
  const tokenAmount = { amount: '1500000', decimals: DECIMALS, uiAmount: 1.5, uiAmountString: '1.5' };

  it('have their balance and supply', async () => {
    expect((await running.rpc.getTokenAccountBalance(holding.address).send()).value).toEqual(tokenAmount);
    expect((await running.rpc.getTokenSupply(mint.address).send()).value).toEqual(tokenAmount);
    const error = await running.rpc
      .getTokenAccountBalance(payer.address)
      .send()
      .catch((reason: unknown) => reason);
    expect(isSolanaError(error, SOLANA_ERROR__JSON_RPC__INVALID_PARAMS)).toBe(true);
  });

  it('are found by owner, with a mint or a program, and parsed', async () => {
    const parsed = {
      program: 'spl-token',
      parsed: {
        type: 'account',
        info: { isNative: false, mint: mint.address, owner, state: 'initialized', tokenAmount },
      },
      space: 165n,
    };
    for (const filter of [{ mint: mint.address }, { programId: TOKEN_PROGRAM }]) {
      const { value } = await running.rpc
        .getTokenAccountsByOwner(owner, filter, { encoding: 'jsonParsed' })
        .send();
      expect(value.map((entry) => [entry.pubkey, entry.account.data])).toEqual([[holding.address, parsed]]);
    }
    const none = await running.rpc
      .getTokenAccountsByOwner(payer.address, { programId: TOKEN_PROGRAM }, { encoding: 'base64' })
      .send();
    expect(none.value).toEqual([]);
  });

  it('have a parsed mint, and any other account falls back to base64', async () => {
    const get = async (key: Address) =>
      (await running.rpc.getAccountInfo(key, { encoding: 'jsonParsed' }).send()).value?.data;
    expect(await get(mint.address)).toMatchObject({
      parsed: {
        type: 'mint',
        info: { decimals: DECIMALS, supply: '1500000', mintAuthority: payer.address, freezeAuthority: null },
      },
    });
    expect(await get(payer.address)).toEqual(['', 'base64']);
  });

  it('are among the program’s accounts, by size and by bytes', async () => {
    const bytes = encodeBase58(Uint8Array.from(getAddressEncoder().encode(owner))) as never;
    const memcmp = { offset: 32n, bytes, encoding: 'base58' as const };
    const get = async (filters: readonly object[]) => {
      const config = { encoding: 'base64', filters } as { encoding: 'base64' };
      return (await running.rpc.getProgramAccounts(TOKEN_PROGRAM, config).send()).map(
        (entry) => entry.pubkey,
      );
    };
    expect(await get([{ dataSize: 165n }, { memcmp }])).toEqual([holding.address]);
    expect(await get([{ dataSize: 82n }, { memcmp }])).toEqual([]);
    expect(await get([{ dataSize: 82n }])).toContain(mint.address);
  });
});
