export { type ClusterChain, type ClusterChainOptions, createClusterChain } from './cluster-chain.js';
export { type IdlPrograms, readIdls } from './instructions/idl-programs.js';
export { handleJsonRpc } from './json-rpc.js';
export { createRpcHandler } from './json-rpc-server.js';
export { createLiteSvmChain, type LiteSvmChain, type LiteSvmChainOptions } from './litesvm-chain.js';
export { createRpcUpgradeHandler } from './rpc-socket-server.js';
