import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { PACKAGES } from '../fresh.mjs';

/**
 * @typedef {'refuse' | 'lose'} Fault What happens to a publication: it is refused, or the answer is lost
 * @typedef {Readonly<{ name: string, versions: Record<string, { dist: { tarball: string } }>,
 * 'dist-tags': Record<string, string>, time: Record<string, string> }>} Packument
 * @typedef {Packument & Readonly<{ _attachments: Record<string, { data: string }> }>} Publication
 */

/**
 * Serves a registry on this machine. It has of our packages only what is published to it, and everything else
 * from the registry upstream. Each of the faults happens to one publication.
 *
 * @param {string} upstream
 */
export async function startRegistry(upstream) {
  /** @type {Map<string, Packument>} */
  const packuments = new Map();
  /** @type {Map<string, Buffer>} */
  const archives = new Map();
  /** @type {Fault[]} */
  const faults = [];

  /** Keeps what was published. @param {Publication} publication */
  function store({ _attachments: files, ...publication }) {
    const { name } = publication;
    const before = packuments.get(name);
    const now = Object.keys(publication.versions).map((version) => [version, new Date().toISOString()]);
    packuments.set(name, {
      ...publication,
      versions: { ...before?.versions, ...publication.versions },
      'dist-tags': { ...before?.['dist-tags'], ...publication['dist-tags'] },
      time: { ...before?.time, ...Object.fromEntries(now) },
    });
    for (const [file, { data }] of Object.entries(files))
      archives.set(`/${name}/-/${file}`, Buffer.from(data, 'base64'));
  }

  const server = createServer(async (request, response) => {
    const answer = (/** @type {number} */ status, /** @type {unknown} */ body) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const path = decodeURIComponent((request.url ?? '').replace(/\?.*/, ''));
    const [, name = ''] = path.split('/');
    if (request.method === 'PUT') {
      const publication = /** @type {Publication} */ (await json(request));
      const fault = faults.shift();
      if (fault === 'refuse') return answer(503, { error: 'Try again later' });
      const isTaken = Object.keys(publication.versions).some((key) => packuments.get(name)?.versions[key]);
      if (isTaken) return answer(403, { error: 'A version is published once' });
      store(publication);
      return fault === 'lose' ? request.socket.destroy() : answer(201, { ok: true });
    }
    const archive = archives.get(path);
    if (archive) return response.end(archive);
    if (name in PACKAGES) return answer(packuments.has(name) ? 200 : 404, packuments.get(name) ?? {});
    const { accept = '*/*' } = request.headers;
    const found = await fetch(upstream + request.url, { headers: { accept } }).catch(() => undefined);
    const type = found?.headers.get('content-type') ?? 'application/json';
    const body = await found?.arrayBuffer().catch(() => undefined);
    return response
      .writeHead(body ? (found?.status ?? 502) : 502, { 'content-type': type })
      .end(body && Buffer.from(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const stop = () => void server.close().closeAllConnections();
  return { url: `http://127.0.0.1:${port}`, packuments, faults, stop };
}
