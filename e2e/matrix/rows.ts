import { chromium, expect, type Page } from '@playwright/test';
import { findChromedriver, findChromium, getAdvice } from '../../scripts/browsers.mjs';
import { getPort } from '../../scripts/dev-server.mjs';
import { connectAndPay, connectAndSign, getApprove, getWallet } from '../panel.js';
import { readRunner, readUnpublished } from './guides.js';

/** A tool that dapps use, what it does, and what has to come of it. */
export type Row = Readonly<{
  name: string;
  /** Runs only before a release and by `npm run matrix`, because other rows or steps prove the same. */
  isExtra?: boolean;
  /** What a developer types in the workspace, or in `folder`. It has to succeed without a warning. */
  command?: string;
  env?: Readonly<Record<string, string>>;
  /** A new folder beside the workspace, for another package manager: see `createFolder`. */
  folder?: 'pinned' | 'library alone';
  /** The folder that is served as it is. */
  site?: string;
  /** The script of the tool's own server, with its arguments, but without the port. */
  server?: string;
  /** `npx mock-mobile-wallet` runs beside the page, in whose source is the script tag that it prints. */
  mock?: Readonly<{ port: string; page: string }>;
  /**
   * The page registers the wallet, a tap opens the wallet app, and at once no more bytes of JavaScript are
   * loaded, after gzip.
   */
  firstLoad?: number;
  /** `subpaths.html` imports every subpath. */
  hasSubpaths?: boolean;
  /** What else the page has to do. */
  use?: (page: Page) => Promise<void>;
  /** The message, if it cannot work. `docs/matrix.md` has the reasons. */
  fails?: RegExp;
}>;

/**
 * One install, and the rows that share it, one after the other. `name` is its folder here; `shared` are
 * folders with more files, perhaps with the folder to which they go.
 */
export type Workspace = Readonly<{
  name: string;
  shared?: readonly (string | readonly [from: string, to: string])[];
  isDesktop?: boolean;
  /** Why it is not run on this machine, if it is not. */
  skip?: string | false;
  rows: readonly Row[];
}>;

const EXTRA = { isExtra: true } as const;
const VITE = 'node_modules/vite/bin/vite.js dev';
/** An older Playwright or another runner would look for an older Chromium, or download one. */
const CHROMIUM = findChromium()?.executablePath ?? chromium.executablePath();
const CHROMEDRIVER = findChromedriver();

/** Returns why a workspace is not run, if its tool needs a newer Node than this one. */
const skipBelow = (version: string): string | false =>
  process.versions.node.localeCompare(version, 'en', { numeric: true }) < 0 && `needs Node ${version}`;

/** wallet-adapter shows the wallet, once, in its list and in its dialog. */
async function useWalletAdapter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Select Wallet' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Mobile Wallet Adapter' })).toBeVisible();
  await expect(page.locator('output')).toHaveText('Mobile Wallet Adapter');
  await page.keyboard.press('Escape');
}

/** A user presses the button of a page of the guides, and approves twice. */
async function sign(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sign a message/ }).click();
  await getApprove(page).click();
  await expect(getWallet(page).getByRole('heading', { name: 'Sign this message?' })).toBeVisible();
  await getApprove(page).click();
  await expect(page.getByText(/^Signed by [1-9A-HJ-NP-Za-km-z]{32,44}$/)).toBeVisible();
}

async function signOnceMounted(page: Page): Promise<void> {
  await page.locator('html[data-mounted]').waitFor();
  await sign(page);
}

async function signAndPay(page: Page): Promise<void> {
  await sign(page);
  await page.evaluate(() => localStorage.clear());
  // The files of the guides, which Next.js renders on its server first.
  const response = await page.goto(new URL('/pay', page.url()).href);
  expect(response?.status()).toBe(200);
  await connectAndPay(page);
}

const EXAMPLE = '../../docs/example';
const NEXT = 'node_modules/next/dist/bin/next';
const NEXT_MOCK = { port: getPort(), page: 'app/layout.tsx' };

