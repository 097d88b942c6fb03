import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { build, preview } from 'vite';

// Builds the dapp, serves it while a command runs, and ends as that does.

await build({ logLevel: 'warn' });
await preview({ preview: { port: Number(process.env.PORT), strictPort: true } });
const [command, ...args] = process.argv.slice(2);
const [code] = await once(spawn(command, args, { stdio: 'inherit' }), 'exit');
process.exit(code ?? 1);
