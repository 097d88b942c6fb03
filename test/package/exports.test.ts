import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const COMMON = ['MobileWalletError', 'encodeBase58', 'findMobileWalletError', 'isMobileWalletError'];
const SESSION = [...COMMON, 'splitSignedMessage', 'transact'];
type Exports = Readonly<Record<string, readonly [load: () => Promise<object>, names: readonly string[]]>>;

const LIBRARY: Exports = {
  '.': [() => import('../../src/index.js'), [...COMMON, 'createMobileWallet', 'registerMobileWallet']],
  './session': [() => import('../../src/flavours/session.js'), SESSION],
  './kit': [
    () => import('../../src/flavours/kit.js'),
    [...SESSION, 'createAccountSigner', 'getAccountAddress'],
  ],
  './web3js': [() => import('../../src/flavours/web3js.js'), [...SESSION, 'getAccountPublicKey']],
  './legacy': [() => import('../../src/flavours/legacy.js'), [...SESSION, 'getAccountPublicKey']],
  './endpoint': [
    () => import('../../src/endpoint.js'),
    [
      'CHAINS',
      'CLUSTERS',
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
      'decodeReflectorId',
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
      'encodeReflectorId',
      'encodeUtf8',
      'equalBytes',
      'exportPoint',
      'findMobileWalletError',
      'getAssociationUri',
      'getCluster',
      'getFrameSequence',
      'getRandomPort',
      'getSessionProperties',
      'isBytes',
      'isJsonObject',
      'isMobileWalletError',
      'joinRemoteAssociation',
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
};
const MOCK: Exports = {
  '.': [
    () => import('../../mock/src/index.js'),
    [
      'ChainError',
      'FAULT_NAMES',
      'REFERENCE_QUIRKS',
      'approveAll',
      'createChannelPair',
      'createMockWallet',
      'createNamedFault',
      'declineAll',
      'isChainError',
      'parseAssociationUri',
    ],
  ],
  './chains': [
    () => import('../../mock/src/chains.js'),
    [
      'createClusterChain',
      'createLiteSvmChain',
      'createRpcHandler',
      'createRpcUpgradeHandler',
      'handleJsonRpc',
      'readIdls',
    ],
  ],
  './page': [() => import('../../mock/src/page.js'), ['createPageChain', 'createPageWallet', 'readIdls']],
  './page-frame': [() => import('../../mock/src/page-frame.js'), ['showWalletFrame']],
  './server': [
    () => import('../../mock/src/server.js'),
    ['attachReflector', 'createReflector', 'openAssociation'],
  ],
  './vite': [() => import('../../mock/src/vite.js'), ['mockWallet']],
  './playwright': [
    () => import('../../mock/src/load-playwright.js'),
    ['expect', 'installMockWallet', 'mockWalletFixtures', 'test'],
  ],
  './testing': [() => import('../../mock/src/testing.js'), ['createTestWallet']],
};
const PACKAGES = [
  { folder: '../../', peers: ['@solana/kit', '@solana/web3.js'], exported: LIBRARY },
  {
    folder: '../../mock/',
    peers: ['@codama/dynamic-parsers', '@codama/nodes-from-anchor', '@playwright/test', 'vite'],
    exported: MOCK,
  },
];

describe.each(PACKAGES)('the package in $folder', ({ folder, peers, exported }) => {
  const manifest = JSON.parse(readFileSync(new URL(`${folder}package.json`, import.meta.url), 'utf8'));
  const { exports, main, types, typesVersions } = manifest;

  it('exports these subpaths', () => {
    expect(Object.keys(exports)).toEqual([...Object.keys(exported), './package.json']);
  });

  it('gives the same types to tools that do not read `exports`', () => {
    expect({ types, default: main }).toEqual(exports['.']);
    const subpaths = Object.keys(exported).filter((subpath) => subpath !== '.');
    expect(typesVersions).toEqual({
      '*': Object.fromEntries(subpaths.map((subpath) => [subpath.slice(2), [exports[subpath].types]])),
    });
  });

  // npm enforces the range of an optional peer too: an app with another version could not install this package.
  it('has only peers that are optional and of any version', () => {
    expect(manifest.peerDependencies).toEqual(Object.fromEntries(peers.map((name) => [name, '*'])));
    expect(manifest.peerDependenciesMeta).toEqual(
      Object.fromEntries(peers.map((name) => [name, { optional: true }])),
    );
  });

  it.each(Object.entries(exported))('exports from %s these values', async (_, [load, names]) => {
    expect(Object.keys(await load()).sort()).toEqual([...names].sort());
  });
});