const createNextRow = (bundler: string): Row => ({
  name: `Next.js, App Router, ${bundler}`,
  env: { DIST_DIR: `.next-${bundler}` },
  command: `next build --${bundler}`,
  server: `${NEXT} start`,
  firstLoad: 143_000,
});
const NEXT_ROWS: readonly Row[] = [
  createNextRow('turbopack'),
  // The row of webpack among the bundlers proves that one, and the row of Turbopack the framework.
  { ...createNextRow('webpack'), ...EXTRA },
  {
    name: 'Next.js, with the mock wallet',
    mock: NEXT_MOCK,
    env: { RPC_URL: `http://localhost:${NEXT_MOCK.port}/__mobile-wallet/rpc/devnet` },
    server: `${NEXT} dev`,
    use: signAndPay,
  },
];

const createSite = (name: string, command: string, site: string, firstLoad: number): Row => ({
  name,
  command,
  site,
  firstLoad,
});
const WALLET_ADAPTER = createSite('Vite, React and wallet-adapter', 'vite build', 'dist', 206_000);

const createBundlerRow = (name: string, command: string, firstLoad: number): Row => {
  const site = `dist/${name.toLowerCase()}`;
  return { name, command: `${command} && cp *.html ${site}`, site, firstLoad, hasSubpaths: true };
};

const PARCEL_SET = `npm pkg set --json @parcel/resolver-default.packageExports=true &&
  parcel build index.html subpaths.html --dist-dir dist/set --no-cache`;
const NO_SUBPATH = /Failed to resolve 'mobile-wallet-standard\//;
const PARCEL: readonly Row[] = [
  createSite('Parcel', 'parcel build index.html', 'dist', 7_150),
  { name: 'Parcel, without settings', command: 'parcel build subpaths.html --no-cache', fails: NO_SUBPATH },
  { ...createSite('Parcel, with `packageExports`', PARCEL_SET, 'dist/set', 7_150), hasSubpaths: true },
];

const createVitestRow = (environment: string): Row => ({
  name: `Vitest, ${environment}`,
  command: `vitest run --environment ${environment}`,
});

/** Jest hides Node's own globals there. */
const MISSING = /TextEncoder is not defined/;
const NO_REQUIRE = /Must use import to load ES Module/;
const HAPPY_DOM = '--env @happy-dom/jest-environment';
const createJestRow = (name: string, args: string, fails?: RegExp): Row => ({
  ...{ name: `Jest, ${name}`, command: `jest ${args}` },
  ...(args.includes('--env') ? { env: { NODE_OPTIONS: '--experimental-vm-modules' } } : {}),
  ...(fails ? { fails } : {}),
});

/** A runner tests the dapp of `shared/runner` with the files of the guide, in a Chromium that is there. */
function createRunnerRow(name: string, run: string, more?: Partial<Row>): Row {
  const PORT = getPort();
  const command = `set -e; ${readRunner(name, PORT)}export CHROME="$PWD/chromium.sh"; ${run}`;
  return { name, command, ...more, env: { PORT, CHROMIUM, ...more?.env } };
}

const createDriverRow = (name: string, run: string, env: Readonly<Record<string, string>>): Row =>
  createRunnerRow(name, run, { ...EXTRA, env: { CHROMIUM: CHROMEDRIVER?.browser ?? '', ...env } });

const RUNNER = ['shared/signing', 'shared/runner'];
const RUNNERS: readonly Workspace[] = [
  {
    name: 'runners',
    shared: RUNNER,
    rows: [
      createRunnerRow(
        'Puppeteer',
        'PUPPETEER_EXECUTABLE_PATH="$CHROME" node with-dapp.mjs node --test test/puppeteer.test.mjs',
      ),
      createRunnerRow('Vitest in a browser', 'vitest run --config chromium.config.mjs wallet'),
    ],
  },
  {
    // In the page they do what Puppeteer does, and Chromium gives it the script in the same way.
    name: 'drivers',
    shared: RUNNER,
    skip: !CHROMEDRIVER && getAdvice('chromedriver'),
    rows: [
      createDriverRow(
        'Selenium',
        'SE_BROWSER_PATH="$CHROME" node with-dapp.mjs node --test test/selenium.test.mjs',
        { SE_OFFLINE: 'true' },
      ),
      createDriverRow('WebdriverIO', 'node with-dapp.mjs wdio run wdio.conf.mjs', {
        CHROMEDRIVER_PATH: CHROMEDRIVER?.driver ?? '',
      }),
    ],
  },
];

