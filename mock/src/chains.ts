export { createClusterChain } from './cluster-chain.js';
export { createRpcHandler, handleJsonRpc } from './json-rpc-server.js';
export { createLiteSvmChain, type LiteSvmChain } from './litesvm-chain.js';
export { createRpcUpgradeHandler } from './rpc-socket-server.js';
