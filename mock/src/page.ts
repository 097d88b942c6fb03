/**
 * A mock wallet in the dapp's own page, without a server.
 *
 * @module
 */

export { createPageChain, type PageChainOptions } from './chain/page-chain/page-chain.js';
export type { RpcNotification, RpcSubscriptions } from './chain/svm/rpc-subscriptions.js';
export type { SvmChain } from './chain/svm/svm-chain.js';
export { type IdlPrograms, readIdls } from './explain/instructions/idl-programs.js';
export {
  type AnswerRpc,
  createPageWallet,
  type PagePanelOptions,
  type PageWallet,
  type PageWalletChain,
  type PageWalletOptions,
} from './install/page-wallet/page-wallet.js';
