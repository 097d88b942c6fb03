import { fileURLToPath } from 'node:url';
import { mockWallet } from 'mock-mobile-wallet/vite';
import { defineConfig, type UserConfig } from 'vite';

const root = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** A static site with the wallet in the page, for any folder of any host. */
const page: UserConfig = {
  base: './',
  build: {
    target: 'es2022',
  },
  // Otherwise the chain's errors would be numbers: kit has their texts only in development.
  define: { 'process.env.NODE_ENV': JSON.stringify('development') },
};

/**
 * The demo imports both packages by name, as a dapp does. Its dev server includes the mock wallet; with the mode `page`,
 * the build does; any other build is for real phones and Devnet.
 */
export default defineConfig(({ command, mode }) => {
  const place = command === 'serve' ? 'server' : mode === 'page' ? 'page' : 'phone';
  const own: UserConfig = place === 'page' ? page : {};
  return {
    ...own,
    root: root('.'),
    plugins: place === 'server' ? [mockWallet({ restingPhone: true })] : [],
    define: { ...own.define, 'import.meta.env.WALLET_PLACE': JSON.stringify(place) },
    build: {
      ...own.build,
      outDir: root('../dist-demo'),
      emptyOutDir: true,
      rolldownOptions: {
        input: ['index.html', 'check/index.html', ...(place === 'page' ? ['wallet/index.html'] : [])].map(
          root,
        ),
      },
    },
  };
});
