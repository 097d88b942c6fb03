import {
  AccountRole,
  type Address,
  address,
  compileTransaction,
  createDefaultRpcTransport,
  createSolanaRpcFromTransport,
  decompileTransactionMessage,
  getBase64Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  type KeyPairSigner,
  type RpcTransport,
  signTransaction,
} from '@solana/kit';
import { serveOrders } from '../../docs/example/server/handle-orders.js';
import type { Order, Shop } from '../../docs/example/server/orders.js';
import { handleJsonRpc, stringifyJson } from '../../mock/src/chain/json-rpc.js';
import type { LiteSvmChain } from '../../mock/src/chain/litesvm-chain.js';
import { createSigned, fetchBlockhash, getTransfer, startChain } from './chain.js';

/** The example's address. */
export const SHOP = address('11111111111111111111111111111112');
export const PRICE = 10_000_000n;

/** A chain whose time can be put forward, so that blockhashes expire. */
export async function startShopChain(options?: Parameters<typeof startChain>[0]) {
  let ahead = 0;
  const running = await startChain({ ...options, now: () => Date.now() + ahead });
  /** By default, longer than a blockhash lives: 150 slots of 400 ms. */
  const wait = (ms = 62_000): void => {
    ahead += ms;
  };
  return { ...running, wait };
}

/** The RPC of a chain, but without HTTP, which would take most of the time of a property that asks often. */
export function createDirectRpc(chain: LiteSvmChain) {
  const ask = async ({ payload }: Parameters<RpcTransport>[0]) =>
    JSON.parse(await handleJsonRpc(chain, stringifyJson(payload)));
  return createSolanaRpcFromTransport(ask as RpcTransport);
}

/** Changes what an RPC answers. */
export type Tamper = (method: string, params: readonly unknown[], answer: () => Promise<unknown>) => unknown;

/** An RPC whose answers are changed from now on by what is set as its `tamper`. */
export function createTamperedRpc(url: string) {
  const transport = createDefaultRpcTransport({ url });
  const state: { tamper?: Tamper | undefined } = {};
  const tampered = async (config: Parameters<RpcTransport>[0]) => {
    const { id, method, params } = config.payload as { id: string; method: string; params: unknown[] };
    if (!state.tamper) return transport(config);
    const answer = async () => ((await transport(config)) as { result: unknown }).result;
    return { jsonrpc: '2.0', id, result: await state.tamper(method, params, answer) };
  };
  return { rpc: createSolanaRpcFromTransport(tampered as RpcTransport), state };
}

export const createOrder = (amount = PRICE): Order => ({ amount, tries: [], arrived: [] });

/** A shop that answers the requests of pages, as `fetch` of a page does. */
export function createFetch(shop: Shop, orders: Record<string, Order>) {
  const handle = serveOrders(shop, async (id) => orders[id]);
  return async (path: string, init?: RequestInit) =>
    handle(new Request(new URL(path, 'https://shop.example'), init));
}

type Change = (instructions: readonly Instruction[]) => readonly Instruction[];

/** Signs a transaction as a wallet does, which may change its instructions, and renew its blockhash. */
export async function signOffer(
  chain: LiteSvmChain,
  signer: KeyPairSigner,
  transaction: string,
  change: Change = (instructions) => instructions,
  isRenewed = false,
) {
  const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(transaction));
  const message = decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(messageBytes));
  const lifetime = 'lifetimeConstraint' in message && message.lifetimeConstraint;
  const lifetimeConstraint = isRenewed
    ? { blockhash: await fetchBlockhash(chain), lastValidBlockHeight: 0n }
    : lifetime;
  const changed = { ...message, lifetimeConstraint, instructions: change(message.instructions) };
  const signed = await signTransaction([signer.keyPair], compileTransaction(changed as never));
  return getBase64Decoder().decode(getTransactionEncoder().encode(signed));
}

/** Sends a transaction. Returns what a wallet hears of it. */
export const submit = (chain: LiteSvmChain, wire: string): Promise<string> =>
  chain.rpc('sendTransaction', [wire, { encoding: 'base64' }]).then(
    () => 'sent',
    (error: Error) => error.message,
  );

/** Returns a transfer that also names these addresses. */
export function getNaming(
  from: Address,
  to: Address,
  amount: bigint,
  ...named: readonly Address[]
): Instruction {
  const transfer = getTransfer(from, to, amount);
  const accounts = named.map((reference) => ({ address: reference, role: AccountRole.READONLY }));
  return { ...transfer, accounts: [...(transfer.accounts ?? []), ...accounts] };
}

/** Puts a transaction onto the chain, even if it fails there. */
export async function putOnto(
  chain: LiteSvmChain,
  payer: KeyPairSigner,
  instructions: readonly Instruction[],
  version: 0 | 1 = 0,
): Promise<void> {
  const wire = getBase64Decoder().decode(await createSigned(chain, payer, instructions, version));
  await chain.rpc('sendTransaction', [wire, { encoding: 'base64', skipPreflight: true }]);
}

/** Creates an empty `localStorage`, whose keys are its own properties, as a browser's are. */
export function createStorage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = String(value);
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods) as Storage;
}