const DECLARE = '--declaration --emitDeclarationOnly --outDir declarations';
const createTsc = (resolution: string, version = ''): string =>
  `node node_modules/typescript${version}/bin/tsc ${DECLARE} --strict --exactOptionalPropertyTypes --target es2022 \
  --lib esnext,dom,dom.iterable --types node --moduleResolution ${resolution} --module ${resolution === 'nodenext' ? resolution : 'esnext'}`;
const ALONE = 'main.ts session.ts endpoint.ts';
const SMALLEST_LIB = '--target es2020 --lib es2020,dom,dom.iterable --types " "';
const WITHOUT_KIT = `${ALONE} web3js.ts`;
const LIBRARY = `${WITHOUT_KIT} kit.ts payments.ts`;
const MOCK = 'mock.ts mock-parts.ts';
const ALL = `${LIBRARY} ${MOCK}`;
const NO_KIT = /codecs-core\/dist\/types\/readonly-uint8array\.d\.ts.*TS2315/;
const NO_VITE = /mock-mobile-wallet\/dist\/vite\.d\.ts.*TS2307/;

type Program = readonly [version: string, resolution: string, args: string, more?: Partial<Row>];
const PROGRAMS: readonly Program[] = [
  ['5.4', 'bundler', `${ALONE} ${SMALLEST_LIB}`, { name: ', the smallest `lib`' }],
  ['5.4', 'bundler', WITHOUT_KIT, EXTRA],
  ['5.4', 'bundler', `kit.ts ${MOCK}`, { name: ', with kit', fails: NO_KIT, ...EXTRA }],
  ['5.4', 'bundler', `${ALL} --skipLibCheck`, { name: ', `skipLibCheck`' }],
  ['5.4', 'nodenext', WITHOUT_KIT, EXTRA],
  ['5.4', 'node10', WITHOUT_KIT],
  ['5.5', 'bundler', WITHOUT_KIT, EXTRA],
  ['5.6', 'bundler', WITHOUT_KIT, EXTRA],
  ['5.7', 'bundler', ALL, EXTRA],
  ['5.8', 'bundler', ALL, EXTRA],
  ['5.9', 'bundler', ALL, EXTRA],
  ['5.9', 'nodenext', ALL, EXTRA],
  ['5.9', 'node10', LIBRARY, EXTRA],
  ['5.9', 'node10', MOCK, { name: ', the mock wallet', fails: NO_VITE, ...EXTRA }],
  ['6.0', 'bundler', ALL, EXTRA],
  ['6.0', 'nodenext', ALL, EXTRA],
  ['6.0', 'node10', `${LIBRARY} --ignoreDeprecations 6.0`, EXTRA],
  ['7.0', 'bundler', ALL],
  ['7.0', 'nodenext', ALL],
  ['7.0', 'node10', LIBRARY, { fails: /TS5108|removed/ }],
];

/** The versions of a dapp with both packages, and with other packages of its age. */
type Age = Readonly<{ vite: string; playwright: string; kit: string; web3js: string; ws: string }>;
function createDapp({ vite, playwright, kit, web3js, ws }: Age, extra: Partial<Row> = EXTRA): Workspace {
  const tsc = createTsc('bundler');
  const rows: readonly Row[] = [
    {
      name: `Vite ${vite}`,
      // The types of the mock's dependencies need a newer TypeScript than the oldest.
      command: `${tsc} vite-config.ts mock-parts.ts --skipLibCheck`,
      ...{ server: VITE, use: connectAndSign },
    },
    {
      name: `@playwright/test ${playwright}`,
      command: 'vite build && playwright test --reporter line',
      env: { PORT: getPort(), CHROMIUM },
    },
    { name: `@solana/kit ${kit}`, command: `node kit.mjs && ${tsc} kit.ts payments.ts` },
    { name: `@solana/web3.js ${web3js}`, command: `node web3js.mjs && ${tsc} web3js.ts` },
    { name: `ws ${ws}`, command: 'node ws.mjs' },
  ];
  const shared = ['shared/signing', 'typescript', 'shared/beside'];
  return { name: `vite-${vite}`, shared, isDesktop: true, rows: rows.map((row) => ({ ...row, ...extra })) };
}

