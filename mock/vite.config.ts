import { join } from 'node:path';
import { defineConfig, mergeConfig, type UserConfig } from 'vite';
import { createLibrary } from '../vite.config.js';

const root = (path: string): string => join(import.meta.dirname, path);

const MODULES =
  'index chains page page-frame server vite playwright load-playwright require-playwright testing cli';

/** The pages' scripts contain those of other packages, whose licences ask to be named beside it. */
const LICENSES = 'LICENSES.md';

/**
 * The scripts that the dev server sends to browsers, with their dependencies, because pages cannot resolve
 * package names.
 */
const pages: UserConfig = {
  // Packages ask for it, and browsers have no `process`. Vite replaces it by itself only in pages, not in
  // libraries.
  define: { 'process.env.NODE_ENV': "'production'" },
  build: {
    target: 'es2022',
    minify: false,
    emptyOutDir: false,
    outDir: 'dist/pages',
    license: { fileName: LICENSES },
    lib: {
      entry: {
        'approval-page': root('src/screens/approval/main.tsx'),
        'server-host': root('src/phone/server-host.ts'),
        'page-client': root('src/screens/panel/launch-catcher.ts'),
        home: root('src/screens/home/main.tsx'),
      },
      formats: ['es'],
    },
    // Without hashes, because browsers keep nothing that the server sends.
    rolldownOptions: { output: { chunkFileNames: '[name].js' } },
  },
};

/** The font stands once in the package, in the pages' own file, from where the modules import it, too. */
const FONT = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?inline';
const modules: UserConfig = mergeConfig(createLibrary(import.meta.dirname, MODULES.split(' ')), {
  build: {
    rolldownOptions: { output: { paths: { [FONT]: '../pages/inter-latin-wght-normal.js' } } },
  },
});

/**
 * The script that registers the wallet in pages in a wallet app's own browser: one file, which runs before
 * the page's own scripts.
 */
const browserWallet: UserConfig = {
  ...pages,
  build: {
    ...pages.build,
    minify: true,
    license: { fileName: `wallet-browser-${LICENSES}` },
    lib: {
      entry: root('src/install/wallet-browser/main.ts'),
      formats: ['iife'],
      name: 'mockWalletBrowser',
      fileName: () => 'wallet-browser.js',
    },
    rolldownOptions: { output: { codeSplitting: false } },
  },
};
const MODES: Readonly<Record<string, UserConfig>> = { pages, 'wallet-browser': browserWallet };

export default defineConfig(({ mode }) => MODES[mode] ?? modules);
