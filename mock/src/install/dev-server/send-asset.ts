import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { HttpError, send } from '../../sockets/http.js';

const ASSET = /^\/assets\/((?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.js)$/;

/** Returns which of the built scripts a path names. */
export function findAsset(path: string): string | undefined {
  return ASSET.exec(path)?.[1];
}

/** Sends a built script. */
export async function sendAsset(folder: string, name: string, response: ServerResponse): Promise<void> {
  const script = await readFile(join(folder, name), 'utf8').catch(() => {
    throw new HttpError(404, 'Not found');
  });
  send(response, 200, script, { 'Content-Type': 'text/javascript; charset=utf-8' });
}
