/**
 * A mock wallet in the dapp's own page, without a server.
 *
 * @module
 */
export { type IdlPrograms, readIdls } from './instructions/idl-programs.js';
export { createPageChain, type PageChainOptions } from './page-chain/page-chain.js';
export type { AnswerRpc, PageWalletChain } from './page-wallet/page-rpc.js';
export {
  createPageWallet,
  type PagePanelOptions,
  type PageWallet,
  type PageWalletOptions,
} from './page-wallet/page-wallet.js';
export type { RpcNotification, RpcSubscriptions } from './svm/rpc-subscriptions.js';
export type { SvmChain } from './svm/svm-chain.js';
