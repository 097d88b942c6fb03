import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { address, createSolanaRpc } from '@solana/kit';
import { type JsonObject, PLAYED_APPS } from 'mobile-wallet-standard/endpoint';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { buildCommand } from '../../../../test/support/command.js';
import { listen } from '../../../../test/support/listen.js';
import { findState, openSession } from '../../../../test/support/phone-server.js';

/** The server of the dapp, which the command does not know. */
const DAPP = 'http://localhost:3000';
const AUTHORIZE = { chain: 'solana:devnet', identity: { name: 'Example', uri: DAPP } };

const command = await buildCommand();
afterEach(() => command.stop());
afterAll(() => command.remove());

/** Runs the command at a free port. Returns the URL of its routes, as the tag names it. */
async function serve(...options: readonly string[]): Promise<string> {
  const [, mount = ''] = await command
    .run('serve', '--port', '0', ...options)
    .find(/<script src="(http:\/\/localhost:\d+\/__mobile-wallet)\/client\.js"><\/script>/);
  return mount;
}

/** Opens a session from a page of the dapp. Returns the version, and the wallet's answer to `authorize`. */
async function authorize(mount: string): Promise<Readonly<{ protocol: string; answer: JsonObject }>> {
  const { dapp, protocol } = await openSession(mount, DAPP);
  const answer = (await dapp.call('authorize', AUTHORIZE)) as unknown as JsonObject;
  dapp.close();
  return { protocol, answer };
}

