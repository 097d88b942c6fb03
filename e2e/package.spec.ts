import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ensureInstalled } from '../scripts/install.mjs';
import { root } from '../scripts/process.mjs';
import { createDapp, MOCK_PACKAGES, packedFiles } from './package/dapp.js';

const OLDEST_TYPESCRIPT = 'e2e/package/typescript-5.4';
const REPOSITORY = 'https://github.com/mobile-wallet-standard/mobile-wallet-standard/blob/main/';

const CONSUMERS = {
  main: `import { createMobileWallet, findMobileWalletError, MobileWalletError, registerMobileWallet } from 'mobile-wallet-standard';
    const registration = registerMobileWallet({ identity: { name: 'Example' } });
    const wallet = registration.registered ? registration.wallet : createMobileWallet({ identity: { name: 'Example' } });
    const { transact } = wallet.features['mobile-wallet-standard:transact'];
    export const signatures: Promise<Uint8Array[]> = transact((mobile) =>
      mobile.signAndSendTransactions({ transactions: [new Uint8Array(1)] }),
    );
    export const error: unknown = new MobileWalletError('INVALID_ARGUMENT', 'a', { argument: 'b' }, { cause: 'c' });
    export const argument = findMobileWalletError(error, 'INVALID_ARGUMENT')?.context.argument ?? '';`,
  session: `import { transact } from 'mobile-wallet-standard/session';
    export const signed: Promise<Uint8Array[]> = transact((wallet) =>
      wallet.signTransactions({ transactions: [new Uint8Array(1)] }),
    );`,
  endpoint: `import { createWebSocketChannel, getSessionProperties, parseAssociationUri, serveRpc, walletHandshake } from 'mobile-wallet-standard/endpoint';
    export async function serve(socket: WebSocket, uri: string): Promise<unknown> {
      const { associationPublicKey, versions } = parseAssociationUri(uri);
      const channel = createWebSocketChannel(socket);
      const { secure } = await walletHandshake(channel, associationPublicKey, getSessionProperties(versions));
      return serveRpc(secure, (method) => ({ error: { code: -32601, message: method } }));
    }`,
  mock: `import { ChainError, createMockWallet } from 'mock-mobile-wallet';
    export const error = new ChainError('replay', 'a', { cause: 'b' });
    export const address: Promise<string | undefined> = createMockWallet().then(({ accounts }) => accounts[0]?.address);`,
  mockParts: `export * from 'mock-mobile-wallet/chains';
    export * from 'mock-mobile-wallet/page-frame';
    export * from 'mock-mobile-wallet/playwright';
    export * from 'mock-mobile-wallet/server';
    export * from 'mock-mobile-wallet/testing';
    export * from 'mock-mobile-wallet/vite';
    export { createPageWallet } from 'mock-mobile-wallet/page';`,
  kit: `import {
      type Address, type Blockhash, createTransactionMessage, setTransactionMessageFeePayerSigner,
      setTransactionMessageLifetimeUsingBlockhash, signAndSendTransactionMessageWithSigners,
      signOffchainMessageWithSigners, type SignatureBytes, signTransactionMessageWithSigners, type Transaction,
    } from '@solana/kit';
    import { type AccountSigner, createAccountSigner, getAccountAddress, transact } from 'mobile-wallet-standard/kit';
    export const signers: Promise<readonly AccountSigner[]> = transact(async (wallet) => {
      const { accounts } = await wallet.authorize();
      return accounts.flatMap((account) => [
        createAccountSigner(wallet, account),
        createAccountSigner(wallet, getAccountAddress(account)),
      ]);
    });
    export async function pay(signer: AccountSigner, blockhash: Blockhash, abortSignal: AbortSignal): Promise<SignatureBytes> {
      const empty = setTransactionMessageFeePayerSigner(signer, createTransactionMessage({ version: 0 }));
      const message = setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 1n }, empty);
      await signTransactionMessageWithSigners(message);
      await signOffchainMessageWithSigners({ version: 1, content: 'Hello', requiredSignatories: [signer] });
      return signAndSendTransactionMessageWithSigners(message, { abortSignal, minContextSlot: 1n });
    }
    export const send = (transaction: Transaction): Promise<SignatureBytes[]> =>
      transact((wallet) => wallet.signAndSendTransactions({ transactions: [transaction] }));
    export const address: Address = getAccountAddress({ address: 'AAAA' });`,
  web3js: `import type { PublicKey, VersionedTransaction } from '@solana/web3.js';
    import { getAccountPublicKey, transact } from 'mobile-wallet-standard/web3js';
    import { transact as transactLegacy } from 'mobile-wallet-standard/legacy';
    export const sign = (transaction: VersionedTransaction): Promise<VersionedTransaction[]> =>
      transact((wallet) => wallet.signTransactions({ transactions: [transaction] }));
    export const send = (transaction: VersionedTransaction): Promise<string[]> =>
      transactLegacy((wallet) => wallet.signAndSendTransactions({ transactions: [transaction] }));
    export const key: PublicKey = getAccountPublicKey({ address: 'AAAA' });`,
};

const WITHOUT_PEERS = ['main', 'session', 'endpoint'] as const;

