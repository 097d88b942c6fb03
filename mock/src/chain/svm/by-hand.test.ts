import { generateKeyPairSigner } from '@solana/kit';
import { Connection, Keypair, PublicKey } from '@solana/web3.js';
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createAddress,
  createFundedSigner,
  createSigned,
  getTransfer,
  MEMO_PROGRAM,
  SOL,
  SYSTEM_PROGRAM,
  startChain,
  stopReconnecting,
} from '../../../../test/support/chain.js';
import { createToken, getTokenAddress, getTokenTransfer } from '../../../../test/support/tokens.js';
import { NATIVE_MINT } from '../../explain/instructions/program-addresses.js';
import { createLiteSvmChain, type LiteSvmChainOptions } from '../litesvm-chain.js';
import { createPageChain } from '../page-chain/page-chain.js';

/** The mint of USDC on Mainnet, which a new chain does not have. */
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Awaited<ReturnType<typeof createAddress>>;

async function start(options: LiteSvmChainOptions = {}) {
  const running = await startChain(options);
  onTestFinished(running.close);
  const connection = new Connection(running.url, { commitment: 'confirmed', wsEndpoint: running.wsUrl });
  onTestFinished(() => stopReconnecting(connection));
  return { ...running, connection };
}

describe.each([
  ['LiteSVM', createLiteSvmChain],
  ['the small chain', createPageChain],
])('tokens by hand, on %s', (_name, create) => {
  it('are the owner’s to pay with, at the real mint, which is there then', async () => {
    const chain = create();
    const owner = await createFundedSigner(chain);
    const recipient = await createAddress();
    const onChange = vi.fn();
    chain.watch(onChange);
    const account = await chain.setTokens({ owner: owner.address, mint: USDC, amount: 100_000_000 });
    expect(onChange).toHaveBeenCalled();
    expect(account).toBe(await getTokenAddress(USDC, owner.address));
    expect(await chain.getTokens(owner.address)).toMatchObject([
      { mint: USDC, amount: 100_000_000n, decimals: 6 },
    ]);
    expect(await chain.rpc('getTokenSupply', [USDC])).toMatchObject({ value: { uiAmountString: '100' } });
    await chain.sendTransaction(
      await createSigned(chain, owner, await getTokenTransfer(owner, USDC, recipient, 40_000_000n)),
    );
    expect(await chain.getTokens(recipient)).toMatchObject([{ mint: USDC, amount: 40_000_000n }]);
    await chain.setTokens({ owner: owner.address, mint: USDC, amount: 5n, decimals: 9 });
    expect(await chain.getTokens(owner.address)).toMatchObject([{ amount: 5n, decimals: 6 }]);
    expect(await chain.rpc('getTokenSupply', [USDC])).toMatchObject({ value: { amount: '40000005' } });
  });

  it('may be wrapped SOL, which lies in the account', async () => {
    const chain = create();
    const owner = await createAddress();
    const account = await chain.setTokens({ owner, mint: NATIVE_MINT, amount: SOL });
    const rent = (await chain.rpc('getMinimumBalanceForRentExemption', [165])) as bigint;
    expect(chain.getBalance(account)).toBe(rent + SOL);
    const { value } = (await chain.rpc('getAccountInfo', [account, { encoding: 'jsonParsed' }])) as {
      value: object;
    };
    expect(value).toMatchObject({ data: { parsed: { info: { isNative: true, mint: NATIVE_MINT } } } });
  });

  it('are gone after a reset, and refused where the mint is none', async () => {
    const chain = create();
    const owner = await createAddress();
    await chain.setTokens({ owner, mint: USDC, amount: 1 });
    chain.reset();
    expect(await chain.getTokens(owner)).toEqual([]);
    await expect(chain.setTokens({ owner, mint: SYSTEM_PROGRAM, amount: 1 })).rejects.toThrow('is no mint');
    await expect(chain.setTokens({ owner: 'x', mint: USDC, amount: 1 })).rejects.toThrow();
  });
});

it.each(['there', 'cloned from a cluster'])(
  'keeps decimals, and adds to the supply, of a mint that is %s',
  async (from) => {
    const cluster = await start();
    const payer = await createFundedSigner(cluster.chain);
    const { mint } = await createToken(cluster.chain, payer, 7n);
    const chain = from === 'there' ? cluster.chain : createLiteSvmChain({ clusterUrl: cluster.url });
    const owner = await createAddress();
    await chain.setTokens({ owner, mint, amount: 3, decimals: 2 });
    expect(await chain.getTokens(owner)).toMatchObject([{ amount: 3n, decimals: 6 }]);
    expect(await chain.rpc('getTokenSupply', [mint])).toMatchObject({ value: { amount: '10' } });
  },
);

describe('an account by hand', () => {
  it('is there as it was written, is told to its subscribers alone, and goes without lamports', async () => {
    const { chain, connection } = await start();
    const [address, other] = [Keypair.generate().publicKey, Keypair.generate().publicKey];
    const seen: [string, number][] = [];
    const subscribe = (name: string, key: PublicKey) =>
      connection.onAccountChange(key, ({ lamports }) => seen.push([name, lamports]));
    subscribe('other', other);
    subscribe('written', address);
    connection.onProgramAccountChange(new PublicKey(MEMO_PROGRAM), ({ accountInfo }) =>
      seen.push(['program', accountInfo.lamports]),
    );
    const account = { address: address.toBase58(), owner: MEMO_PROGRAM, data: new Uint8Array([1, 2, 3]) };
    // Subscriptions have no event of their own in web3.js, so it is written until they tell of it.
    await expect
      .poll(() => {
        chain.setAccount({ ...account, lamports: 5_000_000 });
        return new Set(seen.map(([name]) => name));
      })
      .toEqual(new Set(['written', 'program']));
    expect(await connection.getAccountInfo(address)).toMatchObject({
      lamports: 5_000_000,
      data: Buffer.from([1, 2, 3]),
      executable: false,
      owner: new PublicKey(MEMO_PROGRAM),
    });
    chain.setAccount({ address: account.address, lamports: 0 });
    expect(await connection.getAccountInfo(address)).toBeNull();
    expect(() => chain.setAccount({ address: 'x', lamports: 1 })).toThrow();
    expect(() => chain.setAccount({ address: account.address, lamports: 1, owner: 'x' })).toThrow();
  });
});

