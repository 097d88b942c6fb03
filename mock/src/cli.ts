import { createRequire } from 'node:module';
import { CommandError, say, showText } from './install/cli/command.js';
import { runScan, SCAN_USAGE } from './install/cli/scan-command.js';
import { REFLECTOR_USAGE, runReflector, runServe, SERVE_USAGE } from './install/cli/serve-command.js';

const USAGE = `Usage: npx mock-mobile-wallet [command] [options]

  serve                    serves the mock wallet, its chain, a reflector and a Nostr relay (without a command, too)
  reflector                serves a reflector, where a dapp meets a wallet on another device
  scan <link or picture>   joins a dapp as a mock wallet on another device

  <command> --help   shows the command's options
  --version          shows the version
`;

const COMMANDS = new Map([
  ['serve', { run: runServe, usage: SERVE_USAGE }],
  ['reflector', { run: runReflector, usage: REFLECTOR_USAGE }],
  ['scan', { run: runScan, usage: SCAN_USAGE }],
]);

async function run(args: readonly string[]): Promise<void> {
  const [name = 'serve', ...others] = args;
  const isHelp = args.some((arg) => arg === '--help' || arg === '-h');
  if (args.includes('--version')) {
    const { version }: { version: string } = createRequire(import.meta.url)(
      'mock-mobile-wallet/package.json',
    );
    return say(version);
  }
  // Without a command, all arguments are options.
  if (name.startsWith('-')) return isHelp ? say(`${USAGE}\n${SERVE_USAGE}`) : runServe(args);
  const command = COMMANDS.get(name);
  if (!command) {
    const names = [...COMMANDS.keys()].join(', ');
    throw new CommandError(
      `There is no command "${showText(name)}": the commands are ${names}. See npx mock-mobile-wallet --help.`,
    );
  }
  if (isHelp) say(command.usage);
  else await command.run(others);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
