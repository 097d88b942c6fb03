import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '../scripts/process.mjs';

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

test('the published client connects in plain Node as the guide says', () => {
  const guide = readFileSync(join(root, 'docs/guides/test-with-any-runner.md'), 'utf8');
  const [, code = ''] = /\*\*`test\/published\.test\.mjs`\*\*[^`]*```js\n([\s\S]*?)```/.exec(guide) ?? [];
  // Node 20 has no `WebSocket` and no `navigator`, which the guide takes for granted.
  const navigator = encodeURIComponent('globalThis.navigator ??= { userAgent: "" }');
  const args = [
    '--experimental-websocket',
    '--import',
    `data:text/javascript,${navigator}`,
    '--input-type=module',
    '-',
  ];
  const output = execFileSync(process.execPath, args, { input: code, cwd: root, encoding: 'utf8' });
  expect(output).toContain('# pass 1');
});