describe('npx mock-mobile-wallet serve', () => {
  it('serves the wallet by one tag to the pages of other servers', async () => {
    const mount = await serve();
    const client = await fetch(`${mount}/client.js`, { headers: { Origin: DAPP } });
    expect(client.headers.get('access-control-allow-origin')).toBe(DAPP);
    const script = await client.text();
    expect(script).toContain('catchLaunches');
    // A runner gives pages the text, without an address.
    expect(script).toContain(`"${mount}/client.js"`);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' });
    const headers = { 'Content-Type': 'application/json', Origin: DAPP };
    const rpc = await fetch(`${mount}/rpc/devnet`, { method: 'POST', headers, body });
    expect(await rpc.json()).toEqual({ jsonrpc: '2.0', id: 1, result: 'ok' });
    const home = await fetch(new URL('/', mount));
    expect(home.url).toBe(`${mount}/`);
    expect((await fetch(new URL('/other', mount))).status).toBe(404);
  });

  it('has the small chain where LiteSVM has no build, and says so', async () => {
    const without = await buildCommand('mock/src/cli.ts', 'litesvm');
    const [, mount = ''] = await without.run('--port', '0').find(/Mock wallet: (\S+)\//);
    const { chain, accounts } = await findState(mount);
    const rpc = createSolanaRpc(`${mount}/rpc/devnet`);
    const { value } = await rpc.getBalance(address(accounts[0]?.address ?? '')).send();
    without.stop();
    await without.remove();
    expect(chain.name).toMatch(/^Small chain \(no LiteSVM for \w+ \w+\)$/);
    expect(value).toBe(10_000_000_000n);
  });

  it('approves without asking with --auto-approve, each time with the same account', async () => {
    const [first, second] = [
      await authorize(await serve('--auto-approve')),
      await authorize(await serve('--auto-approve')),
    ];
    expect(first.protocol).toBe('v1');
    expect(first.answer).toMatchObject({ result: { accounts: [{ label: 'Main' }] } });
    const getAddress = ({ answer }: typeof first) => (answer['result'] as JsonObject)['accounts'];
    expect(getAddress(second)).toEqual(getAddress(first));
  });

  it.each([[['--fail=-3']], [['--fail', '-3']]])('answers with an error with %j', async (options) => {
    const { answer } = await authorize(await serve(...options));
    expect(answer).toMatchObject({ error: { code: -3 } });
  });

  it('plays the wallet of a phone’s report with --like, and says what is wrong with a file that is none', async () => {
    const file = join(command.directory, 'phone-report.json');
    const report = { report: 'mobile-wallet-standard/phone', version: 1, wallet: { protocol: 'legacy' } };
    await writeFile(file, JSON.stringify(report));
    expect((await authorize(await serve('--like', file, '--auto-approve'))).protocol).toBe('legacy');
    await writeFile(file, '{}');
    const { code, stderr } = await command.run('serve', '--like', file).end();
    expect(code).toBe(1);
    expect(stderr).toBe(`--like ${file}: \`report.report\` is missing.\n`);
    const capabilities = { supported_transaction_versions: [-1] };
    await writeFile(file, JSON.stringify({ ...report, wallet: { ...report.wallet, capabilities } }));
    const refused = await command.run('serve', '--like', file).end();
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(
      /^--like .+: `report\.wallet\.capabilities\.supported_transaction_versions\.0` must be .+\n$/,
    );
  });

  it('plays a wallet that is known by its name with --like', async () => {
    const run = command.run('serve', '--port', '0', '--like', 'phantom-on-mainnet');
    await run.find(/Adds guards: Transactions get memos/);
  });

  it('plays a wallet of 1.x with --legacy', async () => {
    expect((await authorize(await serve('--legacy', '--auto-approve'))).protocol).toBe('legacy');
  });

  it('plays an iPhone with --iphone', async () => {
    const script = async (mount: string) => (await fetch(`${mount}/client.js`)).text();
    expect(await script(await serve('--iphone'))).toContain("'wallet-browser' : 'ios'");
    expect(await script(await serve())).toContain("'wallet-browser' : true");
  });

  it('plays a phone with several wallet apps with --wallet-apps', async () => {
    const script = async (mount: string) => (await fetch(`${mount}/client.js`)).text();
    expect(await script(await serve('--wallet-apps'))).toContain(`'${PLAYED_APPS}'`);
    expect(await script(await serve())).not.toContain(PLAYED_APPS);
    const { code, stderr } = await command.run('serve', '--wallet-apps', '--iphone').end();
    expect([code, stderr]).toEqual([1, '--wallet-apps and --iphone exclude each other.\n']);
  });

  it('has a chain with the options of --chain', async () => {
    const rpc = createSolanaRpc(`${await serve('--chain', '{"priorityFee":7}')}/rpc/devnet`);
    expect((await rpc.getRecentPrioritizationFees().send()).at(-1)?.prioritizationFee).toBe(7n);
  });

  it('takes its time with --delay', async () => {
    const mount = await serve('--delay', '300', '--auto-approve');
    const start = performance.now();
    await authorize(mount);
    // Timers may fire a little early.
    expect(performance.now() - start).toBeGreaterThan(295);
  });

  it('has as many accounts as --accounts says', async () => {
    const { accounts } = await findState(await serve('--accounts', '3'));
    expect(accounts.map(({ label }) => label)).toEqual(['Main', 'Savings', 'Account 3']);
  });

  it('serves several workers in one folder with --memory, each with a wallet of its own', async () => {
    const start = async () => {
      const started = command.run('--port', '0', '--json', '--memory', '--auto-approve');
      const [line] = await started.find(/.+/);
      return { ...(JSON.parse(line) as Readonly<{ api: string; client: string }>), started };
    };
    const [first, second] = await Promise.all([start(), start()]);
    const run = async ({ api }: typeof first, body?: object) => {
      const headers = { 'Content-Type': 'application/json' };
      const post = body && { method: 'POST', headers, body: JSON.stringify(body) };
      return (await (await fetch(api, post)).json()) as Readonly<{
        accounts: readonly JsonObject[];
        requests: readonly JsonObject[];
      }>;
    };
    const mountOf = ({ client }: typeof first): string => client.replace('/client.js', '');

    await run(first, { type: 'decline-next' });
    await run(first, {
      type: 'rename-account',
      address: (await run(first)).accounts[0]?.['address'],
      label: 'Mine',
    });
    const [declined, approved] = [await authorize(mountOf(first)), await authorize(mountOf(second))];
    expect(declined.answer).toHaveProperty('error');
    expect(approved.answer).toMatchObject({ result: { accounts: [{ label: 'Main' }] } });
    expect((await run(first)).accounts).toMatchObject([{ label: 'Mine' }, { label: 'Savings' }]);
    expect((await run(second)).requests).toMatchObject([{ decision: 'approved' }]);
    await run(first, { type: 'reset' });
    expect((await run(second)).requests).toHaveLength(1);
    for (const { started } of [first, second]) expect(started.lines).toHaveLength(1);

    const third = await start();
    const known = new Set(
      [...(await run(first)).accounts, ...(await run(second)).accounts].map((each) => each['address']),
    );
    expect((await run(third)).accounts.filter((each) => known.has(each['address']))).toEqual([]);
  });

  it('has no address for test runners with --host, and one for each of this machine', async () => {
    const read = async (...options: readonly string[]) => {
      const [line] = await command.run('--port', '0', '--json', '--memory', ...options).find(/.+/);
      return JSON.parse(line) as Readonly<{ origin: string; api?: string }>;
    };
    const shared = await read('--host', '0.0.0.0');
    expect(shared.api).toBeUndefined();
    expect((await fetch(`${shared.origin}/__mobile-wallet/api`)).status).toBe(403);
    const own = await read('--host', '127.0.0.2');
    expect((await fetch(own.api ?? '')).status).toBe(200);
  });

  it('warns when the network can use it', async () => {
    const other = command.run('--port', '0', '--host', '0.0.0.0');
    await other.find(/Every device in the network/);
  });

  it.each(['/other', '/__mobile-wallet/launch', '/__mobile-wallet//rpc'])(
    'refuses a WebSocket at %s, and goes on when the client hangs up',
    async (path) => {
      const mount = await serve();
      const { port } = new URL(mount);
      const upgrade = [
        `GET ${path} HTTP/1.1`,
        `Host: localhost:${port}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        '\r\n',
      ].join('\r\n');
      const refused = connect(Number(port), '127.0.0.1');
      refused.write(upgrade);
      expect(await text(refused)).toMatch(/^HTTP\/1\.1 404 /);
      const left = connect(Number(port), '127.0.0.1');
      await once(left, 'connect');
      left.write(upgrade, () => left.resetAndDestroy());
      await once(left, 'close');
      expect((await fetch(`${mount}/client.js`)).status).toBe(200);
    },
  );

  it('prints the URLs of the address where it listens', async () => {
    const address = Object.values(networkInterfaces())
      .flatMap((list = []) => list)
      .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
    const served = command.run('--port', '0', '--host', address ?? '127.0.0.1');
    const [, url = ''] = await served.find(/Mock wallet: (\S+)/);
    expect(new URL(url).hostname).toBe(address ?? 'localhost');
    expect((await fetch(url)).status).toBe(200);
    await served.find(new RegExp(`host: '${new URL(url).host}'`));
  });

  it('fails in one sentence where it cannot listen at the host', async () => {
    const { code, stderr } = await command.run('--port', '0', '--host', '203.0.113.1').end();
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The mock wallet cannot listen at "203\.0\.113\.1" \(try another --host\): .*EADDRNOTAVAIL.*\n$/,
    );
  });

  it('fails in one sentence when the port is taken', async () => {
    const port = await listen(createServer());
    const { code, stderr } = await command.run('--port', String(port)).end();
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Port \d+ is in use, perhaps by a mock wallet that runs already: .* npx mock-mobile-wallet --port 0, .*\n$/,
    );
  });

  it.each([
    [['--fail', 'declined'], /--fail must be the code of a wallet's error, such as -3/],
    [['--cluster', 'devnet'], /--cluster must be the http: or https: URL/],
    [['--chain', 'stages'], /--chain must be a JSON object/],
    [['--chain', '{"speed":1}'], /`chain` must be .*programs, accounts, clusterUrl, slotDuration, stages/],
    [['--chain', '{"stages":1}'], /`changes\.stages` must be true or false/],
    [['--chain', '{}', '--cluster', 'http://localhost:8899'], /--chain and --cluster exclude each other/],
    [['--accounts', '0'], /--accounts must be a whole number from 1 to 100/],
    [['--delay', '-5'], /--delay must be a whole number/],
    [['--port', 'x'], /--port must be/],
    [['--host', ''], /--host must be an address/],
    [['--auto-approve', '--fail', '-3'], /--auto-approve and --fail exclude each other/],
    [['--swap'], /--swap/],
  ])('refuses %j in one sentence', async (args, reason) => {
    const { code, stdout, stderr } = await command.run(...args).end();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(reason);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
