import commonjs from '@rollup/plugin-commonjs';
import json from '@rollup/plugin-json';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';

export default {
  input: `${process.env.ENTRY}.js`,
  output: { dir: 'dist', format: 'es' },
  // Only the bytes of the dapp are measured, and terser takes longer than all else.
  plugins: [
    nodeResolve({ browser: true, preferBuiltins: false }),
    commonjs(),
    json(),
    ...(process.env.ENTRY === 'dapp' ? [terser()] : []),
  ],
};
