import { importWithPeers } from './peers.js';

/** What `…/mock/chains` exports; its types are those of `chains.ts`. */
export const {
  createClusterChain,
  createLiteSvmChain,
  createRpcHandler,
  createRpcUpgradeHandler,
  handleJsonRpc,
} = await importWithPeers(
  'mobile-wallet-standard/mock/chains',
  ['@solana/kit', 'litesvm'],
  () => import('./chains.js'),
);
