import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createAssociationKeyPair,
  decodeBase64,
  encodeBase58,
  exportPoint,
  getAssociationUri,
  SUBPROTOCOLS,
} from 'mobile-wallet-standard/endpoint';
import { transact } from 'mobile-wallet-standard/session';
import { PNG } from 'pngjs';
import { encode } from 'uqr';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { TEST_CERTIFICATE } from '../../test/support/certificate.js';
import { fetchBlockhash, SOL, startChain } from '../../test/support/chain.js';
import { buildCommand, type Command, type RunningCommand } from '../../test/support/command.js';
import { listen } from '../../test/support/listen.js';
import { startNostrRelay } from '../../test/support/nostr-relay.js';
import '../../test/support/reflector.js';
import { createTransaction } from '../../test/support/wallet.js';
import { createReflector } from './sockets/reflector.js';

const AUTHORIZE = {
  chain: 'solana:devnet',
  identity: { name: 'Example', uri: 'https://example.com' },
} as const;

let built: Command;

beforeAll(async () => {
  built = await buildCommand();
});

afterEach(async () => {
  built.stop();
});

afterAll(() => built.remove());

const run: Command['run'] = (...args) => built.run(...args);

type Callback = Parameters<typeof transact<unknown>>[0];
type Config = NonNullable<Parameters<typeof transact>[1]>;

/** Opens a session as a dapp does. The command joins it by the link, or by what `getSource` makes of that. */
async function scan(
  remote: Config['remote'] & object,
  callback: Callback,
  options: readonly string[] = [],
  getSource: (uri: string) => Promise<string> = async (uri) => uri,
) {
  let joining: Promise<RunningCommand> | undefined;
  const showCode: Config['scan'] = ({ uri }) => {
    joining ??= getSource(uri).then((source) => run('scan', source, ...options));
  };
  const [outcome] = await Promise.allSettled([transact(callback, { remote, scan: showCode })]);
  if (!joining) throw new Error('No code was shown');
  return { outcome, ...(await (await joining).end()) };
}

async function openReflector() {
  const reflector = await createReflector();
  onTestFinished(reflector.close);
  return { type: 'reflector', host: reflector.host } as const;
}

/** Writes a picture of a text's code to a file. */
async function draw(name: string, content: string): Promise<string> {
  const scale = 4;
  const { data, size } = encode(content, { border: 4 });
  const png = new PNG({ width: size * scale, height: size * scale });
  for (let index = 0; index < png.data.length; index++) {
    const pixel = Math.floor(index / 4);
    const [x, y] = [pixel % png.width, Math.floor(pixel / png.width)];
    const isBlack = data[Math.floor(y / scale)]?.[Math.floor(x / scale)] ?? false;
    png.data[index] = index % 4 === 3 || !isBlack ? 255 : 0;
  }
  const file = join(built.directory, name);
  await writeFile(file, PNG.sync.write(png));
  return file;
}

describe('npx mock-mobile-wallet', () => {
  it.each([
    [['--help'], [/^ {2}serve /m, /^ {2}reflector /m, /^ {2}scan </m, /--auto-approve/]],
    [
      ['--port', '0', '-h'],
      [/^ {2}serve /m, /--auto-approve/],
    ],
    [
      ['serve', '--help'],
      [/--auto-approve/, /^(?![\s\S]*--decline)/],
    ],
    [
      ['reflector', '--help'],
      [/--cert/, /^(?![\s\S]*--auto-approve)/],
    ],
    [
      ['scan', 'x', '-h'],
      [/--decline/, /^(?![\s\S]*--auto-approve)/],
    ],
    [['--version'], [/^\d+\.\d+\.\d+$/]],
  ])('helps with %j', async (args, patterns) => {
    const { code, stdout, stderr } = await run(...args).end();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const pattern of patterns) expect(stdout).toMatch(pattern);
  });

  it.each([
    [
      'an unknown command',
      ['reflektor'],
      /^There is no command "reflektor": the commands are serve, reflector, scan\. See npx mock-mobile-wallet --help\./,
    ],
    [
      'an unknown option',
      ['serve', '--prot', '1'],
      /^There is no option --prot: the options are --port, --host, .+\. See/,
    ],
    ['an option that is cut off', ['--auto'], /^There is no option --auto: the options are .*--auto-approve/],
    ['an option that is no number', ['scan', 'x', '--delay', 'soon'], /--delay must be a whole number/],
    ['an option with a number that is too large', ['reflector', '--port', '65536'], /--port must be/],
    ['scan without a link', ['scan'], /one link/],
    [
      'a cluster that is no URL',
      ['scan', 'x', '--cluster', 'devnet'],
      /--cluster must be the http: or https: URL/,
    ],
    ['a certificate without its key', ['reflector', '--cert', 'a.pem'], /belong together/],
    ['a certificate that is not there', ['reflector', '--cert', 'a.pem', '--key', 'b.pem'], /a\.pem/],
  ])('refuses %s in one sentence', async (_, args, reason) => {
    const { code, stdout, stderr } = await run(...args).end();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+\.\n$/);
    expect(stderr).toMatch(reason);
  });
});

