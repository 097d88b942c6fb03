import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readJsonObject } from './http.js';

function createRequest(body: string, contentType = 'application/json', method = 'POST'): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method, headers: { 'content-type': contentType } });
  request.push(body);
  request.push(null);
  return request;
}

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
