import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openPage } from '../../../test/support/left-page.js';
import { beginOpening } from './establish-session.js';
import { createOpener } from './relayed.js';

it('a wallet that does not join is given up, but not before the user has returned', async () => {
  const page = openPage();
  const launched: string[] = [];
  let failures = 0;
  const opener = createOpener(
    {
      // A launch that never settles must not keep the user waiting.
      launch: (uri) => {
        launched.push(uri);
        page.leave();
        return new Promise(() => {});
      },
      ui: undefined,
      reasonToAsk: undefined,
      askTap: async () => {},
      onLaunch: () => {},
      onFailed: () => void failures++,
      reachTimeoutMs: 100,
    },
    beginOpening(undefined, () => {}),
  );
  const { signal } = new AbortController();
  const code = { uri: 'first', lifetimeMs: 30_000, reason: 'first', cancel: () => {}, signal } as const;
  let outcome: unknown;
  const opening = Promise.resolve(opener.show(code)).catch((error) => {
    outcome = error.code;
  });
  // A fresh offer opens nothing by itself.
  await opener.show({ ...code, uri: 'second', reason: 'expired' });
  await setTimeout(2_500);
  expect([outcome, failures]).toEqual([undefined, 0]);
  page.returnToPage();
  await opening;
  expect([outcome, failures]).toEqual(['WALLET_NOT_FOUND', 1]);
  expect(launched).toEqual(['second']);
});