describe('npx mock-mobile-wallet reflector', () => {
  it('serves a reflector, and says what a dapp has to write', async () => {
    const command = run('reflector', '--port', '0');
    const [, host = ''] = await command.find(/remote: \{ type: 'reflector', host: '(127\.0\.0\.1:\d+)' \}/);
    expect(command.lines[0]).toBe(`Reflector: ws://${host}/reflect`);
    const { outcome } = await scan({ type: 'reflector', host }, (wallet) => wallet.getCapabilities());
    expect(outcome).toMatchObject({ value: { max_transactions_per_request: 10 } });
  });

  it('serves TLS with a certificate', async () => {
    const files = await Promise.all(
      (['cert', 'key'] as const).map(async (name) => {
        const file = join(built.directory, `${name}.pem`);
        await writeFile(file, TEST_CERTIFICATE[name]);
        return [`--${name}`, file];
      }),
    );
    const command = run('reflector', '--port', '0', '--host', 'localhost', ...files.flat());
    const [, url = ''] = await command.find(/^Reflector: (wss:\/\/localhost:\d+\/reflect)$/);
    const socket = new WebSocket(url, [...SUBPROTOCOLS], { ca: TEST_CERTIFICATE.cert });
    onTestFinished(() => socket.terminate());
    const [id] = await once(socket, 'message');
    expect(id).toHaveLength(17);
  });

  it('says that other devices need TLS', async () => {
    const command = run('reflector', '--port', '0', '--host', '0.0.0.0');
    await command.find(/Other devices cannot use it without --cert and --key/);
  });

  it('fails in one sentence when the port is taken', async () => {
    const port = await listen(createServer());
    const { code, stderr } = await run('reflector', '--port', String(port)).end();
    expect(code).toBe(1);
    expect(stderr).toMatch(
      new RegExp(`^Port ${port} is in use, [^\n]+ npx mock-mobile-wallet reflector --port 0, [^\n]+\\.\n$`),
    );
  });
});

