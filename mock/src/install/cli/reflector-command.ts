import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { LOOPBACK_HOST } from '../../sockets/http.js';
import { createReflector } from '../../sockets/reflector.js';
import { CommandError, createListenError, getMessage, parseArguments, parseNumber, say } from './command.js';

/** What `--help` shows of this command. */
export const REFLECTOR_USAGE = `npx mock-mobile-wallet reflector [options]

  Serves a reflector for development, where a dapp meets a wallet on another device.

  --port N      the port; 8478 by default, and 0 for any free one
  --host H      the address to listen on; 127.0.0.1 by default
  --cert file   a certificate and
  --key file    its private key (PEM): dapps and wallets connect without TLS only to this machine
`;

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
    const example = 'npx mock-mobile-wallet reflector --port 0, which takes any free one';
    throw createListenError({ what: 'reflector', port, host: values.host, example }, error);
  });
  const host = `${getReachableHost(values.host, tls !== undefined)}:${reflector.port}`;
  say(`Reflector: ${tls ? 'wss' : 'ws'}://${host}/reflect`);
  say(`In the dapp: registerMobileWallet({ …, remote: { type: 'reflector', host: '${host}' } })`);
  if (!tls && !LOOPBACK_HOST.test(values.host)) {
    say('Other devices cannot use it without --cert and --key, because they connect by TLS only.');
  }
}

async function readCertificate(
  cert: string | undefined,
  key: string | undefined,
): Promise<Readonly<{ cert: Buffer; key: Buffer }> | undefined> {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) throw new CommandError('--cert and --key belong together.');
  try {
    return { cert: await readFile(cert), key: await readFile(key) };
  } catch (error) {
    throw new CommandError(getMessage(error));
  }
}

/** Returns the host for dapps. For `0.0.0.0` and `::`, it is this machine: by its address in the network if there is TLS. */
function getReachableHost(host: string, hasTls: boolean): string {
  if (host !== '0.0.0.0' && host !== '::') return isIP(host) === 6 ? `[${host}]` : host;
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const shared = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  return (hasTls && shared?.address) || 'localhost';
}
