import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { createLiteSvmChain } from '../../mock/src/chains.js';
import { createTestWallet } from '../../mock/src/testing.js';
import { servePhone } from '../../scripts/phone.mjs';
import { serveBeside, walkThroughCheck } from '../check.js';
import { CHROMIUM_SUFFICES, test } from './test.js';

test.skip(({ engine }) => engine !== 'firefox', 'No script of a page sees launches here.');

test('the page that checks a phone reports the mock wallet as it is', CHROMIUM_SUFFICES, async ({ tab }) => {
  const folder = await mkdtemp(join(tmpdir(), 'phone-'));
  const site = await servePhone({ port: 0, folder });
  const chain = createLiteSvmChain();
  const wallet = await createTestWallet({ chain });
  const beside = await serveBeside(site.url, wallet, chain);
  try {
    await tab.open(`${beside.url}/check/`);
    const { report, text, secrets } = await walkThroughCheck(tab, wallet, folder);
    expect(report.steps.filter(({ isExpected }) => !isExpected)).toEqual([]);
    expect(report.differences.mock).toEqual([]);
    expect(secrets.length).toBeGreaterThan(10);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  } finally {
    beside.close();
    await wallet.close();
    await site.close();
    await rm(folder, { recursive: true });
  }
});
