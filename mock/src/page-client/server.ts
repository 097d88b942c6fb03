import { formatHex } from '../text.js';

/** Creates the id by which the dev server knows a page. */
export function createPageId(): string {
  // Insecure pages have no `crypto.randomUUID`.
  return formatHex(crypto.getRandomValues(new Uint8Array(16)), '');
}

/**
 * Opens an association URI in the mock wallet, for a page. Resolves with the launch's number. Rejects with the dev server's
 * reason if it refuses.
 *
 * @param mount the path under which the plugin answers
 */
export async function postLaunch(mount: string, page: string, uri: string): Promise<number> {
  const response = await post(`${mount}/launch`, { page, uri });
  return ((await response.json()) as { launch: number }).launch;
}

/** Posts a command. Rejects with the dev server's reason if it refuses. */
export async function post(path: string, command: object): Promise<Response> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(command),
  });
  if (!response.ok) throw new Error((await response.text()).trim());
  return response;
}
