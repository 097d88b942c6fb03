import { join } from 'node:path';
import { defineConfig, type UserConfig } from 'vite';

/**
 * Builds modules of `src` that a `package.json` exports; each keeps its own file in `dist`, and so does all
 * that they import.
 */
export const createLibrary = (folder: string, names: readonly string[]): UserConfig => ({
  build: {
    target: 'es2022',
    minify: false,
    lib: { entry: names.map((name) => join(folder, 'src', `${name}.ts`)), formats: ['es'] },
    rolldownOptions: {
      // All packages: what starts with no path.
      external: /^(?![./]|[a-z]:)/i,
      output: {
        preserveModules: true,
        preserveModulesRoot: join(folder, 'src'),
        // Otherwise a style would lose `.css`, and its name could be that of a module.
        entryFileNames: ({ name }) => `${name}.js`,
      },
    },
  },
});

const FLAVOURS = ['bytes', 'kit/index', 'web3js', 'legacy'].map((name) => `transact/${name}`);
const { build } = createLibrary(import.meta.dirname, ['index', ...FLAVOURS, 'payments/index', 'endpoint']);

export default defineConfig({
  // The dialogs' styles are texts in their files, which no bundler makes smaller later.
  build: { ...build, cssMinify: 'esbuild', cssTarget: 'esnext' },
});
