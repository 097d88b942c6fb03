import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { dependencies, peerDependencies, peerDependenciesMeta } from '../../package.json';
import { bundle as bundleDapp, getFirst } from '../../scripts/bundles.mjs';
import { APP_LIST_TEXTS } from '../../src/dialogs/app-list-texts.js';
import { SCAN_TEXTS } from '../../src/dialogs/scan-texts.js';
import { DEFAULT_TEXTS } from '../../src/dialogs/texts.js';

/** With slashes on Windows, too, because it becomes a text in a script. */
const index = fileURLToPath(new URL('../../src/index.ts', import.meta.url)).replaceAll('\\', '/');

/** Bundles a dapp's script for browsers, minified: what is loaded first, and all of it. */
async function bundle(script: string) {
  const chunks = await bundleDapp(script.replace('mobile-wallet-standard', index));
  const first = getFirst(chunks);
  const join = (files: typeof chunks): string => files.map(({ code }) => code).join('\n');
  const later = chunks.filter((chunk) => !first.includes(chunk));
  return {
    first: join(first),
    all: join(chunks),
    firstModules: first.flatMap(({ moduleIds }) => moduleIds),
    /** The modules of each file that is loaded later. */
    later: later.map(({ moduleIds }) => moduleIds),
    modules: chunks.flatMap(({ moduleIds }) => moduleIds),
    firstFiles: first.length,
  };
}

/** The files that a dapp loads when it needs them, by a module of each. */
const LOCAL = ['src/wallet/calls/operations.ts', 'src/dialogs/index.ts'];
const LATER = [
  ...LOCAL,
  'src/dialogs/scan.ts',
  'src/dialogs/app-list.ts',
  'src/wallet/open/apps/open-in.ts',
  'src/wallet/open/apps/choose-app.ts',
  'src/wallet/open/apps/wallet-apps.ts',
  'src/wallet/open/other-wallet.ts',
  'src/dapp/open/remote.ts',
  'src/dapp/open/reflector.ts',
  'src/dapp/open/nostr.ts',
  'src/dapp/open/dial-unprobed.ts',
  'src/dapp/attestation-page.ts',
  'src/dapp/debug-log.ts',
  'src/wallet/open/option-names.ts',
];
/** The modules that only a session with a wallet on another device needs. */
const REMOTE =
  /open\/(remote|reflector|nostr|other-wallet)\.|connection\/(reflector|nostr|join)|protocol\/(nostr|relay|intermediary)|dialogs\/(scan|code)|node_modules/;

describe('what a dapp bundles', async () => {
  const dapp = await bundle(`import { registerMobileWallet } from 'mobile-wallet-standard';
      registerMobileWallet({ identity: { name: 'Example' } });`);

  it('has what opens sessions, what is shown, and what stands in for a wallet outside its first load', () => {
    const folders = dapp.firstModules.map((id) => /src\/(\w+)\//.exec(id)?.[1] ?? '');
    expect(new Set(folders)).toEqual(new Set(['', 'wallet', 'protocol', 'util']));
    const texts = Object.values({ ...DEFAULT_TEXTS, ...SCAN_TEXTS, ...APP_LIST_TEXTS }).filter((text) =>
      text.includes(' '),
    );
    const others = [
      'solana-wallet:',
      'WebSocket',
      'AES-GCM',
      'secp256k1',
      'REFLECTOR_ID',
      'EOSE',
      'mock',
      '<dialog',
    ];
    for (const text of [...texts, ...others]) expect(dapp.first).not.toContain(text);
    for (const text of ['solana-wallet:', 'WebSocket', 'AES-GCM']) expect(dapp.all).toContain(text);
    expect(dapp.all).not.toContain('mock');
  });

  it('loads one file first, one for sessions, one for dialogs, two for links, one for chosen apps and one for both, five for wallets on other devices, three for what few sessions have, and one for misspelt options', () => {
    expect(dapp.firstFiles).toBe(1);
    const names = dapp.later.map((ids) => LATER.filter((name) => ids.some((id) => id.endsWith(name))).join());
    expect(names.sort()).toEqual([...LATER].sort());
  });

  it('has nothing of wallets on other devices in its first load, in a local session and in dialogs', () => {
    const local = dapp.later.filter((ids) => ids.some((id) => LOCAL.some((name) => id.endsWith(name))));
    expect(local).toHaveLength(LOCAL.length);
    const loaded = [...dapp.firstModules, ...local.flat()].map((id) => id.split('/src/').at(-1) ?? '');
    expect(loaded.filter((id) => REMOTE.test(id))).toEqual([]);
    expect(dapp.modules.filter((id) => REMOTE.test(id)).length).toBeGreaterThan(10);
  });

  it('has nothing of Node, web3.js, kit or React Native', () => {
    expect(dapp.all).not.toMatch(/\bBuffer\b|\bprocess\.|\brequire\(/);
    const packages = dapp.modules.flatMap((id) => id.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []);
    // The code on the page, and the signatures of Nostr, each in a file that is loaded when it is needed.
    expect([...new Set(packages)].sort()).toEqual(['@noble/secp256k1', 'uqr']);
    expect(dapp.firstModules.filter((id) => id.includes('node_modules'))).toEqual([]);
  });

  it('of a dapp that uses one small function has only that function', async () => {
    const { all } = await bundle(
      `import { findMobileWalletError } from 'mobile-wallet-standard'; console.log(findMobileWalletError);`,
    );
    expect(all.length).toBeLessThan(500);
  });
});

describe('what a dapp installs', () => {
  it('is what other devices need, and the types of Wallet Standard: all else is optional', () => {
    const types = ['@solana/wallet-standard-features', '@wallet-standard/base', '@wallet-standard/features'];
    expect(Object.keys(dependencies).sort()).toEqual(['@noble/secp256k1', ...types, 'uqr']);
    const meta: Readonly<Record<string, { optional: boolean }>> = peerDependenciesMeta;
    expect(Object.keys(peerDependencies).filter((name) => !meta[name]?.optional)).toEqual([]);
  });
});
