import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';

const root = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The modules that `package.json` exports. They and all modules that they import keep their own files in `dist`. */
const library: UserConfig = {
  build: {
    target: 'es2022',
    minify: false,
    lib: {
      entry: [
        'index',
        'chains',
        'page',
        'page-frame',
        'server',
        'vite',
        'playwright',
        'load-playwright',
        'require-playwright',
        'testing',
        'cli',
      ].map((name) => root(`src/${name}.ts`)),
      formats: ['es'],
    },
    rolldownOptions: {
      external: /^(?![./]|[a-z]:)/i,
      output: { preserveModules: true, preserveModulesRoot: root('src'), entryFileNames: '[name].js' },
    },
  },
};

/** The scripts that the dev server sends to browsers, with their dependencies, because pages cannot resolve package names. */
const pages: UserConfig = {
  build: {
    target: 'es2022',
    minify: false,
    emptyOutDir: false,
    outDir: 'dist/pages',
    // These files contain the code of other packages, whose licences ask to be named beside it.
    license: { fileName: 'LICENSES.md' },
    lib: {
      entry: {
        'approval-page': root('src/screens/approval/main.tsx'),
        'server-host': root('src/phone/server-host.ts'),
        'page-client': root('src/screens/panel/launch-catcher.ts'),
        home: root('src/screens/home/main.tsx'),
      },
      formats: ['es'],
    },
  },
};

export default defineConfig(({ mode }) => (mode === 'pages' ? pages : library));
