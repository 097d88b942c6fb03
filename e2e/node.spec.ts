import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';

const SCRIPT = `
  const { registerMobileWallet } = await import('mobile-wallet-standard');
  await import('mobile-wallet-standard/session');
  await import('mobile-wallet-standard/kit');
  await import('mock-mobile-wallet');
  console.log(JSON.stringify(registerMobileWallet({ identity: { name: 'Example' } })));
`;

test('the built package loads in plain Node and returns the reason why nothing is registered there', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', SCRIPT], {
    encoding: 'utf8',
  });
  expect(JSON.parse(output)).toEqual({ registered: false, reason: 'server' });
});
