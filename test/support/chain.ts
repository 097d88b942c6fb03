import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  blockhash,
  compileTransaction,
  createNoopSigner,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getAddressEncoder,
  getTransactionEncoder,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type TransactionSigner,
} from '@solana/kit';
import type { Connection } from '@solana/web3.js';
import {
  createLiteSvmChain,
  type LiteSvmChain,
  type LiteSvmChainOptions,
} from '../../mock/src/chain/litesvm-chain.js';
import { createRpcHandler, createRpcUpgradeHandler } from '../../mock/src/install/rpc/json-rpc-server.js';

const LIMITS = { computeUnitLimit: 200_000, loadedAccountsDataSizeLimit: 65_536 };
export const SOL = 1_000_000_000n;
export const SYSTEM_PROGRAM = address('11111111111111111111111111111111');
export const MEMO_PROGRAM = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
export const COMPUTE_BUDGET = address('ComputeBudget111111111111111111111111111111');

/** A LiteSVM chain behind a real HTTP and WebSocket server, and kit's RPC client for it. */
export async function startChain(options?: LiteSvmChainOptions) {
  const chain = createLiteSvmChain(options);
  const server = createServer(createRpcHandler(chain));
  const controller = new AbortController();
  server.on('upgrade', await createRpcUpgradeHandler(chain, { signal: controller.signal }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    controller.abort();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { chain, url, wsUrl: url.replace('http', 'ws'), rpc: createSolanaRpc(url), close };
}

/** Keeps web3.js from connecting again and again once its server is gone. */
export function stopReconnecting(connection: Connection): void {
  const { _rpcWebSocket } = connection as unknown as {
    _rpcWebSocket: { setAutoReconnect(isOn: boolean): void };
  };
  _rpcWebSocket.setAutoReconnect(false);
}

/** A new key pair with lamports. */
export async function createFundedSigner(chain: LiteSvmChain, lamports = 2n * SOL): Promise<KeyPairSigner> {
  const signer = await generateKeyPairSigner();
  chain.airdrop(signer.address, lamports);
  return signer;
}

export async function createAddress(): Promise<Address> {
  return (await generateKeyPairSigner()).address;
}

export function getTransfer(from: Address, to: Address, amount: bigint): Instruction {
  const data = new Uint8Array(12);
  const view = new DataView(data.buffer);
  view.setUint32(0, 2, true);
  view.setBigUint64(4, amount, true);
  return {
    programAddress: SYSTEM_PROGRAM,
    accounts: [
      { address: from, role: AccountRole.WRITABLE_SIGNER },
      { address: to, role: AccountRole.WRITABLE },
    ],
    data,
  };
}

/** Creates an account of `space` bytes for a program, with enough lamports to be exempt from rent. */
export async function getCreateAccount(
  chain: LiteSvmChain,
  payer: Address,
  created: KeyPairSigner,
  space: number,
  owner: Address,
): Promise<Instruction> {
  const rent = (await chain.rpc('getMinimumBalanceForRentExemption', [space])) as bigint;
  const data = new Uint8Array(52);
  const view = new DataView(data.buffer);
  view.setBigUint64(4, rent, true);
  view.setBigUint64(12, BigInt(space), true);
  data.set(getAddressEncoder().encode(owner), 20);
  const accounts = [
    { address: payer, role: AccountRole.WRITABLE_SIGNER },
    { address: created.address, role: AccountRole.WRITABLE_SIGNER, signer: created },
  ];
  return { programAddress: SYSTEM_PROGRAM, accounts, data };
}

export function getMemo(text: string): Instruction {
  return { programAddress: MEMO_PROGRAM, data: new TextEncoder().encode(text) };
}

export function getComputeUnitPrice(microLamports: bigint): Instruction {
  const data = new Uint8Array(9);
  data[0] = 3;
  new DataView(data.buffer).setBigUint64(1, microLamports, true);
  return { programAddress: COMPUTE_BUDGET, data };
}

export function getComputeUnitLimit(units: number): Instruction {
  const data = new Uint8Array(5);
  data[0] = 2;
  new DataView(data.buffer).setUint32(1, units, true);
  return { programAddress: COMPUTE_BUDGET, data };
}

export async function fetchBlockhash(chain: LiteSvmChain): Promise<Blockhash> {
  const latest = (await chain.rpc('getLatestBlockhash', [])) as { value: { blockhash: string } };
  return blockhash(latest.value.blockhash);
}

export function createMessage(
  payer: TransactionSigner,
  recent: Blockhash,
  instructions: readonly Instruction[],
  version: 'legacy' | 0 | 1 = 0,
) {
  return pipe(
    createTransactionMessage({ version }),
    (message) => setTransactionMessageFeePayerSigner(payer, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash({ blockhash: recent, lastValidBlockHeight: 0n }, message),
    (message) => appendTransactionMessageInstructions(instructions, message),
    // A message of version 1 must say its limits.
    (message) =>
      message.version === 1
        ? (setTransactionMessageConfig(LIMITS, message as never) as typeof message)
        : message,
  );
}

/** A signed transaction on the newest blockhash, as wire bytes. */
export async function createSigned(
  chain: LiteSvmChain,
  payer: KeyPairSigner,
  instructions: readonly Instruction[],
  version?: 'legacy' | 0 | 1,
): Promise<Uint8Array> {
  const message = createMessage(payer, await fetchBlockhash(chain), instructions, version);
  const signed = await signTransactionMessageWithSigners(message);
  return Uint8Array.from(getTransactionEncoder().encode(signed));
}

/** The same without a signature. */
export async function createUnsigned(
  chain: LiteSvmChain,
  payer: Address,
  instructions: readonly Instruction[],
  version?: 'legacy' | 0 | 1,
): Promise<Uint8Array> {
  const message = createMessage(createNoopSigner(payer), await fetchBlockhash(chain), instructions, version);
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)));
}
