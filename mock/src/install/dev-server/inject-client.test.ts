import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { listen } from '../../../../test/support/listen.js';
import { injectClient, injectScript } from './inject-client.js';

const SCRIPT = '<script src="/__mobile-wallet/client.js"></script>';
const HTML = '<!doctype html><html><head><title>ä</title></head></html>';
const INJECTED = `<!doctype html><html><head>${SCRIPT}<title>ä</title></head></html>`;

async function load(listener: RequestListener, headers: HeadersInit = { Accept: 'text/html' }) {
  const server = createServer((request, response) =>
    injectClient(request, response, () => listener(request, response)),
  );
  return fetch(`http://127.0.0.1:${await listen(server)}/`, {
    headers: { ...headers, Connection: 'close' },
  });
}

describe('injectClient', () => {
  it('injects into a document that is sent in one piece', async () => {
    const response = await load((_, answer) => {
      answer.setHeader('Content-Type', 'text/html');
      answer.setHeader('ETag', '"1"');
      answer.end(HTML);
    });
    expect(await response.text()).toBe(INJECTED);
    expect(response.headers.get('etag')).toBeNull();
  });

  it('injects into a document that is sent in pieces with a fixed length', async () => {
    const response = await load((_, answer) => {
      const bytes = Buffer.from(HTML);
      answer.writeHead(201, 'Made', { 'content-type': 'text/html', 'content-length': bytes.length });
      answer.write(bytes.subarray(0, 10));
      answer.write(bytes.subarray(10, 39));
      answer.end(bytes.subarray(39));
    });
    expect(response.status).toBe(201);
    expect(await response.text()).toBe(INJECTED);
  });

  it('accepts headers as a flat list', async () => {
    const response = await load((_, answer) => {
      answer.writeHead(200, ['Content-Type', 'text/html', 'X-Own', 'kept']).end(HTML);
    });
    expect(await response.text()).toBe(INJECTED);
    expect(response.headers.get('x-own')).toBe('kept');
  });

  it('leaves other content types unchanged', async () => {
    const response = await load((_, answer) => {
      answer.writeHead(200, { 'Content-Type': 'text/plain', ETag: '"1"' });
      answer.end(HTML);
    });
    expect(await response.text()).toBe(HTML);
    expect(response.headers.get('etag')).toBe('"1"');
  });

  it('leaves responses to requests for anything but documents unchanged', async () => {
    const response = await load(
      (_, answer) => answer.writeHead(200, { 'Content-Type': 'text/html' }).end(HTML),
      { Accept: '*/*' },
    );
    expect(await response.text()).toBe(HTML);
  });

  it('requests a response that is neither compressed nor 304', async () => {
    let seen: unknown;
    await load(
      (request, answer) => {
        seen = request.headers;
        answer.end();
      },
      { Accept: 'text/html', 'If-None-Match': '"1"', 'Accept-Encoding': 'gzip' },
    );
    expect(seen).not.toHaveProperty('if-none-match');
    expect(seen).not.toHaveProperty('accept-encoding');
  });
});

describe('injectScript', () => {
  it('inserts the script first in the head, or else after the doctype', () => {
    expect(injectScript('<HEAD lang="x"><link>')).toBe(`<HEAD lang="x">${SCRIPT}<link>`);
    expect(injectScript('<!DOCTYPE html><header>')).toBe(`<!DOCTYPE html>${SCRIPT}<header>`);
  });

  it('leaves a fragment of a document unchanged', () => {
    expect(injectScript('<header>Hi</header>')).toBeUndefined();
  });
});
