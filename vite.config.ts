import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';

const root = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The modules that `package.json` exports; each keeps its own file in `dist`, and so does all they import. */
const library: UserConfig = {
  build: {
    target: 'es2022',
    minify: false,
    lib: {
      entry: [
        'src/index.ts',
        'src/dapp/index.ts',
        'src/flavours/kit.ts',
        'src/flavours/web3js.ts',
        'src/flavours/legacy.ts',
        'src/endpoint.ts',
        'src/mock/index.ts',
        'src/mock/load-chains.ts',
        'src/mock/load-playwright.ts',
        'src/mock/chains.ts',
        'src/mock/server.ts',
        'src/mock/vite.ts',
        'src/mock/playwright.ts',
        'src/mock/approval-page/main.ts',
        'src/mock/page-client/launch-catcher.ts',
      ].map(root),
      formats: ['es'],
    },
    rolldownOptions: {
      external: /^(?![./]|[a-z]:)/i,
      output: { preserveModules: true, preserveModulesRoot: root('src'), entryFileNames: '[name].js' },
    },
  },
};

/** The demo imports the built library by its name, as a dapp does; its dev server has the mock wallet. */
async function getDemo(isServed: boolean): Promise<UserConfig> {
  // By its file: this config is loaded from a place where the package's own name means nothing.
  const file = new URL('dist/mock/vite.js', import.meta.url).href;
  const { mockWallet } = (await import(file)) as typeof import('mobile-wallet-standard/mock/vite');
  return {
    root: root('demo'),
    plugins: isServed ? [mockWallet({ restingPhone: true })] : [],
    build: { outDir: root('dist-demo'), emptyOutDir: true },
  };
}

export default defineConfig(({ command, mode }) => {
  if (command === 'serve') return getDemo(true);
  return mode === 'demo' ? getDemo(false) : library;
});
