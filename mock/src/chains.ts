export { type ClusterChain, type ClusterChainOptions, createClusterChain } from './chain/cluster-chain.js';
export { handleJsonRpc } from './chain/json-rpc.js';
export { createLiteSvmChain, type LiteSvmChain, type LiteSvmChainOptions } from './chain/litesvm-chain.js';
export { type IdlPrograms, readIdls } from './explain/instructions/idl-programs.js';
export { createRpcHandler, createRpcUpgradeHandler } from './install/rpc/json-rpc-server.js';