/** Compiles consumers against the packed types with all checks on. Returns the compiler's output. */
function compile(
  names: readonly (keyof typeof CONSUMERS)[],
  typescript: string,
  packages: Readonly<Record<string, string>>,
  options: Readonly<Record<string, string | boolean | readonly string[]>> = {},
): string {
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true, types: [] },
    ...{ target: 'es2020', lib: ['es2020', 'dom', 'dom.iterable'] },
    ...{ module: 'esnext', moduleResolution: 'bundler', ...options },
  };
  const dapp = createDapp(packages, {
    ...Object.fromEntries(names.map((name) => [`${name}.ts`, CONSUMERS[name]])),
    'tsconfig.json': JSON.stringify({ compilerOptions }),
  });
  try {
    return dapp.run([join(root, typescript, 'node_modules/typescript/bin/tsc')]).output;
  } finally {
    dapp.remove();
  }
}

test.describe('the types', () => {
  for (const moduleResolution of ['bundler', 'node16', 'node10']) {
    test(`compile with TypeScript 5.4, ${moduleResolution} and the library of ES2020`, async () => {
      await ensureInstalled(OLDEST_TYPESCRIPT);
      const module = moduleResolution === 'node16' ? 'node16' : 'esnext';
      expect(compile(WITHOUT_PEERS, OLDEST_TYPESCRIPT, {}, { module, moduleResolution })).toBe('');
    });
  }

  test('compile with the newest TypeScript', () => {
    expect(compile(WITHOUT_PEERS, '.', {})).toBe('');
  });

  for (const version of ['kit-5', 'kit-6', 'kit-7', '@solana/kit']) {
    test(`of the kit flavour compile with ${version}`, () => {
      const options = { lib: ['es2022', 'dom', 'dom.iterable'] };
      expect(compile(['kit'], '.', { '@solana/kit': version }, options)).toBe('');
    });
  }

  for (const version of ['web3js-1.98.0', 'web3js-1.98.4', '@solana/web3.js']) {
    test(`of the web3.js flavours compile with ${version}`, () => {
      // The types of web3.js import those of Node.
      const packages = { '@solana/web3.js': version, '@types/node': '@types/node' };
      expect(compile(['web3js'], '.', packages, { types: ['node'] })).toBe('');
    });
  }
});

test.describe('the types of the mock wallet', () => {
  test('compile without the types of its dependencies', () => {
    const packages = {
      ...MOCK_PACKAGES,
      '@types/node': '@types/node',
      '@playwright/test': '@playwright/test',
      vite: 'vite',
    };
    const options = { target: 'es2022', lib: ['esnext', 'dom', 'dom.iterable'], types: ['node'] };
    expect(compile(['mock', 'mockParts'], '.', packages, options)).toBe('');
  });
});

test.describe('the package', () => {
  test('contains the files that its README links to, or the repository does', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const links = [...readme.matchAll(/(?:\]\(|^\[.+\]: )([^)#\s]+)/gm)].map(([, link = '']) => link);
    const missing = links.filter((link) => {
      if (link.startsWith(REPOSITORY)) return !existsSync(join(root, link.slice(REPOSITORY.length)));
      return !/^https?:/.test(link) && !packedFiles.includes(link);
    });
    expect(links.length).toBeGreaterThan(3);
    expect(missing).toEqual([]);
  });

  test('contains its changelog and its licence', () => {
    expect(packedFiles).toEqual(expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'README.md']));
  });
});

test.describe('the mock wallet', () => {
  const parts = ['', '/chains', '/page', '/page-frame', '/server', '/vite', '/playwright', '/testing'].map(
    (part) => `mock-mobile-wallet${part}`,
  );

  test('loads with one dev dependency beside Playwright, by import and by require', () => {
    const script = `
      import { createRequire } from 'node:module';
      const require = createRequire(process.cwd() + '/dapp.js');
      for (const part of ${JSON.stringify(parts)}) {
        const names = (module) => Object.keys(module).filter((name) => name !== '__esModule').sort().join();
        console.log(String(names(await import(part)) === names(require(part))));
      }`;
    const dapp = createDapp({ ...MOCK_PACKAGES, '@playwright/test': '@playwright/test' });
    const { output } = dapp.run(['--no-warnings', '--input-type=module', '--eval', script]);
    dapp.remove();
    expect(output.trim().split('\n')).toEqual(parts.map(() => 'true'));
  });

  test('says what to install if Playwright is missing, and otherwise needs neither it nor Vite', () => {
    const script = `
      import { createRequire } from 'node:module';
      const require = createRequire(process.cwd() + '/dapp.js');
      for (const part of ${JSON.stringify(parts)}) {
        for (const load of [(name) => import(name), async (name) => require(name)]) {
          await load(part).catch((error) => console.log(error.message));
        }
      }`;
    const dapp = createDapp(MOCK_PACKAGES);
    const { output } = dapp.run(['--no-warnings', '--input-type=module', '--eval', script]);
    dapp.remove();
    const message =
      '`mock-mobile-wallet/playwright` needs Playwright: run `npm install --save-dev @playwright/test`.';
    expect(output.trim().split('\n')).toEqual([message, message]);
  });
});
