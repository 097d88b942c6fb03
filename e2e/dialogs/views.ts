import type { DialogsInput } from './page.js';

/**
 * A view: what it is, the dialog that shows it, the input that leads to it, and if the filled button of that
 * dialog leads to it, its title.
 */
export type DialogView = readonly [state: string, dialog: string, input: DialogsInput, next?: string];

const APPS = [
  { name: 'Phantom', installUrl: 'https://phantom.example' },
  { name: 'Solflare', installUrl: 'https://solflare.example', last: 'chosen' },
] as const;
const FAILED = APPS.map((app) => ({ ...app, ...('last' in app && { last: 'failed' as const }) }));
const DECLINED = APPS.map(({ name, installUrl }) => ({ name, installUrl }));
const BROWSER_LINK = 'intent://example.com/#Intent;scheme=https;end';

/** Every view of every dialog. */
export const VIEWS: readonly DialogView[] = [
  ['waiting', 'waiting', {}],
  [
    'waiting for a wallet on another device',
    'waiting',
    { remote: { address: '4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw' } },
  ],
  ['waiting for the answer to a token', 'waiting', { askAgain: true, want: 'send' }],
  ['waiting for an app that opens', 'waiting', { reopen: true, want: 'send' }],
  [
    'waiting for an app that did not open',
    'waiting',
    { reopen: true, want: 'connect', otherApp: 'other-app' },
  ],
  ['permission', 'permission', {}],
  ['permission that may be needless', 'permission', { mayBeNeedless: true }],
  ['permission, while the browser asks', 'permission', {}, 'Your browser is asking'],
  ['permission, not decided', 'permission', { answers: ['prompt'] }, 'You did not choose yet'],
  ['permission, granted', 'permission', { answers: ['granted'] }, 'You can open your wallet now'],
  ['blocked', 'blocked', {}],
  ['blocked, with the relay instead', 'blocked', { choices: ['relay', 'qr-code'] }],
  ['blocked, with links to wallet apps', 'blocked', { choices: ['open-page'] }],
  ['blocked for good', 'blocked', { choices: [], isFinal: true }],
  ['blocked by the page’s policy', 'blocked', { choices: [], reason: 'policy' }],
  ['notFound', 'notFound', {}],
  [
    'notFound with all its choices',
    'notFound',
    { choices: ['try-again', 'other-app', 'relay', 'qr-code', 'open-page'] },
  ],
  [
    'notFound by the wallet’s own link',
    'notFound',
    { reason: 'own-link', choices: ['try-again', 'change-app'] },
  ],
  [
    'a wallet that cannot connect',
    'notFound',
    { reason: 'cannot-connect', choices: ['qr-code', 'open-wallet'] },
  ],
  ['tapNeeded', 'tapNeeded', { choices: ['open-wallet', 'qr-code'] }],
  ['scan', 'scan', {}],
  ['chooseApp at the first connect', 'chooseApp', { want: 'connect', choices: ['system-app', 'qr-code'] }],
  ['chooseApp for the same call', 'chooseApp', { want: 'connect', apps: APPS, choices: ['system-app'] }],
  ['chooseApp to change', 'chooseApp', { apps: APPS, reason: 'change-app', choices: ['system-app'] }],
  [
    'chooseApp after a no',
    'chooseApp',
    { apps: DECLINED, reason: 'declined', choices: ['system-app', 'qr-code'] },
  ],
  ['chooseApp after no answer', 'chooseApp', { apps: FAILED }],
  ['openIn', 'openIn', { choices: ['qr-code'] }],
  [
    'openIn in a social app',
    'openIn',
    { apps: APPS, openIn: { socialApp: 'Instagram', browserLink: BROWSER_LINK } },
  ],
  ['openIn in a social app without a link', 'openIn', { openIn: { socialApp: 'Facebook' } }],
  ['openIn without links', 'openIn', { apps: [] }],
  ['openIn beside another wallet', 'openIn', { openIn: { other: 'Phantom' } }],
];
