#!/usr/bin/env node
import { CommandError, say } from './install/cli/command.js';
import { runReflector } from './install/cli/reflector-command.js';
import { runScan } from './install/cli/scan-command.js';
import { runServe } from './install/cli/serve-command.js';

const USAGE = `Usage: npx mock-mobile-wallet [command]

  [--port N] [--host H] [--accounts N] [--cluster url] [--auto-approve] [--legacy] [--delay ms] [--fail code]
      Serves the mock wallet, its chain and a reflector for the pages of any server on this machine, and prints the tag
      that they need.
      --port   the port; 8477 by default, and 0 for any free one
      --host   the address to listen on; 127.0.0.1 by default. With another one, the network can use the wallet
      --accounts
               how many accounts the wallet has; 2 by default
      --cluster
               the JSON-RPC URL of a cluster, such as http://localhost:8899; by default a chain in memory
      --auto-approve
               approves everything without asking
      --legacy plays a wallet of protocol version 1.x
      --delay  how long each decision takes, in milliseconds
      --fail   answers each request for approval with this error, such as -3 (declined)

  reflector [--port N] [--host H] [--cert file --key file]
      Serves a reflector for development, where a dapp meets a wallet on another device.
      --port   the port; 8478 by default, and 0 for any free one
      --host   the address to listen on; 127.0.0.1 by default
      --cert, --key
               a certificate and its private key (PEM): dapps and wallets connect without TLS only to this machine

  scan <link or picture> [--cluster url] [--decline] [--delay ms] [--legacy] [--accounts N]
      Joins a dapp as a mock wallet on another device would, and approves what the dapp asks for.
      <link or picture>
               what "Copy link" beside the code copies, in quotes, or a PNG picture that shows the code
      --cluster    the JSON-RPC URL of the chain to send to, such as that of your dapp; without it, nothing can be sent
      --decline    declines everything
      --delay      how long each decision takes, in milliseconds
      --legacy     plays a wallet of protocol version 1.x
      --accounts   how many accounts the wallet has; 1 by default

  --help   shows this text
`;

const COMMANDS = { reflector: runReflector, scan: runScan } as const;

async function run(args: readonly string[]): Promise<void> {
  const [name, ...others] = args;
  if (args.some((arg) => arg === '--help' || arg === '-h')) return say(USAGE);
  // Without a command, all arguments are options.
  if (name === undefined || name.startsWith('-')) return runServe(args);
  if (!isCommand(name))
    throw new CommandError(`There is no command "${name}": see npx mock-mobile-wallet --help.`);
  await COMMANDS[name](others);
}

function isCommand(name: string): name is keyof typeof COMMANDS {
  return Object.hasOwn(COMMANDS, name);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
