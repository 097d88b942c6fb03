import { fileURLToPath } from 'node:url';
import { mockWallet } from 'mock-mobile-wallet/vite';
import { defineConfig } from 'vite';

const root = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The demo imports both packages by name, as a dapp does. Its dev server includes the mock wallet. */
export default defineConfig(({ command }) => ({
  root: root('.'),
  plugins: command === 'serve' ? [mockWallet({ restingPhone: true })] : [],
  build: { outDir: root('../dist-demo'), emptyOutDir: true },
}));
