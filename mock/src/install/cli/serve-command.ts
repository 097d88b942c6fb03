import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { LOOPBACK_HOST } from '../../chain/cluster-request.js';
import { createMemoryStore, type PhoneStore } from '../../phone/phone-store.js';
import { send } from '../../sockets/http.js';
import { createReflector } from '../../sockets/reflector.js';
import { listenOn } from '../../sockets/web-socket-server.js';
import { getDefaultLabel } from '../../wallet/accounts.js';
import { KNOWN_WALLETS, readPhoneReport } from '../../wallet/state/like.js';
import { getClientTag } from '../dev-server/documents.js';
import { openNodeStores } from '../dev-server/node-store.js';
import { createOriginCheck } from '../dev-server/own-origin.js';
import { API_PATH, CLIENT_PATH, MOUNT, RPC_PATH, WALLET_PATH } from '../dev-server/paths.js';
import { servePhone } from '../dev-server/serve-phone.js';
import { createServedPhone, type ServedPhoneOptions } from '../dev-server/served-phone.js';
import {
  CommandError,
  getMessage,
  parseArguments,
  parseChain,
  parseClusterUrl,
  parseNumber,
  say,
  showText,
} from './command.js';

/** This machine's own addresses, and those by which a server listens at all of its addresses. */
const LOCAL_HOSTS: readonly string[] = ['127.0.0.1', '::1', '0.0.0.0', '::'];
const LABELS = ['Main', 'Savings'];

/** What `--help` shows of this command. */
export const SERVE_USAGE = `npx mock-mobile-wallet [serve] [options]

  Serves the mock wallet, its chain, a reflector and a Nostr relay for the pages of any server on this machine, and
  prints the tag that they need.

  --port N        the port; 8477 by default, and 0 for any free one
  --host H        the address to listen on; 127.0.0.1 by default. With another one, the network can use the wallet
  --accounts N    how many accounts the wallet has; 2 by default
  --cluster url   the JSON-RPC URL of a cluster, such as http://localhost:8899; by default a chain in memory
  --chain json    options of the chain in memory, such as {"stages":true,"accounts":[{"file":"usdc.json"}]}
  --auto-approve  approves everything without asking
  --legacy        plays a wallet of protocol version 1.x
  --wallet-apps   plays a phone with several wallet apps, of which one never answers, and with Android's chooser
  --iphone        plays an iPhone, on which pages open in the wallet app's own browser
  --like what     plays a wallet app, by a report of the page /check (phone-report-….json) or as phantom-on-mainnet
  --delay ms      how long each decision takes, in milliseconds
  --fail code     answers each request for approval with this error, such as -3 (declined)
  --memory        keeps accounts and settings only as long as it runs, so that several can run in one folder
  --json          prints its addresses as one line of JSON, for scripts and test runners
`;

/** What `--help` shows of this command. */
export const REFLECTOR_USAGE = `npx mock-mobile-wallet reflector [options]

  Serves a reflector for development, where a dapp meets a wallet on another device.

  --port N      the port; 8478 by default, and 0 for any free one
  --host H      the address to listen on; 127.0.0.1 by default
  --cert file   a certificate and
  --key file    its private key (PEM): dapps and wallets connect without TLS only to this machine
`;

/**
 * Serves the mock wallet until the process ends, and prints the tag for pages. Rejects with a {@link
 * CommandError}.
 */
