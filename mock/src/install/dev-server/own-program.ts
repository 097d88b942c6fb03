import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { LOOPBACK_HOST } from '../../chain/cluster-request.js';
import { getHost } from './own-origin.js';

/** The part of an HTTP request that shows whether a program of this machine sends it. */
type SentRequest = Readonly<{
  headers: IncomingHttpHeaders;
  socket: Readonly<{ remoteAddress?: string | undefined }>;
}>;

const PORT = /:\d+$/;
/** Headers of proxies, which pass on what others have sent, and of no program that asks by itself. */
const PROXY = /^(forwarded|via|x-forwarded(-.+)?|x-real-ip|cf-connecting-ip)$/;

/**
 * Returns why a request may not be of a program on this machine, or `undefined` if it is. A page cannot leave
 * out `Origin` when it posts, nor `Sec-Fetch-Site`, nor choose its `Host`. A forwarded port, such as of
 * `adb reverse` or `ssh -R`, and a proxy without these headers look like this machine.
 */
export function explainForeignProgram({ headers, socket }: SentRequest): string | undefined {
  if (!isLoopbackAddress(socket.remoteAddress)) return 'it comes from another machine';
  const host = (getHost(headers) ?? '').replace(PORT, '').toLowerCase();
  // By any other name, an attacker's page may have made it resolve to this machine.
  if (!LOOPBACK_HOST.test(host)) return '`Host` is not this machine';
  if (headers.origin !== undefined) return 'a page sends `Origin`';
  if (headers['sec-fetch-site'] !== undefined) return 'a browser sends `Sec-Fetch-Site`';
  const proxy = Object.keys(headers).find((name) => PROXY.test(name));
  return proxy && `a proxy sends \`${proxy}\``;
}

/** Whether an IP address is of this machine, and of no network. */
export function isLoopbackAddress(address = ''): boolean {
  // Node names an IPv4 client of an IPv6 socket so.
  return isIP(address) !== 0 && LOOPBACK_HOST.test(address.replace(/^::ffff:/i, ''));
}
