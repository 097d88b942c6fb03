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
      // All packages, but not their files that are inlined.
      external: /^(?![./]|[a-z]:)(?!.*\?inline$)/i,
      output: {
        preserveModules: true,
        preserveModulesRoot: join(folder, 'src'),
        // npm leaves out what is in a folder `node_modules`.
        entryFileNames: ({ name }) => `${name.replace(/^.*node_modules\//, 'packages/')}.js`,
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
