import commonjs from '@rollup/plugin-commonjs';
import json from '@rollup/plugin-json';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';

const plugins = [nodeResolve({ browser: true, preferBuiltins: false }), commonjs(), json()];
const output = { dir: 'dist/rollup', format: 'es' };

// Only the bytes of the dapp are measured, and terser takes longer than all else.
export default [
  { input: 'dapp.js', output, plugins: [...plugins, terser()] },
  { input: 'subpaths.js', output, plugins },
];
