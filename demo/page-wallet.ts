import { createPageWallet } from 'mock-mobile-wallet/page';

/** The wallet and the chain in this page, which shows the wallet's panel. */
export const pageWallet = await createPageWallet({ storageKey: 'demo:phone' });
pageWallet.showPanel({ frame: 'wallet/', isBeside: true });

/** Asks the chain, as kit's transport. */
export async function askPageChain<T>({ payload }: Readonly<{ payload: unknown }>): Promise<T> {
  return JSON.parse(await pageWallet.rpc(JSON.stringify(payload, writeBigInt))) as T;
}

/** The numbers of this page are small enough for JSON. */
function writeBigInt(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
