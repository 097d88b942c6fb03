import { describe, expect, it } from 'vitest';
import '../../../test/support/remote.js';
import { createEvent } from '../../../test/support/event.js';
import { openPage } from '../../../test/support/left-page.js';
import {
  createChannelPair,
  createSessionClosedError,
  createViolationError,
} from '../../connection/channel.js';
import type { RpcClient } from '../../connection/rpc.js';
import type { Remote } from '../../protocol/remote-option.js';
import { delay } from '../../util/abort.js';
import { MobileWalletError } from '../../util/errors.js';
import { beginOpening } from './establish-session.js';
import { NOSTR } from './nostr.js';
import { REFLECTOR } from './reflector.js';
import type { MakeOffer, Offer } from './remote.js';
import { connectByOffers } from './remote.js';
import type { ScanReason } from './session-ui.js';

const closed = createSessionClosedError;
const other = new MobileWalletError('ACCOUNT_NOT_AUTHORIZED', 'other accounts', { address: '' });

/** Connects by an offer that is joined as `join` says. Returns the connection, and why codes were shown. */
async function connect(type: Remote['type'], join: () => Offer['joined'], signal?: AbortSignal) {
  const remote: Remote = type === 'nostr' ? { type, relays: [] } : { type, host: 'a.example' };
  const reasons: ScanReason[] = [];
  /** Why the next code is shown. */
  const next: ScanReason[] = [];
  const makeOffer: MakeOffer = async () => {
    const reflectorId = new Uint8Array(1);
    const association = { type: 'remote', reflector: 'a.example', reflectorId } as const;
    const joined = join();
    joined.catch(() => {});
    return { association, joined, lifetimeMs: 30_000 };
  };
  const scan = async ({ reason }: Readonly<{ reason: ScanReason }>) => void reasons.push(reason);
  const connecting = connectByOffers(
    { ...(type === 'nostr' ? NOSTR : REFLECTOR), makeOffer },
    {
      remote,
      scan,
      onRemoteEnd: (reason) => void next.push(reason),
      signal,
    },
    beginOpening(undefined, () => {}),
  );
  const outcome = await connecting.catch((error: unknown) => error as Error);
  return { outcome, next, reasons };
}

describe('after a session with a wallet on another device, a code is shown because', () => {
  it.each<[reason: ScanReason, type: Remote['type'], error: Error, isClosedHere: boolean]>([
    ['wallet-left', 'reflector', closed('', { closeCode: 1000, closeReason: '' }), false],
    ['wallet-left', 'reflector', closed(), false],
    ['connection-lost', 'reflector', closed('', { closeCode: 1006, closeReason: '' }), false],
    ['wallet-left', 'nostr', closed(), false],
    ['connection-lost', 'nostr', closed('', { closeCode: 1000, closeReason: '' }), false],
    ['connection-lost', 'reflector', createViolationError('wrong'), false],
    ['first', 'reflector', other, false],
    ['idle', 'reflector', closed(), true],
    ['cancelled', 'reflector', new Error('enough'), true],
  ])('%s (%s): %s', async (reason, type, error, isClosedHere) => {
    const [channel] = createChannelPair();
    const signal = isClosedHere ? AbortSignal.abort() : undefined;
    const { outcome, next } = await connect(type, async () => channel, signal);
    const { happen: end, happened: ended } = createEvent<unknown>();
    (outcome as Awaited<ReturnType<typeof connectByOffers>>).wrap({ closed: ended } as RpcClient);
    expect(next).toEqual([]);
    end(error);
    await ended;
    expect(next).toEqual([reason]);
  });

  it('connection-lost: the user left the page', async () => {
    const page = openPage();
    const [channel] = createChannelPair();
    const { outcome, next } = await connect('reflector', async () => channel);
    const { happen: close, happened: ended } = createEvent<unknown>();
    (outcome as Awaited<ReturnType<typeof connectByOffers>>).wrap({ closed: ended, close } as RpcClient);
    page.close();
    expect(await ended).toMatchObject({ code: 'SESSION_CLOSED' });
    expect(next).toEqual(['connection-lost']);
  });
});

describe('an offer that ends', () => {
  it('at once ends the call, if it is the first', async () => {
    const { outcome, reasons } = await connect('reflector', () => Promise.reject(closed()));
    expect(outcome).toMatchObject({ code: 'SESSION_CLOSED' });
    expect(reasons).toEqual(['first']);
  });

  it('later ends the call, if somebody violated the protocol', async () => {
    const violate = async () => {
      await delay(1_100, new AbortController().signal);
      throw createViolationError('wrong');
    };
    const { outcome, reasons } = await connect('reflector', violate);
    expect(outcome).toMatchObject({ code: 'PROTOCOL_VIOLATION' });
    expect(reasons).toEqual(['first']);
  });
});
