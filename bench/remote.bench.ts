import { test } from '@playwright/test';
import { serveScript } from '../e2e/bundle.js';
import { serveTls } from '../e2e/tls.js';
import { createReflector } from '../mock/src/sockets/reflector.js';
import { say } from '../scripts/process.mjs';
import { startNostrRelay } from '../test/support/nostr-relay.js';
import type { Library } from './dapp.js';
import { measureRemote, type RemoteTimes } from './remote/run.js';
import { describeMachine, describeVersions, formatTable, writeSection } from './report.js';
import { formatRatio, formatTimes } from './speed/statistics.js';

const ROUNDS = 9;
const LIBRARIES: readonly Library[] = ['peer', 'own'];
const ROWS = {
  code: 'click → code on the screen',
  connected: 'scan → connected',
  second: 'second request, without a scan',
} as const;

test('a wallet on another device', async ({ browser }) => {
  const site = await serveScript('../bench/remote/page.ts');
  const ways = [
    { type: 'reflector', name: 'reflector', server: await createReflector() },
    { type: 'nostr', name: 'Nostr', server: await startNostrRelay() },
  ] as const;
  const rows: string[][] = [];
  for (const { type, name, server } of ways) {
    const tls = await serveTls(server.host);
    const times: Record<Library, RemoteTimes[]> = { peer: [], own: [] };
    // In turns, so that both libraries meet the same moods of the machine. The first round only warms up.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const library of LIBRARIES) {
        const measured = await measureRemote(browser, site, tls, { library, type });
        if (round > 0) times[library].push(measured);
      }
    }
    for (const [step, what] of Object.entries(ROWS)) {
      const [peer, own] = LIBRARIES.map((library) =>
        times[library].map((one) => one[step as keyof RemoteTimes]),
      );
      if (peer && own)
        rows.push([`${what} (${name})`, formatTimes(peer), formatTimes(own), formatRatio(own, peer)]);
    }
    tls.close();
    await server.close();
  }
  site.close();
  const section = [
    formatTable(['what', 'peer', 'ours', 'ours : peer'], rows),
    `${describeVersions(browser.version())} ${describeMachine()}`,
  ].join('\n\n');
  writeSection('remote', section);
  say(`\n${section}`);
});
