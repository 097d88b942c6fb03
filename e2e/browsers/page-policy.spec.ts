import { expect } from '@playwright/test';
import { serveFiles, withInput } from '../bundle.js';
import { call, readDialog, readOutput, tap, waitForDialog } from './screen.js';
import { test } from './test.js';

test('a policy that does not allow the connection is named, before the wallet app is opened or soon after', async ({
  tab,
  files,
  engine,
}) => {
  const launched: string[] = [];
  const headers = { 'Content-Security-Policy': "default-src 'self'" };
  const site = await serveFiles(files, headers, (uri) => void launched.push(uri));
  await tab.open(site.url);
  await tap(tab, 'Connect');
  expect(await waitForDialog(tab)).toBe('This site cannot open your wallet');
  expect(await readDialog(tab)).toContain('A setting of this site forbids it.');
  await tap(tab, 'Cancel');
  expect(await readOutput(tab)).toEqual({ error: 'LOOPBACK_BLOCKED' });
  // Firefox does not ask the policy before it connects.
  expect(launched).toHaveLength(engine === 'firefox' ? 1 : 0);
  site.close();
});

test('a policy that does not allow the reflector is named, too', async ({ tab, files }) => {
  const site = await serveFiles(files, { 'Content-Security-Policy': "default-src 'self'" });
  await tab.open(withInput(site.url, { remote: { type: 'reflector', host: 'localhost:50000' } }));
  expect(await call(tab, 'Connect')).toEqual({ error: 'SESSION_CLOSED' });
  expect(await tab.evaluate('failure')).toBe(
    "The reflector localhost:50000 could not be reached: the page's policies forbid it (see `connect-src` of its Content-Security-Policy)",
  );
  site.close();
});
