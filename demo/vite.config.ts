import { fileURLToPath } from 'node:url';
import { mockWallet } from 'mock-mobile-wallet/vite';
import { defineConfig } from 'vite';
import { writeHtml } from './html.js';

const DOCS = 'https://github.com/mobile-wallet-standard/mobile-wallet-standard/tree/main/docs';
// The site, which has the demo in a folder, sets its own.
const { DOCS_URL = `${DOCS}#readme`, GUIDE_URL = `${DOCS}/guides/add-to-a-dapp.md` } = process.env;
const root = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The demo imports both packages by name, as a dapp does. Its dev server includes the mock wallet; with the
 * mode `page`, the build does, for any folder of any host; any other build is for real phones and Devnet.
 */
export default defineConfig(({ command, mode }) => {
  const place = command === 'serve' ? 'server' : mode === 'page' ? 'page' : 'phone';
  const isPage = place === 'page';
  const pages = ['index.html', 'shop.html', 'check/index.html', ...(isPage ? ['wallet/index.html'] : [])];
  return {
    root: root('.'),
    base: isPage ? './' : '/',
    plugins: [...writeHtml(), ...(place === 'server' ? [mockWallet({ restingPhone: true })] : [])],
    define: {
      'import.meta.env.WALLET_PLACE': JSON.stringify(place),
      'import.meta.env.DOCS_URL': JSON.stringify(DOCS_URL),
      'import.meta.env.GUIDE_URL': JSON.stringify(GUIDE_URL),
      // Otherwise the chain's errors would be numbers: kit has their texts only in development.
      ...(isPage && { 'process.env.NODE_ENV': '"development"' }),
    },
    build: {
      ...(isPage && { target: 'es2022' }),
      outDir: root('../dist-demo'),
      emptyOutDir: true,
      rolldownOptions: { input: pages.map(root) },
    },
  };
});
