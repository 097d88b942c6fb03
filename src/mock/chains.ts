export { createClusterChain } from './cluster-chain.js';
export { createRpcHandler, handleJsonRpc } from './json-rpc-server.js';
export { createLiteSvmChain, type LiteSvmChain } from './litesvm-chain.js';
