import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../process.mjs';
import { checkFlags, checkOptions } from './options.mjs';
import { makeOptionsPage, OPTIONS_PAGE } from './options-page.mjs';
import { listPagesWithCode } from './pages.mjs';
import { readPage } from './read-page.mjs';

/** The types whose properties a user writes or calls. */
const TARGETS = [
  { file: 'src/wallet/options.ts', type: 'MobileWalletOptions' },
  { file: 'src/wallet/features.ts', type: 'TransactOptions' },
  { file: 'src/dapp/open-session.ts', type: 'SessionConfig' },
  { file: 'src/dapp/offer.ts', type: 'Remote' },
  { file: 'mock/src/wallet/mock-wallet.ts', type: 'MockWalletOptions' },
  { file: 'mock/src/vite.ts', type: 'MockWalletPluginOptions' },
  { file: 'mock/src/chain/litesvm-chain.ts', type: 'LiteSvmChainOptions' },
  { file: 'mock/src/install/page-wallet/page-wallet.ts', type: 'PageWalletOptions' },
  { file: 'mock/src/install/page-wallet/page-wallet.ts', type: 'PagePanelOptions' },
  { file: 'mock/src/playwright.ts', type: 'InstallOptions' },
  { file: 'mock/src/playwright.ts', type: 'MockWalletFixtures' },
  { file: 'mock/src/testing.ts', type: 'TestWallet' },
];
const COMMAND = 'mock/src/cli.ts';

/**
 * Checks that each public option and each flag of the command is described, and named in a document.
 *
 * @param {Readonly<{ isWriting: boolean }>} options whether to write the page of texts and quirks
 */
export async function checkAllOptions({ isWriting }) {
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
  const page = makeOptionsPage(root);
  if (isWriting) writeFileSync(join(root, OPTIONS_PAGE), page);
  const isCurrent = existsSync(join(root, OPTIONS_PAGE)) && read(OPTIONS_PAGE) === page;
  const stale = {
    page: OPTIONS_PAGE,
    line: 1,
    message: 'is not as the source says: check.mjs options --write',
  };
  const code = listPagesWithCode(root).flatMap((page) => readPage(read(page)).code);
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, 'tsconfig.json'),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
  );
  const options = checkOptions(TARGETS, {
    root: root.replace(/\/$/, ''),
    compilerOptions: config?.options ?? {},
    code,
  });
  const [, usage = ''] = /const USAGE = `([\s\S]*?)`;/.exec(read(COMMAND)) ?? [];
  const flags = checkFlags(COMMAND, usage, code);
  return {
    problems: [...(isCurrent ? [] : [stale]), ...options.problems, ...flags.problems],
    summary: `${options.count} options and ${flags.count} flags checked`,
  };
}
