import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';

const root = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The modules that `package.json` exports; each keeps its own file in `dist`, and so does all they import. */
const library: UserConfig = {
  build: {
    target: 'es2022',
    minify: false,
    // The dialogs' styles are texts in their files, which no bundler makes smaller later.
    cssMinify: 'esbuild',
    cssTarget: 'esnext',
    lib: {
      entry: [
        'src/index.ts',
        'src/flavours/session.ts',
        'src/flavours/kit.ts',
        'src/flavours/web3js.ts',
        'src/flavours/legacy.ts',
        'src/endpoint.ts',
      ].map(root),
      formats: ['es'],
    },
    rolldownOptions: {
      external: /^(?![./]|[a-z]:)/i,
      output: { preserveModules: true, preserveModulesRoot: root('src'), entryFileNames: '[name].js' },
    },
  },
};

export default defineConfig(library);
