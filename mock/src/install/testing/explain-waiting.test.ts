import { expect, it } from 'vitest';
import type { ActivityEntry } from '../../wallet/activity.js';
import { explainWaiting, type Seen } from './explain-waiting.js';

const URI = 'solana-wallet:/v1/associate/local?association=A&port=61000&v=v1';
const NOW = 100_000;
const REQUEST: ActivityEntry = { id: 1, session: 1, method: 'sign_messages', params: {}, at: 90_000 };
const LAUNCH = { uri: URI, at: 95_500, isConnected: true };

const explain = (seen: Partial<Seen>): string =>
  explainWaiting({ launches: [], requests: [], awaited: [], now: NOW, ...seen });

it.each<[text: string, seen: Partial<Seen>]>([
  ['The wallet app was never opened: no page has opened an association URI (`solana-wallet:…`).', {}],
  [
    'The wallet app was not opened: the navigation had no user activation.',
    { launches: [{ ...LAUNCH, isConnected: false, refusal: 'the navigation had no user activation.' }] },
  ],
  [
    `The wallet app was opened 4.5 s ago, and no dapp has connected to it: ${URI}`,
    { launches: [{ ...LAUNCH, isConnected: false }] },
  ],
  ['A dapp connected to the wallet 4.5 s ago, and has sent no request.', { launches: [LAUNCH] }],
  [
    'sign_messages of “Example” on solana:devnet has waited for 10.0 s: the function given to `approveWith`, or as `approve`, has not decided.',
    { requests: [{ ...REQUEST, identity: { name: 'Example' }, chain: 'solana:devnet' }] },
  ],
  [
    'sign_messages has waited for 10.0 s: it was approved 2.0 s ago, and the wallet has not answered yet.',
    { requests: [{ ...REQUEST, decision: 'approved', decidedAt: 98_000 }] },
  ],
  [
    'sign_messages has waited for 10.0 s: it was given the answer `twice` 2.0 s ago, and the wallet has not answered yet.',
    { requests: [{ ...REQUEST, decision: 'twice', decidedAt: 98_000 }] },
  ],
  [
    'Nothing waits in the wallet. The last request, sign_messages, was left without an answer, as wallets do with such a request, 1.0 s ago.',
    { requests: [{ ...REQUEST, outcome: { unanswered: 'silence' }, endedAt: 99_000 }] },
  ],
  [
    'The test waits for authorize, which no dapp has sent.\nNothing waits in the wallet. The last request, sign_messages, got the error -3 (declined) 1.0 s ago.',
    {
      awaited: ['authorize'],
      requests: [{ ...REQUEST, outcome: { error: { code: -3, message: 'declined' } }, endedAt: 99_000 }],
    },
  ],
])('says: %s', (text, seen) => {
  expect(explain(seen)).toBe(text);
});
