import { expect, test } from '@playwright/test';
import { findInBothSchemes } from './accessibility.js';
import { useResource } from './bundle.js';
import { open, serveDialogs } from './dialogs/open.js';
import type { DialogsInput } from './dialogs/page.js';

const site = useResource(serveDialogs);

const DIALOGS: readonly (readonly [state: string, dialog: string, input: DialogsInput])[] = [
  ['waiting', 'waiting', {}],
  [
    'waiting for a wallet on another device',
    'waiting',
    { remote: { address: '4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw' } },
  ],
  ['waiting for an app that opens', 'waiting', { reopen: true, want: 'send' }],
  ['permission', 'permission', {}],
  ['blocked', 'blocked', {}],
  ['blocked, with the relay instead', 'blocked', { choices: ['relay'] }],
  ['blocked, with links to wallet apps', 'blocked', { choices: ['open-page'] }],
  ['blocked by the page’s policy', 'blocked', { choices: [], isPolicy: true }],
  ['notFound', 'notFound', {}],
  ['notFound with all its choices', 'notFound', { choices: ['try-again', 'relay', 'qr-code', 'open-page'] }],
  ['notFound by the wallet’s own link', 'notFound', { wasOwnLink: true }],
  ['a wallet that cannot connect', 'notFound', { cannotConnect: true, choices: ['qr-code', 'open-wallet'] }],
  ['tapNeeded', 'tapNeeded', {}],
  ['scan', 'scan', {}],
];

for (const [size, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 800 }],
] as const) {
  test(`no dialog has an accessibility problem on ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const rules = size === 'a phone' ? 'all' : 'appearance';
    for (const [state, dialog, input] of DIALOGS) {
      await open(page, site, dialog, input);
      expect(await findInBothSchemes(page, rules, 'mobile-wallet-dialog'), state).toEqual([]);
      await page.goto('about:blank');
    }
  });
}