const PNPM = 'pnpm install --store-dir ../pnpm-store';
const YARN_1_PROGRAM = 'node ../managers/node_modules/yarn/bin/yarn.js';
const YARN_1 = `${YARN_1_PROGRAM} install --non-interactive --no-lockfile --cache-folder ../yarn-1`;
const YARN_1_IGNORING = `${YARN_1} --ignore-engines && node dapp.mjs`;
const YARN_4 = 'node ../managers/node_modules/@yarnpkg/cli-dist/bin/yarn.js';
const IS_NODE_20 = Number.parseInt(process.versions.node, 10) < 22;
const PINNED = { folder: 'pinned' } as const;
/**
 * No version is pinned, because a dapp's developer gets what the package manager chooses. Wallet Standard's
 * types ask for Node 22.
 */
const STRICT = {
  folder: 'library alone',
  env: { npm_config_engine_strict: 'true' },
  ...(IS_NODE_20 && { fails: /EBADENGINE|ERR_PNPM_UNSUPPORTED_ENGINE/ }),
} as const;
const LOAD = `node --input-type=module --eval "await import('mobile-wallet-standard/session'); await import('mobile-wallet-standard')"`;

/** The compiler has to name types of packages that pnpm puts where the dapp cannot import them. */
const DECLARATIONS = `node ../managers/node_modules/typescript/bin/tsc ${DECLARE} --strict --skipLibCheck --target es2022 --lib esnext,dom \
  --moduleResolution bundler --module esnext`;

const PNPM_12 = 'node ../managers/node_modules/pnpm-12/bin/pnpm.mjs';
const BUN = '../managers/node_modules/bun/bin/bun.exe';
const ADDS = ['npm install', `${PNPM_12} add`, `${YARN_4} add`, `${BUN} add`];
/** Does what the guide says for the time before the first release, as long as there is that guide. */
const UNPUBLISHED: readonly Row[] = readUnpublished(ADDS, 'node dapp.mjs').map((command) => ({
  ...{ name: 'npm, pnpm 12, Yarn 4 and Bun, unpublished', folder: 'library alone', command },
  env: { YARN_NODE_LINKER: 'node-modules' },
}));

const MANAGERS: readonly Row[] = [
  { name: 'npm', command: 'node dapp.mjs' },
  { ...STRICT, name: 'npm, strict engines', command: `npm install --prefer-offline && ${LOAD}` },
  { ...PINNED, name: 'pnpm', command: `${PNPM} && node dapp.mjs` },
  { ...STRICT, ...EXTRA, name: 'pnpm, strict engines', command: `${PNPM} && ${LOAD}` },
  { ...PINNED, name: 'pnpm, declarations', command: `${PNPM} && ${DECLARATIONS} exports.ts` },
  { ...PINNED, name: "Yarn 4, Plug'n'Play", command: `${YARN_4} install && ${YARN_4} node dapp.mjs` },
  {
    ...{ ...PINNED, ...EXTRA, name: 'Yarn 1', command: `${YARN_1} && node dapp.mjs` },
    ...(IS_NODE_20 && { fails: /: The engine "node" is incompatible/ }),
  },
  { ...PINNED, ...EXTRA, name: 'Yarn 1, `--ignore-engines`', command: YARN_1_IGNORING },
  ...UNPUBLISHED,
];

