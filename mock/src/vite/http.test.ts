import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { assertOwnPage, readJsonObject } from './http.js';

function createRequest(body: string, contentType = 'application/json', method = 'POST'): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method, headers: { 'content-type': contentType } });
  request.push(body);
  request.push(null);
  return request;
}

describe('assertOwnPage', () => {
  it('lets pages of the same host and port through', () => {
    expect(() => assertOwnPage({ origin: 'http://localhost:5173', host: 'localhost:5173' })).not.toThrow();
    expect(() => assertOwnPage({ origin: 'https://[::1]:5173', ':authority': '[::1]:5173' })).not.toThrow();
    expect(() => assertOwnPage({ origin: 'https://example.com', host: 'example.com' })).not.toThrow();
  });

  it.each([
    ['another port', { origin: 'http://localhost:3000', host: 'localhost:5173' }],
    ['another host', { origin: 'http://localhost.evil.com:5173', host: 'localhost:5173' }],
    ['an opaque origin', { origin: 'null', host: 'localhost:5173' }],
    ['no origin', { host: 'localhost:5173' }],
    ['neither', {}],
  ])('refuses %s', (_, headers) => {
    expect(() => assertOwnPage(headers)).toThrow(expect.objectContaining({ status: 403 }));
  });
});

describe('readJsonObject', () => {
  it('reads an object', async () => {
    expect(await readJsonObject(createRequest('{"a":1}'), 100)).toEqual({ a: 1 });
    expect(await readJsonObject(createRequest('{}', 'application/json; charset=utf-8'), 2)).toEqual({});
  });

  it.each([
    [405, createRequest('{}', 'application/json', 'GET')],
    [415, createRequest('{}', 'text/plain')],
    [413, createRequest(' '.repeat(101))],
    [400, createRequest('[]')],
    [400, createRequest('null')],
    [400, createRequest('{')],
  ])('refuses with %i', async (status, request) => {
    await expect(readJsonObject(request, 100)).rejects.toMatchObject({ status });
  });
});
