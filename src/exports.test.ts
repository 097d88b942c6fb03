import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const SESSION = ['MobileWalletError', 'isMobileWalletError', 'splitSignedMessage', 'transact'];
const EXPORTS = {
  '.': [
    () => import('./index.js'),
    ['MobileWalletError', 'createMobileWallet', 'isMobileWalletError', 'registerMobileWallet'],
  ],
  './session': [() => import('./dapp/index.js'), SESSION],
  './kit': [() => import('./flavours/kit.js'), [...SESSION, 'getAccountAddress']],
  './web3js': [() => import('./flavours/web3js.js'), [...SESSION, 'getAccountPublicKey']],
  './legacy': [() => import('./flavours/legacy.js'), [...SESSION, 'getAccountPublicKey']],
  './endpoint': [
    () => import('./endpoint.js'),
    [
      'CHAINS',
      'DEFAULT_CHAIN',
      'JSON_RPC',
      'MobileWalletError',
      'PLAYED_PHONE',
      'SUBPROTOCOLS',
      'WALLET_RPC',
      'abortable',
      'concatBytes',
      'createAssociationKeyPair',
      'createChannelPair',
      'createDappHello',
      'createInbox',
      'createInvalidArgumentError',
      'createRpcClient',
      'createSecureChannel',
      'createSessionClosedError',
      'createSessionKeyPair',
      'createSignInText',
      'createWebSocketChannel',
      'dappHandshake',
      'decodeBase58',
      'decodeBase64',
      'decodeBase64Url',
      'decodeHelloReq',
      'decodeHelloRsp',
      'decodeTextFrame',
      'decodeUtf8',
      'delay',
      'deriveSessionKeys',
      'encodeBase58',
      'encodeBase64',
      'encodeBase64Url',
      'encodeHelloReq',
      'encodeHelloRsp',
      'encodeJsonRpc',
      'encodeUtf8',
      'equalBytes',
      'exportPoint',
      'getAssociationUri',
      'getCluster',
      'getFrameSequence',
      'getRandomPort',
      'getSessionProperties',
      'isBytes',
      'isJsonObject',
      'isMobileWalletError',
      'openFrame',
      'openWebSocketChannel',
      'parseAssociationUri',
      'parseJsonRpcRequest',
      'parseJsonRpcResponse',
      'parseSessionProperties',
      'parseSignInText',
      'playPhone',
      'sealFrame',
      'serveRpc',
      'walletHandshake',
    ],
  ],
  './mock': [
    () => import('./mock/index.js'),
    [
      'ChainError',
      'REFERENCE_QUIRKS',
      'approveAll',
      'createChannelPair',
      'createMockWallet',
      'declineAll',
      'isChainError',
      'parseAssociationUri',
    ],
  ],
  './mock/chains': [
    () => import('./mock/load-chains.js'),
    [
      'createClusterChain',
      'createLiteSvmChain',
      'createRpcHandler',
      'createRpcUpgradeHandler',
      'handleJsonRpc',
    ],
  ],
  './mock/server': [() => import('./mock/server.js'), ['openAssociation']],
  './mock/vite': [() => import('./mock/vite.js'), ['mockWallet']],
  './mock/playwright': [
    () => import('./mock/load-playwright.js'),
    ['installMockWallet', 'mockWalletFixtures', 'test'],
  ],
} as const;

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

describe('the package', () => {
  it('exports these subpaths', () => {
    const { exports } = manifest;
    expect(Object.keys(exports)).toEqual([...Object.keys(EXPORTS), './package.json']);
  });

  it('gives the same types to tools that do not read `exports`', () => {
    const { exports, main, types, typesVersions } = manifest;
    expect({ types, default: main }).toEqual(exports['.']);
    const subpaths = Object.keys(EXPORTS).filter((subpath) => subpath !== '.');
    expect(typesVersions).toEqual({
      '*': Object.fromEntries(subpaths.map((subpath) => [subpath.slice(2), [exports[subpath].types]])),
    });
  });

  // npm enforces the range of an optional peer too: an app with another version could not install this package.
  it('has two peers, both optional and of any version', () => {
    expect(manifest.peerDependencies).toEqual({ '@solana/kit': '*', '@solana/web3.js': '*' });
    expect(manifest.peerDependenciesMeta).toEqual({
      '@solana/kit': { optional: true },
      '@solana/web3.js': { optional: true },
    });
  });

  it.each(Object.entries(EXPORTS))('exports from %s these values', async (_, [load, names]) => {
    expect(Object.keys(await load()).sort()).toEqual([...names].sort());
  });
});
