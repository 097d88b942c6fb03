import type { NostrEvent } from '../../../src/protocol/nostr.js';
import { type HostileRelay, signEvent } from '../../support/hostile-relay.js';
import { replace } from './carry.js';
import { beforeAnswer, inPlaceOfAnswer, refusing, THIRD } from './relay-faults.js';
import { nostrRows, type RemoteRow } from './row.js';

const FINE = { call: 'connect', outcome: 'success', connected: true } as const;
const LOST = { outcome: 'SESSION_CLOSED', next: 'connection-lost', connected: true } as const;
const UNKNOWN = { transactions: [{ status: 'unknown' }] } as const;

/** What a relay adds to a session before it passes on an answer. None of it counts. */
const ADDED: readonly (readonly [what: string, add: (event: NostrEvent, relay: HostileRelay) => unknown])[] =
  [
    ['the same event', (event, relay) => relay.deliver(event)],
    [
      'the same event with a forged signature',
      (event, relay) => relay.deliver({ ...event, sig: '0'.repeat(128) }),
    ],
    ['the same event with another id', (event, relay) => relay.deliver({ ...event, id: '0'.repeat(64) })],
    ['the same event with other content', (event, relay) => relay.deliver({ ...event, content: 'AAAA' })],
    [
      'the same event with another tag',
      (event, relay) => relay.deliver({ ...event, tags: [...event.tags, ['msg', 'SESSION_END']] }),
    ],
    ['a stranger’s event', (event, relay) => deliverAs(relay, getTags(event), event.content)],
    [
      'a stranger’s SESSION_END',
      (event, relay) => deliverAs(relay, [...getTags(event), ['msg', 'SESSION_END']]),
    ],
    ['a stranger’s CONNECT', (event, relay) => deliverAs(relay, [...getTags(event), ['msg', 'CONNECT']])],
    ['NOTICE', (_, relay) => relay.send(['NOTICE', 'rate-limited'])],
    ['AUTH', (_, relay) => relay.send(['AUTH', 'challenge'])],
    ['OK false of an unknown event', (_, relay) => relay.send(['OK', 'f'.repeat(64), false, 'no'])],
    ['CLOSED of another subscription', (_, relay) => relay.send(['CLOSED', 'other', 'no'])],
    ['text that is not JSON', (_, relay) => relay.send('hello')],
    ['arrays in arrays, 100,000 deep', (_, relay) => relay.send('['.repeat(100_000))],
    [
      'all that was sent before',
      (_, relay) => {
        for (const [type, event] of relay.received) if (type === 'EVENT') relay.deliver(event as NostrEvent);
      },
    ],
  ];

/** Faults of events that a relay carries. */
export const NOSTR_EVENTS: readonly RemoteRow[] = nostrRows('events on their way', [
  ...ADDED.map(([what, add]) => ({
    what: `before an answer: ${what}`,
    call: 'signMessage' as const,
    relays: [beforeAnswer(add)],
    outcome: 'success' as const,
    connected: true,
  })),
  {
    what: 'an answer with a forged signature, then disconnect',
    call: 'signMessage',
    relays: [{ carry: replace('wallet', 1, ({ message }) => [{ ...message, sig: '0'.repeat(128) }]) }],
    ends: { by: 'disconnect', at: 'sign_messages' },
    outcome: 'SESSION_CLOSED',
    next: 'first',
    connected: false,
  },
  {
    what: 'a send with a forged signature, then disconnect',
    call: 'send',
    since: 'sign_and_send_transactions',
    relays: [{ carry: replace('dapp', 1, ({ message }) => [{ ...message, sig: '0'.repeat(128) }]) }],
    ends: { by: 'disconnect', at: 'carried' },
    outcome: 'SUBMISSION_UNKNOWN',
    context: UNKNOWN,
    next: 'first',
    connected: false,
  },
  {
    what: 'a request is refused',
    call: 'signMessage',
    relays: [refusing()],
    context: { closeReason: '' },
    ...LOST,
  },
  {
    what: 'a send is refused, but may have been passed on',
    call: 'send',
    since: 'sign_and_send_transactions',
    relays: [refusing()],
    ...LOST,
    outcome: 'SUBMISSION_UNKNOWN',
    context: UNKNOWN,
  },
  {
    what: 'no event is ever confirmed',
    ...FINE,
    relays: [{ onEvent: (event, _, relay) => relay.deliver(event) }],
  },
  {
    what: 'CLOSED in place of an answer',
    call: 'signMessage',
    relays: [inPlaceOfAnswer((relay) => relay.send(['CLOSED', 'session', 'error: shutting down']))],
    context: { closeReason: '' },
    ...LOST,
  },
  {
    what: 'CLOSED in place of the answer to a send',
    call: 'send',
    since: 'sign_and_send_transactions',
    relays: [inPlaceOfAnswer((relay) => relay.send(['CLOSED', 'session', '']))],
    ...LOST,
    outcome: 'SUBMISSION_UNKNOWN',
    context: UNKNOWN,
  },
  {
    what: 'a message of 2 MB in place of an answer',
    call: 'signMessage',
    relays: [inPlaceOfAnswer((relay) => relay.send(['NOTICE', 'x'.repeat(2 << 20)]))],
    ...LOST,
    outcome: 'PROTOCOL_VIOLATION',
  },
  {
    what: '200 events that must be verified, in place of an answer',
    call: 'signMessage',
    relays: [
      {
        carry: replace('wallet', 1, ({ message, deliver }) => {
          for (let index = 0; index < 200; index++) deliver({ ...message, created_at: index });
          return [];
        }),
      },
    ],
    ...LOST,
    outcome: 'PROTOCOL_VIOLATION',
  },
]);

async function deliverAs(relay: HostileRelay, tags: string[][], content = ''): Promise<void> {
  relay.deliver(await signEvent(THIRD, { tags, content }));
}

function getTags({ tags }: NostrEvent): string[][] {
  return tags.map((tag) => [...tag]);
}
