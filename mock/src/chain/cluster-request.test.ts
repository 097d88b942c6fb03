import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { listen } from '../../../test/support/listen.js';
import { getFetchFailure, mayHoldKey, postToCluster } from './cluster-request.js';

describe('mayHoldKey', () => {
  it.each([
    [true, 'https://rpc.example/v2/secret-key'],
    [true, 'https://rpc.example/?api-key=secret-key'],
    [true, 'https://api.devnet.solana.com/?secret-key'],
    [true, 'https://secret-key.rpc.example/'],
    [true, 'https://user:secret-key@api.devnet.solana.com/'],
    [true, 'https://secret-key@localhost/'],
    [true, 'https://secret-key.evilsolana.com/'],
    [true, 'https://secret-key.solana.com.example/'],
    [true, 'https://solana.com/'],
    [true, 'http://127.0.0.1.example/'],
    [true, 'http://validator:8899/v2'],
    [false, 'https://api.devnet.solana.com'],
    [false, 'http://localhost:8899/'],
    [false, 'http://validator:8899/'],
    [false, 'http://127.0.0.1:8899'],
    [false, 'http://localhost:8477/__mobile-wallet/rpc/devnet'],
    [false, 'http://[::1]:8899/v2'],
    [true, 'http://localhost/?api-key=secret-key'],
    [false, 'http://[::1]:8899'],
  ])('is %s for %s', (expected, url) => {
    expect(mayHoldKey(url)).toBe(expected);
  });

  it.each([
    'secret-key',
    'secret-key:8899',
    'ftp://secret-key/',
    'https://',
    'view-source:http://secret-key/',
  ])('refuses %s without repeating it', (url) => {
    expect(() => mayHoldKey(url)).toThrow("The cluster's URL must be an http: or https: URL");
  });
});

describe('postToCluster', () => {
  it.each([
    ['', undefined],
    ['user:pass@', 'user:pass'],
    ['user@', 'user:'],
    [':pass@', ':pass'],
    ['us%40er:p%3Ass@', 'us@er:p:ss'],
    ['%E0:100%@', '%E0:100%'],
  ])('sends JSON, and the credentials of %j in a header', async (credentials, expected) => {
    const requests: IncomingMessage[] = [];
    const server = createServer(async (request, response) => {
      requests.push(request);
      response.end(await text(request));
    });
    const answer = await postToCluster(
      `http://${credentials}127.0.0.1:${await listen(server)}/a?b`,
      '{"c":1}',
    );
    expect(await answer.text()).toBe('{"c":1}');
    const [{ url, method, headers } = {} as IncomingMessage] = requests;
    expect({ url, method }).toEqual({ url: '/a?b', method: 'POST' });
    expect(headers['content-type']).toBe('application/json');
    const { authorization } = headers;
    expect(authorization && atob(authorization.replace('Basic ', ''))).toBe(expected);
  });

  it.each([
    ['nothing', () => {}],
    ['half of an answer', (_: unknown, response: ServerResponse) => response.write('{')],
  ])('gives up a cluster that sends %s', async (_, listener) => {
    const url = `http://127.0.0.1:${await listen(createServer(listener))}/`;
    const answer = postToCluster(url, '{}', 100).then((response) => response.text());
    const error = await answer.catch((reason: unknown) => reason);
    expect(getFetchFailure(error)).toBe(' (TIMEOUT)');
  });
});

describe('getFetchFailure', () => {
  it('gives a code, and never a message', async () => {
    expect(getFetchFailure(await fetch('http://localhost:1/secret-key').catch((error) => error))).toMatch(
      /^( \([A-Z_]+\))?$/,
    );
    expect(getFetchFailure(new TypeError('Failed to parse URL from secret-key'))).toBe('');
    expect(getFetchFailure(new TypeError('failed', { cause: { code: 'ENOTFOUND' } }))).toBe(' (ENOTFOUND)');
    for (const code of ['of secret-key', 'A secret-key', 'secret-key A', 7, ['ENOTFOUND']]) {
      expect(getFetchFailure(new TypeError('failed', { cause: { code } }))).toBe('');
    }
    for (const cause of [null, undefined, 'ENOTFOUND', {}]) {
      expect(getFetchFailure(new TypeError('failed', { cause }))).toBe('');
    }
    for (const reason of ['TimeoutError', undefined, { name: 'TimeoutError' }]) {
      expect(getFetchFailure(reason)).toBe('');
    }
  });
});
