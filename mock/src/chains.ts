export { type ClusterChain, type ClusterChainOptions, createClusterChain } from './chain/cluster-chain.js';
export { handleJsonRpc } from './chain/json-rpc.js';
export { createLiteSvmChain, type LiteSvmChain, type LiteSvmChainOptions } from './chain/litesvm-chain.js';
export { type IdlPrograms, readIdls } from './explain/instructions/idl-programs.js';
export { createRpcHandler } from './install/rpc/json-rpc-server.js';
export { createRpcUpgradeHandler } from './install/rpc/rpc-socket-server.js';
