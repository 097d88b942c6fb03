import { expect } from '@playwright/test';
import { createReflector, type Reflector } from '../../mock/src/server.js';
import { call, readOutput, scanCode, tap, waitFor } from './screen.js';
import { test } from './test.js';

let reflector: Reflector;
test.beforeAll(async () => {
  reflector = await createReflector();
});
test.afterAll(() => reflector.close());

test('connects by a code on the screen, and signs without another one', async ({ tab, dapp }) => {
  const account = dapp.wallet.accounts[0]?.address;
  await tab.open(`${dapp.url}/#remote=${reflector.host}`);
  await tap(tab, 'Connect');
  dapp.openWallet(await scanCode(tab));
  expect(await readOutput(tab)).toEqual({ result: [account] });
  expect(await call(tab, 'Sign message')).toMatchObject({ result: { signature: expect.any(String) } });
  expect(dapp.asked.map(({ type }) => type)).toEqual(['authorize', 'sign-messages']);
  expect(await tab.evaluate("states.filter((state) => state === 'scanning').length")).toBe(1);
  expect(dapp.launched).toEqual([]);
});

test('after a reload the accounts are there, and one more code signs', async ({ tab, dapp }) => {
  await tab.open(`${dapp.url}/#remote=${reflector.host}`);
  await tap(tab, 'Connect');
  dapp.openWallet(await scanCode(tab));
  await readOutput(tab);
  await tab.reload();
  await waitFor(tab, "typeof getAddresses === 'function'");
  expect(await tab.evaluate('getAddresses()')).toEqual([dapp.wallet.accounts[0]?.address]);
  await tap(tab, 'Sign message');
  dapp.openWallet(await scanCode(tab));
  expect(await readOutput(tab)).toMatchObject({ result: { signature: expect.any(String) } });
  // A token is not sent through a reflector, because anyone there could play the wallet.
  expect(dapp.asked.map(({ type }) => type)).toEqual(['authorize', 'authorize', 'sign-messages']);
});
