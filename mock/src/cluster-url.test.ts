import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createRedaction, getFetchFailure, postToCluster } from './cluster-url.js';

describe('createRedaction', () => {
  it.each([
    'https://rpc.example/v2/secret-key',
    'https://rpc.example/secret-key/',
    'https://rpc.example/?api-key=secret-key',
    'https://rpc.example/?secret-key',
    'https://rpc.example/secret%2Dkey',
    'https://rpc.example/?secret%2Dkey',
    'https://secret-key.rpc.example/',
    'https://user:secret-key@rpc.example/',
  ])('leaves no key of %s in a text', (url) => {
    const { host, pathname, search } = new URL(url);
    const redact = createRedaction(url);
    const text = redact(`Cannot POST ${url}, ${pathname}${search} of ${host}: secret-key is unknown`);
    if (url.includes('//secret-key')) expect(redact(host)).toBe('***');
    else expect(text).not.toContain('secret-key');
    expect(text).toContain('Cannot POST');
  });

  it('leaves other texts as they are', () => {
    expect(createRedaction('https://rpc.example/v2/secret-key')('v2: blockhash not found')).toBe(
      'v2: blockhash not found',
    );
  });

  it.each(['secret-key', 'secret-key:8899', 'ftp://secret-key/', 'https://'])(
    'refuses %s without repeating it',
    (url) => {
      expect(() => createRedaction(url)).toThrow("The cluster's URL must be an http: or https: URL");
    },
  );
});

describe('postToCluster', () => {
  it.each([
    ['nothing', () => {}],
    ['half of an answer', (_: unknown, response: ServerResponse) => response.write('{')],
  ])('gives up a cluster that sends %s', async (_, listener) => {
    const cluster = createServer(listener).listen(0, '127.0.0.1');
    await once(cluster, 'listening');
    const { port } = cluster.address() as AddressInfo;
    const answer = postToCluster(`http://127.0.0.1:${port}/`, '{}', 100).then((response) => response.text());
    const error = await answer.catch((reason: unknown) => reason);
    expect(getFetchFailure(error)).toBe(' (TIMEOUT)');
    cluster.closeAllConnections();
    cluster.close();
  });
});

describe('getFetchFailure', () => {
  it('gives a code, and never a message', async () => {
    expect(getFetchFailure(await fetch('http://localhost:1/secret-key').catch((error) => error))).toMatch(
      /^( \([A-Z_]+\))?$/,
    );
    expect(getFetchFailure(new TypeError('Failed to parse URL from secret-key'))).toBe('');
    expect(getFetchFailure(new TypeError('failed', { cause: { code: 'ENOTFOUND' } }))).toBe(' (ENOTFOUND)');
  });
});