describe('blockhashes', () => {
  it('expire by hand: for the chain, and by their block height for a client that waits', async () => {
    const { chain, connection } = await start();
    const payer = await createFundedSigner(chain);
    const latest = await connection.getLatestBlockhash();
    const wire = await createSigned(chain, payer, [getTransfer(payer.address, await createAddress(), SOL)]);
    const signature = encodeBase58(wire.subarray(1, 65));
    chain.expireBlockhashes();
    await expect(chain.sendTransaction(wire)).rejects.toMatchObject({ reason: 'expired' });
    await expect(connection.sendRawTransaction(wire)).rejects.toThrow('Blockhash not found');
    await expect(connection.confirmTransaction({ signature, ...latest })).rejects.toThrow(
      'block height exceeded',
    );
    const next = await createSigned(chain, payer, [getTransfer(payer.address, await createAddress(), SOL)]);
    await expect(chain.sendTransaction(next)).resolves.toHaveProperty('signature');
  });
});

describe('the RPC', () => {
  afterEach(() => vi.restoreAllMocks());

  it('answers 429 as long as it is told to, which web3.js tries again', async () => {
    const { chain, connection, url } = await start();
    const warned = vi.spyOn(console, 'error').mockImplementation(() => chain.changeRpc({ httpStatus: 200 }));
    chain.changeRpc({ httpStatus: 429 });
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'getSlot' });
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body });
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({ id: 7, error: { code: 429 } });
    expect(await connection.getSlot()).toBeGreaterThan(0);
    expect(warned).toHaveBeenCalledWith(expect.stringContaining('429 Too Many Requests'));
  });

  it('answers late', async () => {
    const { chain, connection } = await start({ delayMs: 100 });
    const started = performance.now();
    await connection.getSlot();
    // A timer of Node may be a millisecond early.
    expect(performance.now() - started).toBeGreaterThan(98);
    chain.changeRpc({ delayMs: 0 });
    expect(chain.getRpcSettings().delayMs).toBe(0);
  });

  it('is slots behind, and does not know what came since', async () => {
    const { chain, connection } = await start({ slotDuration: 3_600_000 });
    const payer = await createFundedSigner(chain);
    const {
      context: { slot },
    } = await connection.getLatestBlockhashAndContext();
    const send = async () => {
      const transfer = getTransfer(payer.address, await createAddress(), SOL / 10n);
      return encodeBase58(
        (await chain.sendTransaction(await createSigned(chain, payer, [transfer]))).signature,
      );
    };
    chain.changeRpc({ slotsBehind: 2 });
    await expect(
      connection.getBalance(new PublicKey(payer.address), { minContextSlot: slot }),
    ).rejects.toThrow('Minimum context slot has not been reached');
    const signature = await send();
    expect((await connection.getSignatureStatus(signature)).value).toBeNull();
    expect(await connection.getSlot()).toBe(slot - 1);
    await send();
    expect((await connection.getSignatureStatus(signature)).value).toMatchObject({
      confirmationStatus: 'finalized',
    });
  });

  it('tells of a priority fee that is paid', async () => {
    const { chain, connection } = await start({ priorityFee: 12_000 });
    expect((await connection.getRecentPrioritizationFees()).at(-1)?.prioritizationFee).toBe(12_000);
    chain.changeRpc({ priorityFee: 0 });
    expect((await connection.getRecentPrioritizationFees()).at(-1)?.prioritizationFee).toBe(0);
  });

  it('has its first settings again after a reset', async () => {
    const { address } = await generateKeyPairSigner();
    const chain = createLiteSvmChain({ priorityFee: 3 });
    chain.changeRpc({ httpStatus: 503, priorityFee: 4 });
    await expect(chain.rpc('getBalance', [address])).rejects.toMatchObject({ code: 503 });
    chain.reset();
    expect(chain.getRpcSettings()).toEqual({
      stages: false,
      slotsBehind: 0,
      delayMs: 0,
      httpStatus: 200,
      priorityFee: 3,
    });
  });

  it.each([
    [{ speed: 1 }, TypeError, 'stages, slotsBehind, delayMs, httpStatus, priorityFee'],
    [{ stages: 1 }, TypeError, '`changes.stages` must be true or false'],
    [{ delayMs: -1 }, RangeError, '`changes.delayMs` must be an integer'],
    [{ httpStatus: 4 }, RangeError, '`changes.httpStatus` must be an HTTP status from 200 on'],
  ])('refuses %j', (changes, type, text) => {
    const chain = createLiteSvmChain();
    expect(() => chain.changeRpc(changes as object)).toThrow(type);
    expect(() => chain.changeRpc(changes as object)).toThrow(text);
    expect(() => createPageChain(changes as object)).toThrow(text);
  });
});

it('has a mint that was written for the Token program', async () => {
  const chain = createLiteSvmChain();
  await chain.setTokens({ owner: await createAddress(), mint: USDC, amount: 1 });
  expect(await chain.rpc('getAccountInfo', [USDC, { encoding: 'jsonParsed' }])).toMatchObject({
    value: { owner: TOKEN_PROGRAM_ADDRESS, data: { parsed: { type: 'mint', info: { decimals: 6 } } } },
  });
});
