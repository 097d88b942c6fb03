import { join } from 'node:path';

const output = { path: join(import.meta.dirname, 'dist/webpack') };

// Only the bytes of the dapp are measured, and terser takes longer than all else. Without it, webpack would
// warn of the size.
export default [
  { mode: 'production', entry: { dapp: './dapp.js' }, output },
  {
    mode: 'production',
    entry: { subpaths: './subpaths.js' },
    output,
    optimization: { minimize: false },
    performance: false,
  },
];
