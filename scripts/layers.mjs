import swc from '@swc/core';

/**
 * The layers of `src`, the lowest first: a file imports from its own layer or those below (ARCHITECTURE.md).
 */
const LAYERS = [
  '^src/util/',
  '^src/protocol/',
  '^src/connection/',
  '^src/dapp/',
  '^src/dialogs/',
  '^src/(wallet|transact|payments)/',
];
const MOCK = '^mock/';
/**
 * The rooms of the mock wallet, the lowest first, and then the files that its package.json exports
 * (mock/ARCHITECTURE.md).
 */
const ROOMS = ['values', 'explain', 'chain', 'wallet', 'sockets', 'phone', 'screens', 'install'].map(
  (room) => `^mock/src/${room}/`,
);
const BROWSER_CHAIN =
  '^mock/src/(explain/|chain/(svm|page-chain)/|phone/|install/page-wallet/|(page|page-frame)\\.ts$)';
/** The wallet in a wallet app's own browser is a wallet of the library. */
const BROWSER_WALLET = '^mock/src/install/wallet-browser/';
const NOT_BROWSER_WALLET = '^mock/(?!src/install/wallet-browser/)';
const FIRST = '^src/wallet/[^/]+$';
/** What only a wallet on another device needs, and the files that may not load it at once. */
const REMOTE = '^src/(dapp/open/(remote|reflector|nostr)|dialogs/scan)\\.ts$';
const NOT_REMOTE = '^src/((wallet|transact|dialogs)/|dapp/(?!open/(reflector|nostr)\\.ts$))';
const { parseFileSync } = swc;
// Dependency-cruiser parses TypeScript without JSX, and has no option for it.
Object.assign(swc, {
  parseFileSync: (/** @type {string} */ file, /** @type {import('@swc/core').TsParserConfig} */ options) =>
    parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') }),
});

/** The files that a dapp loads when they are first needed. */
const LAZY =
  '^src/(wallet/calls/operations|wallet/open/(apps/open-in|other-wallet|option-names)|dialogs/(index|scan|app-list)|transact/(create-transact|kit/codec|web3js-codec)|dapp/(attestation-page|debug-log|open/(dial-unprobed|reflector|nostr)))\\.ts$';

// Rules for dependency-cruiser, which counts imports of types too; Biome's own rule against circles passes
// those.
/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...LAYERS.map((path, index) =>
      forbid(`above layer ${index}`, path, { path: ['^src/', MOCK], pathNot: LAYERS.slice(0, index + 1) }),
    ),
    ...ROOMS.map((path, index) =>
      forbid(`above ${path}`, path, { path: MOCK, pathNot: ROOMS.slice(0, index + 1) }),
    ),
    forbid('code of calls in the first load', FIRST, { path: '^src/wallet/(calls|open)/', dynamic: false }),
    forbid('above grant', '^src/wallet/grant/', { path: '^src/wallet/(open|calls)/' }),
    forbid('above open', '^src/wallet/open/', { path: '^src/wallet/calls/' }),
    forbid('code for other devices in every session', NOT_REMOTE, { path: REMOTE, dynamic: false }),
    forbid('beside wallet', '^src/wallet/', { path: '^src/transact/' }),
    forbid('beside transact', '^src/transact/', { path: '^src/wallet/' }),
    forbid('beside payments', '^src/(wallet|transact)/', { path: '^src/payments/' }),
    forbid('far below payments', '^src/payments/', { path: '^src/', pathNot: '^src/(util|payments)/' }),
    forbid('far below dialogs', '^src/dialogs/', { path: '^src/(protocol|connection)/' }),
    forbid('beyond endpoint', '^src/endpoint', { path: '^src/', pathNot: LAYERS.slice(0, 3) }),
    forbid('beyond mock', NOT_BROWSER_WALLET, {
      path: '^src/',
      pathNot: '^src/(endpoint|transact/bytes)\\.ts$',
    }),
    forbid('beyond mock', BROWSER_WALLET, { path: '^src/', pathNot: '^src/(endpoint|index)\\.ts$' }),
    forbid('LiteSVM in a chain for browsers', BROWSER_CHAIN, { path: '^mock/src/chain/litesvm' }),
    forbid('Node in a chain for browsers', BROWSER_CHAIN, { dependencyTypes: ['core'] }),
    forbid('mock in index', '^src/index', { path: MOCK }),
    forbid('dynamic import', '^src/', { dynamic: true, pathNot: LAZY }),
    forbid('circle', '', { circular: true }),
  ],
  options: {
    // The default parser needs TypeScript's API, which TypeScript 7 does not have.
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: { path: ['\\.test(-support)?\\.ts$', 'node_modules', '^dist'] },
  },
};

/**
 * @param {string} name @param {string} path of the files that may not import
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['to']} to
 * @returns {import('dependency-cruiser').IRegularForbiddenRuleType}
 */
function forbid(name, path, to) {
  return { name, severity: 'error', from: { path }, to };
}