export const workspaces: readonly Workspace[] = [
  { name: 'vite-react', rows: [{ ...WALLET_ADAPTER, use: useWalletAdapter }] },
  {
    name: 'next',
    shared: [
      [`${EXAMPLE}/src`, 'lib'],
      [`${EXAMPLE}/server`, 'server'],
    ],
    rows: NEXT_ROWS,
  },
  {
    name: 'sveltekit',
    shared: [[`${EXAMPLE}/src`, 'src/lib']],
    rows: [
      createSite('SvelteKit', 'vite build', 'build', 34_500),
      { name: 'SvelteKit, with the mock wallet', server: VITE, use: signOnceMounted },
    ],
  },
  {
    name: 'react-router',
    rows: [createSite('React Router', 'react-router build', 'build/client', 114_500)],
  },
  // Vite builds it, and its page is rendered in Node, as in other rows.
  {
    name: 'nuxt',
    shared: [],
    skip: skipBelow('22.19'),
    rows: [{ ...createSite('Nuxt', 'nuxt generate', '.output/public', 57_000), ...EXTRA }],
  },
  {
    name: 'angular',
    shared: [],
    skip: skipBelow('22.22.3'),
    rows: [createSite('Angular', 'ng build', 'dist/dapp/browser', 37_500)],
  },
  { name: 'astro', rows: [createSite('Astro', 'astro build', 'dist', 7_000)] },
  {
    name: 'bundlers',
    shared: ['shared/dapp', 'shared/pages'],
    rows: [
      createBundlerRow('webpack', 'webpack', 7_700),
      createBundlerRow('Rollup', 'rollup -c', 6_250),
      createBundlerRow('esbuild', 'node esbuild.mjs', 8_100),
      ...PARCEL,
    ],
  },
  {
    name: 'plain',
    shared: [],
    rows: [
      { name: 'Plain `<script type="module">`', site: '.', firstLoad: 25_000 },
      {
        name: 'Plain `<script type="module">`, with the mock wallet',
        mock: { port: getPort(), page: 'index.html' },
        site: '.',
        use: sign,
      },
    ],
  },
  { name: 'vitest', shared: ['shared/tests'], rows: ['node', 'jsdom', 'happy-dom'].map(createVitestRow) },
  {
    name: 'jest',
    shared: ['shared/tests'],
    rows: [
      createJestRow('node', '--env node .test.mjs'),
      createJestRow('jsdom', '--env jsdom library.test.mjs'),
      createJestRow('jsdom, with the mock wallet', '--env jsdom wallet.test.mjs', MISSING),
      createJestRow('happy-dom', `${HAPPY_DOM} library.test.mjs`),
      createJestRow('happy-dom, with the mock wallet', `${HAPPY_DOM} wallet.test.mjs`),
      createJestRow('CommonJS, without settings', '--config commonjs.config.mjs', NO_REQUIRE),
      createJestRow('CommonJS, with `transformIgnorePatterns`', '--config transform.config.mjs'),
    ],
  },
  ...RUNNERS,
  {
    name: 'typescript',
    rows: PROGRAMS.map(([version, resolution, args, { name = '', ...more } = {}]) => ({
      name: `TypeScript ${version}, \`${resolution}\`${name}`,
      command: `${createTsc(resolution, `-${version}`)} ${args}`,
      ...more,
    })),
  },
  {
    name: 'standard',
    shared: ['shared/exports'],
    rows: ['exports.ts standard.ts', 'wallet-ui.tsx --jsx react-jsx'].map((files, index) => ({
      name: index === 0 ? 'Wallet Standard’s packages' : '`@wallet-ui/react` 3',
      command: `${createTsc('bundler')} --skipLibCheck --types " " ${files}`,
    })),
  },
  createDapp({ vite: '5', playwright: '1.50', kit: '5', web3js: '1.98.0', ws: '7' }, {}),
  // The replicas run with these versions of kit and web3.js, too, and the example with the newest Vite.
  createDapp({ vite: '6', playwright: '1.55', kit: '6', web3js: '1.98.2', ws: '8.0' }),
  createDapp({ vite: '7', playwright: '1.60', kit: '7', web3js: '1.98.4', ws: '8.18' }),
  createDapp({ vite: '8', playwright: '1.65', kit: '8', web3js: '1.99', ws: '8.23' }),
  { name: 'managers', shared: ['shared/exports'], rows: MANAGERS },
];
