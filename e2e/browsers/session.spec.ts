import { expect } from '@playwright/test';
import { declineAll } from '../../mock/src/index.js';
import {
  expectSent,
  expectSignedIn,
  expectSignedMessage,
  expectSignedTransaction,
  fund,
} from './outcomes.js';
import { call, readOutput, tap, waitFor, waitForDialog, waitForNoDialog } from './screen.js';
import { CHROMIUM_SUFFICES, test } from './test.js';

test('connects, signs, sends and disconnects', async ({ tab, dapp }) => {
  const account = dapp.wallet.accounts[0]?.address ?? '';
  await tab.open(dapp.getUrl({ blockhash: await fund(dapp) }));

  expect(await call(tab, 'Connect')).toEqual({ result: [account] });
  expectSignedMessage(await call(tab, 'Sign message'), account);
  expectSignedTransaction(await call(tab, 'Sign transaction'), account);
  await expectSent(await call(tab, 'Send'), dapp);
  expectSignedIn(await call(tab, 'Sign in'), account);
  expect(await call(tab, 'Disconnect')).toEqual({ result: 0 });
  expect(dapp.launched).toHaveLength(5);
  await expect.poll(() => tab.evaluate('states.at(-1)')).toBe('idle');
});

test('after a reload the accounts are there, and sign without connecting again', async ({ tab, dapp }) => {
  const account = dapp.wallet.accounts[0]?.address ?? '';
  await tab.open(dapp.url);
  await call(tab, 'Connect');
  await tab.reload();
  await waitFor(tab, "typeof getAddresses === 'function'");
  expect(await tab.evaluate('getAddresses()')).toEqual([account]);
  expectSignedMessage(await call(tab, 'Sign message'), account);
  expect(dapp.asked.map(({ type }) => type)).toEqual(['authorize', 'sign-messages']);

  await call(tab, 'Disconnect');
  await tab.reload();
  await waitFor(tab, "typeof getAddresses === 'function'");
  expect(await tab.evaluate('getAddresses()')).toEqual([]);
});

test('a request that the user declines is USER_REJECTED', CHROMIUM_SUFFICES, async ({ tab, dapp }) => {
  await tab.open(dapp.url);
  await call(tab, 'Connect');
  dapp.approveWith(declineAll);
  expect(await call(tab, 'Sign message')).toEqual({ error: 'USER_REJECTED' });
});

test('an abort ends a call that waits for the wallet, and the next call works', async ({ tab, dapp }) => {
  dapp.launchWith(() => {});
  await tab.open(dapp.url);
  await tap(tab, 'Call back');
  await waitFor(tab, "states.at(-1) === 'connecting'");
  await tab.evaluate('abort()');
  expect(await readOutput(tab)).toEqual({ error: 'enough' });
  dapp.launchWith(dapp.openWallet);
  expect(await call(tab, 'Call back')).toMatchObject({ result: { max_messages_per_request: 10 } });
});

test.describe('if the wallet app does not answer', () => {
  test('a dialog says so; Cancel ends the call', async ({ tab, dapp }) => {
    dapp.launchWith(() => {});
    await tab.open(dapp.url);
    await tap(tab, 'Connect');
    expect(await waitForDialog(tab)).toBe('Continue in your wallet app');
    await tap(tab, 'Cancel');
    expect(await readOutput(tab)).toEqual({ error: 'USER_CANCELLED' });
    await waitForNoDialog(tab);
  });

  test('the dialog opens it again, and the same call goes on', CHROMIUM_SUFFICES, async ({ tab, dapp }) => {
    dapp.launchWith(() => dapp.launchWith(dapp.openWallet));
    await tab.open(dapp.url);
    await tap(tab, 'Connect');
    await waitForDialog(tab);
    await tap(tab, 'Open the wallet again');
    expect(await readOutput(tab)).toEqual({ result: [dapp.wallet.accounts[0]?.address] });
    expect(new Set(dapp.launched).size).toBe(1);
    await waitForNoDialog(tab);
  });
});

test('if no wallet app is found, a dialog tries again', async ({ tab, dapp }) => {
  dapp.launchWith(() => {
    throw new Error('none is installed');
  });
  await tab.open(dapp.url);
  await tap(tab, 'Connect');
  expect(await waitForDialog(tab)).toBe('Your wallet didn’t answer');
  dapp.launchWith(dapp.openWallet);
  await tab.press('Enter');
  expect(await readOutput(tab)).toEqual({ result: [dapp.wallet.accounts[0]?.address] });
  await waitForNoDialog(tab);
});