export async function runServe(args: readonly string[]): Promise<void> {
  const { values } = parseArguments({
    args: joinNegativeNumbers(args),
    options: {
      port: { type: 'string', default: '8477' },
      host: { type: 'string', default: '127.0.0.1' },
      accounts: { type: 'string', default: String(LABELS.length) },
      cluster: { type: 'string' },
      chain: { type: 'string' },
      'auto-approve': { type: 'boolean', default: false },
      legacy: { type: 'boolean', default: false },
      'wallet-apps': { type: 'boolean', default: false },
      iphone: { type: 'boolean', default: false },
      like: { type: 'string' },
      delay: { type: 'string', default: '0' },
      fail: { type: 'string' },
      memory: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const port = parseNumber('port', values.port);
  const count = parseNumber('accounts', values.accounts);
  const delayMs = parseNumber('delay', values.delay);
  if (values.host === '') throw new CommandError('--host must be an address, such as 127.0.0.1.');
  if (values['auto-approve'] && values.fail !== undefined) {
    throw new CommandError('--auto-approve and --fail exclude each other.');
  }
  if (values.chain !== undefined && values.cluster !== undefined) {
    throw new CommandError(
      '--chain and --cluster exclude each other: `clusterUrl` in --chain clones from one.',
    );
  }
  if (values['wallet-apps'] && values.iphone) {
    throw new CommandError('--wallet-apps and --iphone exclude each other.');
  }
  // Whoever parses the one line of JSON wants no other.
  const tell = values.json ? (line: string): void => void process.stderr.write(`${line}\n`) : say;
  const options: ServedPhoneOptions = {
    accounts: Array.from({ length: count }, (_, index) => ({
      label: LABELS[index] ?? getDefaultLabel(index + 1),
    })),
    settings: {
      delayMs,
      ...(values['auto-approve'] && { decide: 'approve' }),
      ...(values.legacy && { protocol: 'legacy' }),
      ...(values['wallet-apps'] && { phone: 'android-apps' }),
      ...(values.iphone && { phone: 'iphone' }),
    },
    ...(values.like !== undefined && { like: await readReport(values.like, tell) }),
    ...(values.cluster !== undefined && { chain: { clusterUrl: parseClusterUrl(values.cluster) } }),
    ...(values.chain !== undefined && { chain: parseChain(values.chain) }),
    ...(values.fail !== undefined && { approve: failWith(values.fail) }),
  };
  const openStore = values.memory ? createMemoryStore : openNodeStores(process.cwd(), tell);
  const taken = await serve(options, openStore, port, values.host, tell);
  if (values.json) say(JSON.stringify(getAddresses(taken, values.host)));
  else printHelp(taken, values.host);
}

/** Returns the port that was taken. */
async function serve(
  options: ServedPhoneOptions,
  openStore: (androidPackage?: string) => PhoneStore,
  port: number,
  host: string,
  warn: (message: string) => void,
): Promise<number> {
  const phone = await createServedPhone(options, openStore).catch((error: unknown) => {
    throw new CommandError(getMessage(error));
  });
  const server = createServer((request, response) => {
    handle(request, response, () => {
      // For a person who opens the server itself.
      if (request.url === '/') send(response, 302, '', { Location: `${MOUNT}/` });
      else send(response, 404, 'Not found\n');
    });
  });
  const { handle } = servePhone({
    phone,
    server,
    refusesOtherUpgrades: true,
    hasRunnerApi: true,
    client: {},
    isOwnOrigin: createOriginCheck([]),
    isForLoopbackPages: true,
    warn,
  });
  await listenOn(server, port, host).catch((error: NodeJS.ErrnoException) => {
    throw createListenError('mock wallet', 'npx mock-mobile-wallet', port, host, error);
  });
  return (server.address() as AddressInfo).port;
}

/** Returns the addresses of a server. It has none for test runners if other machines can reach it. */
function getAddresses(port: number, host: string) {
  const name = LOCAL_HOSTS.includes(host) ? 'localhost' : host;
  const origin = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  return {
    origin,
    wallet: `${origin}${MOUNT}/`,
    client: `${origin}${CLIENT_PATH}`,
    rpc: `${origin}${RPC_PATH}/devnet`,
    ...(LOOPBACK_HOST.test(host) && { api: `${origin}${API_PATH}` }),
  };
}

function printHelp(port: number, host: string): void {
  const { origin, wallet, rpc, api } = getAddresses(port, host);
  say(`Mock wallet: ${wallet}`);
  say('Put this tag into your pages, before their own scripts:');
  say(`  ${getClientTag(origin)}`);
  say(`Its chain: ${rpc}`);
  if (api !== undefined) say(`For test runners: ${api}`);
  const { host: address } = new URL(origin);
  say(`As another device: ${origin}${WALLET_PATH}, with one of these as remote:`);
  say(`  { type: 'nostr', relays: ['${address}/nostr'] }`);
  say(`  { type: 'reflector', host: '${address}' }`);
  if (!LOOPBACK_HOST.test(host)) say('Every device in the network can use this wallet.');
}

/**
 * Returns what is in the file of a phone's report, or the name of a wallet, and prints what that wallet does
 * otherwise than the mock wallet.
 */
async function readReport(path: string, tell: (line: string) => void): Promise<unknown> {
  try {
    const report: unknown = Object.hasOwn(KNOWN_WALLETS, path)
      ? path
      : JSON.parse(await readFile(path, 'utf8'));
    const { fromMock } = readPhoneReport(report);
    tell('Plays this wallet:');
    for (const difference of fromMock) tell(`  ${showText(difference)}`);
    return report;
  } catch (error) {
    throw new CommandError(`--like ${showText(path)}: ${getMessage(error)}`);
  }
}

function failWith(text: string): NonNullable<ServedPhoneOptions['approve']> {
  const code = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(code)) {
    throw new CommandError(`--fail must be the code of a wallet's error, such as -3, not "${text}".`);
  }
  return () => ({ instead: { type: 'error', code } });
}

/** Writes `--fail -3` as `--fail=-3`, because `parseArgs` takes `-3` for an option. */
function joinNegativeNumbers(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const last = joined.at(-1);
    if (last?.startsWith('--') && /^-\d+$/.test(arg)) joined.splice(-1, 1, `${last}=${arg}`);
    else joined.push(arg);
  }
  return joined;
}

/** Serves a reflector until the process ends, and prints its address. Rejects with a {@link CommandError}. */
export async function runReflector(args: readonly string[]): Promise<void> {
  const { values } = parseArguments({
    args: [...args],
    options: {
      port: { type: 'string', default: '8478' },
      host: { type: 'string', default: '127.0.0.1' },
      cert: { type: 'string' },
      key: { type: 'string' },
    },
  });
  const port = parseNumber('port', values.port);
  const tls = await readCertificate(values.cert, values.key);
  const reflector = await createReflector({ host: values.host, port, ...(tls && { tls }) }).catch((error) => {
    throw createListenError('reflector', 'npx mock-mobile-wallet reflector', port, values.host, error);
  });
  const host = `${getReachableHost(values.host, tls !== undefined)}:${reflector.port}`;
  say(`Reflector: ${tls ? 'wss' : 'ws'}://${host}/reflect`);
  say(`In the dapp: registerMobileWallet({ …, remote: { type: 'reflector', host: '${host}' } })`);
  if (!tls && !LOOPBACK_HOST.test(values.host)) {
    say('Other devices cannot use it without --cert and --key, because they connect by TLS only.');
  }
}

async function readCertificate(cert: string | undefined, key: string | undefined) {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) throw new CommandError('--cert and --key belong together.');
  try {
    return { cert: await readFile(cert), key: await readFile(key) };
  } catch (error) {
    throw new CommandError(getMessage(error));
  }
}

/**
 * Returns the host for dapps. For `0.0.0.0` and `::`, it is this machine: by its address in the network if
 * there is TLS.
 */
function getReachableHost(host: string, hasTls: boolean): string {
  if (host !== '0.0.0.0' && host !== '::') return isIP(host) === 6 ? `[${host}]` : host;
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const shared = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  return (hasTls && shared?.address) || 'localhost';
}

/** Returns the error of a server that cannot listen, with the next step; `command` starts it. */
function createListenError(
  what: string,
  command: string,
  port: number,
  host: string,
  error: NodeJS.ErrnoException,
): CommandError {
  const advice = {
    EADDRINUSE: `Port ${port} is in use, perhaps by a ${what} that runs already: use that one, or another port`,
    EACCES: `The ${what} may not listen at port ${port}: use another one`,
  }[error.code ?? ''];
  const example = `${command} --port 0, which takes any free one (${error.code})`;
  if (advice) return new CommandError(`${advice}, such as ${example}.`);
  return new CommandError(
    `The ${what} cannot listen at "${showText(host)}" (try another --host): ${getMessage(error)}`,
  );
}
