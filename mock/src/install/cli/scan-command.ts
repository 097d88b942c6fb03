import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delay, parseAssociationUri } from 'mobile-wallet-standard/endpoint';
import { PNG } from 'pngjs';
import { createClusterChain } from '../../chain/cluster-chain.js';
import { formatCount, shortenAddress } from '../../explain/text.js';
import { decodeQrCode } from '../../phone/decode-qr-code.js';
import { openAssociation } from '../../sockets/associations.js';
import type { ApprovalRequest, Approve } from '../../wallet/approval.js';
import { createMockWallet, type MockWallet } from '../../wallet/mock-wallet.js';
import { createNodeStore, getStateFolder } from '../dev-server/node-store.js';
import {
  CommandError,
  getMessage,
  parseArguments,
  parseClusterUrl,
  parseNumber,
  say,
  showText,
} from './command.js';

/** What `--help` shows of this command. */
export const SCAN_USAGE = `npx mock-mobile-wallet scan <link or picture> [options]

  Joins a dapp as a mock wallet on another device would, and approves what the dapp asks for.

  <link or picture>  what "Copy link" beside the QR code copies, in quotes, or a PNG picture that shows the QR code
  --cluster url      the JSON-RPC URL of the chain to send to, such as that of your dapp; without it, nothing can be sent
  --decline          declines everything
  --delay ms         how long each decision takes, in milliseconds
  --legacy           plays a wallet of protocol version 1.x
  --accounts N       how many accounts the wallet has; 1 by default
`;

/** Joins a dapp as a mock wallet, and answers until the session ends. Rejects with a {@link CommandError}. */
export async function runScan(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      decline: { type: 'boolean', default: false },
      delay: { type: 'string', default: '0' },
      legacy: { type: 'boolean', default: false },
      accounts: { type: 'string', default: '1' },
      cluster: { type: 'string' },
    },
  });
  const [source, ...others] = positionals;
  if (source === undefined || others.length > 0) {
    throw new CommandError('scan takes one link, in quotes, or the name of one picture.');
  }
  const delayMs = parseNumber('delay', values.delay);
  const count = parseNumber('accounts', values.accounts);
  const clusterUrl = values.cluster === undefined ? undefined : parseClusterUrl(values.cluster);
  const uri = await findUri(source);
  // The same seeds as in the project's dev server, because a dapp expects its user's accounts again.
  const seeds = createNodeStore(getStateFolder(process.cwd()), say).loadSeeds(count);
  const wallet = await createMockWallet({
    accounts: seeds.map((seed) => ({ seed })),
    approve: createApprove(!values.decline, delayMs),
    onRequest: (method) => say(`asked     ${showText(method)}`),
    onReply: (method, error) =>
      say(`answered  ${showText(method)}${error ? `: error ${error.code}, ${showText(error.message)}` : ''}`),
    ...(values.legacy && { protocol: 'legacy' }),
    ...(clusterUrl !== undefined && { chain: createClusterChain(clusterUrl) }),
  });
  await serve(wallet, uri);
}

/** Returns the link itself, or what the QR code in a picture says. */
async function findUri(source: string): Promise<string> {
  if (/^[a-z][a-z\d+.-]+:\//i.test(source)) {
    assertUri(source, 'This link');
    return source;
  }
  if (!existsSync(source)) {
    throw new CommandError(`"${showText(source)}" is neither a wallet's link nor a file.`);
  }
  const uri = await readQrCodeFile(source).catch((error: unknown) => {
    throw new CommandError(`${source} is not a PNG picture: ${getMessage(error)}`);
  });
  if (uri === undefined) throw new CommandError(`No QR code was found in ${source}.`);
  assertUri(uri, `The code in ${source}`);
  return uri;
}

/**
 * Returns the text of the QR code in a PNG file, or `undefined` if none is found. Rejects if it is no PNG.
 */
async function readQrCodeFile(file: string): Promise<string | undefined> {
  const { data, width, height } = PNG.sync.read(await readFile(file));
  return decodeQrCode({ data: new Uint8ClampedArray(data), width, height });
}

function assertUri(uri: string, subject: string): void {
  try {
    parseAssociationUri(uri);
  } catch (error) {
    const advice = uri.includes('&') ? '' : ' Put a link in quotes, because of its &.';
    throw new CommandError(`${subject} leads to no dapp: ${getMessage(error)}${advice}`);
  }
}

function createApprove(approved: boolean, delayMs: number): Approve {
  return async (request, { signal }) => {
    const { name, uri } = request.identity;
    const dapp = [name, uri && `(${uri})`].filter(Boolean).join(' ') || 'An unnamed app';
    if (delayMs > 0) await delay(delayMs, signal);
    const decision = approved ? 'approved' : 'declined';
    say(`${decision}  ${showText(dapp)}: ${describe(request)} on ${showText(request.chain)}`);
    return { approved };
  };
}

function describe(request: ApprovalRequest): string {
  switch (request.type) {
    case 'authorize':
      return 'connect';
    case 'sign-in':
      return `sign in as ${shortenAddress(request.address)}`;
    case 'sign-messages':
      return `sign ${formatCount(request.messages.length, 'message')}`;
    case 'sign-transactions':
      return `sign ${formatCount(request.transactions.length, 'transaction')}`;
    case 'sign-and-send-transactions':
      return `sign and send ${formatCount(request.transactions.length, 'transaction')}`;
  }
}

async function serve(wallet: MockWallet, uri: string): Promise<void> {
  let isEstablished = false;
  const attach: MockWallet['attach'] = async (channel, request) => {
    const end = await wallet.attach(channel, request);
    isEstablished ||= end.established;
    return end;
  };
  const { ended } = await openAssociation({ ...wallet, attach }, uri).catch((error: unknown) => {
    throw new CommandError(getMessage(error));
  });
  say(`joined    with ${wallet.accounts.map(({ address }) => address).join(', ')}`);
  await ended;
  if (!isEstablished) throw new CommandError('The dapp left before the session began.');
  say('ended     The session is over.');
}