describe('npx mock-mobile-wallet scan', () => {
  it('joins by a link, prints what was asked and answered, and exits with the session', async () => {
    const { outcome, code, stdout, stderr } = await scan(await openReflector(), async (wallet) => {
      const { accounts } = await wallet.authorize(AUTHORIZE);
      const [account] = accounts;
      const payloads = [new Uint8Array([1]), new Uint8Array([2])];
      return wallet.signMessages({ addresses: [account?.address ?? ''], payloads });
    });
    expect(outcome).toMatchObject({ value: [expect.any(Uint8Array), expect.any(Uint8Array)] });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replace(/joined .*/, 'joined').split('\n')).toEqual([
      'joined',
      'asked     authorize',
      'approved  Example (https://example.com): connect on solana:devnet',
      'answered  authorize',
      'asked     sign_messages',
      'approved  Example (https://example.com): sign 2 messages on solana:devnet',
      'answered  sign_messages',
      'ended     The session is over.',
    ]);
  });

  it('joins by a picture of the code', async () => {
    const { outcome, code } = await scan(
      await openReflector(),
      (wallet) => wallet.authorize(AUTHORIZE),
      [],
      (uri) => draw('code.png', uri),
    );
    expect(outcome).toMatchObject({ value: { accounts: [{ label: 'Account 1' }] } });
    expect(code).toBe(0);
  });

  it('joins at a Nostr relay', async () => {
    const relay = await startNostrRelay();
    onTestFinished(relay.close);
    const { outcome, code } = await scan({ type: 'nostr', relays: [relay.host] }, (wallet) =>
      wallet.authorize(AUTHORIZE),
    );
    expect(outcome).toMatchObject({ status: 'fulfilled' });
    expect(code).toBe(0);
  });

  it('sends to the cluster that --cluster names', async () => {
    const { chain, url, close } = await startChain();
    onTestFinished(close);
    const recent = await fetchBlockhash(chain);
    const { outcome, stdout } = await scan(
      await openReflector(),
      async (wallet) => {
        const { accounts } = await wallet.authorize(AUTHORIZE);
        const payer = encodeBase58(decodeBase64(accounts[0]?.address ?? ''));
        chain.airdrop(payer, SOL);
        return wallet.signAndSendTransactions({ transactions: [createTransaction(payer, 'Hello', recent)] });
      },
      ['--cluster', url],
    );
    expect(outcome).toMatchObject({ value: [expect.objectContaining({ length: 64 })] });
    expect(stdout).toContain('sign and send 1 transaction on solana:devnet');
  });

  it('declines with --decline, and takes its time with --delay', async () => {
    const started = performance.now();
    const { outcome, code, stdout } = await scan(
      await openReflector(),
      (wallet) => wallet.authorize(AUTHORIZE),
      ['--decline', '--delay', '400'],
    );
    expect(outcome).toMatchObject({ reason: { code: 'USER_REJECTED' } });
    expect(performance.now() - started).toBeGreaterThan(400);
    expect(stdout).toContain('declined  Example (https://example.com): connect on solana:devnet');
    expect(stdout).toMatch(/answered {2}authorize: error -1, /);
    expect(code).toBe(0);
  });

  it('plays a wallet of 1.x with --legacy, and has as many accounts as --accounts says, each time the same', async () => {
    const visit = async () => {
      const { outcome, stdout } = await scan(
        await openReflector(),
        (wallet) => wallet.reauthorize({ auth_token: 'eA==' }),
        ['--legacy', '--accounts', '3'],
      );
      expect(outcome).toMatchObject({ reason: { code: 'NOT_AUTHORIZED' } });
      // To a wallet of 2.0, the dapp would send `authorize`.
      expect(stdout).toContain('asked     reauthorize');
      return /^joined {4}with (.*)$/m.exec(stdout)?.[1]?.split(', ');
    };
    const addresses = await visit();
    expect(new Set(addresses).size).toBe(3);
    expect(await visit()).toEqual(addresses);
  });

  it('shows characters that would control the terminal', async () => {
    const identity = { name: 'A\u001b[2JB\u202e' };
    const { stdout } = await scan(await openReflector(), (wallet) => wallet.authorize({ identity }));
    expect(stdout).toContain('A<U+001B>[2JB<U+202E>');
    expect(stdout).not.toContain('\u001b');
  });

  it.each<[what: string, getSource: () => string | Promise<string>, reason: RegExp]>([
    ['a link to somewhere else', () => 'https://example.com/?a=1&b=2', /leads to no dapp/],
    ['a link that the shell has cut', () => 'solana-wallet:/v1/associate/remote?association=x', /quotes/],
    ['a file that is not there', () => 'missing.png', /neither a wallet's link nor a file/],
    ['a file that is no PNG', () => fileURLToPath(import.meta.url), /is not a PNG picture/],
    ['a picture of something else', () => draw('other.png', 'Hello'), /other\.png leads to no dapp/],
    ['a picture without a code', () => drawNothing(), /No QR code was found/],
    [
      'a reflector that cannot be reached',
      () => getUri('127.0.0.1:1'),
      /127\.0\.0\.1:1 could not be reached/,
    ],
    [
      'a code that has expired',
      async () => getUri((await openReflector()).host),
      /no longer waits for this QR code/,
    ],
  ])('refuses %s in one sentence', async (_, getSource, reason) => {
    const { code, stdout, stderr } = await run('scan', await getSource()).end();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+\.\n$/);
    expect(stderr).toMatch(reason);
  });
});

async function drawNothing(): Promise<string> {
  const file = join(built.directory, 'nothing.png');
  await writeFile(file, PNG.sync.write(new PNG({ width: 100, height: 100 })));
  return file;
}

/** Returns a link to a dapp that does not exist. */
async function getUri(reflector: string): Promise<string> {
  const point = await exportPoint(await createAssociationKeyPair());
  return getAssociationUri({ type: 'remote', reflector, reflectorId: new Uint8Array(16) }, point);
}
