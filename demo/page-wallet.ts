import { createSolanaRpcFromTransport } from '@solana/kit';
import { createPageWallet, type PageWallet } from 'mock-mobile-wallet/page';

/** The wallet and the chain in this page; `undefined` in a browser that cannot sign. */
export const pageWallet: PageWallet | undefined = await createPageWallet({
  storageKey: 'mobile-wallet-standard-demo',
}).catch(() => undefined);

/** The chain's RPC. */
export const rpc = createSolanaRpcFromTransport(async <T>({ payload }: Readonly<{ payload: unknown }>) => {
  if (!pageWallet) throw new Error('There is no chain in this page');
  return JSON.parse(await pageWallet.rpc(JSON.stringify(payload, writeBigInt))) as T;
});

/** The numbers of this page are small enough for JSON. */
function writeBigInt(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
