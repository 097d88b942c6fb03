import { describe, expect, it, vi } from 'vitest';
import { type HostileRelay, signEvent } from '../../../test/support/hostile-relay.js';
import { openPage } from '../../../test/support/left-page.js';
import { getResult, IDENTITY } from '../../../test/support/mock-wallet.js';
import { startHostile } from '../../../test/support/nostr-ends.js';
import { connect, makeOffer, sign, startRelay } from '../../../test/support/nostr-session.js';
import { joinRemoteAssociation } from '../../connection/join.js';
import { getAssociationUri, parseAssociationUri } from '../../protocol/association.js';
import { createNostrKeyPair, type NostrEvent } from '../../protocol/nostr.js';

describe('a session of a page that is left', () => {
  it('is ended before the page has gone, which is at once', async () => {
    const page = openPage();
    const relay = await startRelay();
    const { dapp, ended } = await connect([relay.host]);
    await getResult(dapp, 'get_capabilities', {});
    const send = vi.spyOn(WebSocket.prototype, 'send');
    const close = vi.spyOn(WebSocket.prototype, 'close');
    page.close();
    expect(send.mock.calls.map(([message]) => String(message))).toEqual([
      expect.stringMatching(/"msg","SESSION_END"/),
    ]);
    expect(await dapp.closed).toMatchObject({ code: 'SESSION_CLOSED', message: 'The user left the page' });
    expect(close).toHaveBeenCalled();
    await ended;
  });

  it('leaves a date that relays accept for at least a minute', async () => {
    const page = openPage();
    const relay = await startRelay();
    const { dapp, ended } = await connect([relay.host]);
    await getResult(dapp, 'get_capabilities', {});
    page.close();
    await ended;
    const [, event] = relay.received.at(-1) as [string, NostrEvent];
    expect(event.tags).toContainEqual(['msg', 'SESSION_END']);
    const aheadSeconds = event.created_at - Date.now() / 1_000;
    expect(aheadSeconds).toBeGreaterThan(0);
    expect(aheadSeconds).toBeLessThan(60);
  });

  it('is ended even if a wallet has joined at that moment', async () => {
    const page = openPage();
    const relay = await startRelay();
    const { point, offer } = await makeOffer(relay.host);
    const request = parseAssociationUri(getAssociationUri(offer.association, point));
    const wallet = joinRemoteAssociation(request);
    wallet.catch(() => {});
    await offer.joined;
    page.close();
    await expect.poll(() => relay.received.at(-1)?.[1]).toMatchObject({ content: '' });
    await expect(wallet.then((channel) => channel.read())).toRejectWith('SESSION_CLOSED');
  });
});

describe('a session through a hostile relay', () => {
  /**
   * Starts a relay that calls `onWalletEvent` with each event from the wallet, of which CONNECT is number 0,
   * and refuses one from the dapp, of which HELLO_REQ is number 1.
   */
  function start(
    onWalletEvent: (event: NostrEvent, index: number, relay: HostileRelay) => void,
    refusedDappEvent?: number,
  ): Promise<HostileRelay> {
    let dappKey: string | undefined;
    let [fromWallet, fromDapp] = [0, 0];
    return startHostile({
      onEvent(event, _, relay) {
        // CONNECT comes first, and names the dapp's key.
        dappKey ??= event.tags.find(([name]) => name === 'p')?.[1];
        const isDapps = event.pubkey === dappKey;
        if (isDapps && ++fromDapp === refusedDappEvent) {
          return relay.send(['OK', event.id, false, 'invalid: too large']);
        }
        relay.send(['OK', event.id, true, '']);
        if (isDapps) relay.deliver(event);
        else onWalletEvent(event, fromWallet++, relay);
      },
    });
  }

  /** Opens a session, and sends two requests. */
  async function run({ host }: HostileRelay): Promise<void> {
    const { dapp } = await connect([host]);
    await getResult(dapp, 'get_capabilities');
    await getResult(dapp, 'get_capabilities');
  }

  it('goes on when it repeats, forges and adds events', async () => {
    const stranger = createNostrKeyPair();
    const relay = await start((event, _, { deliver, send }) => {
      deliver({ ...event, sig: event.id.repeat(2) });
      deliver({ ...event, content: 'AAAA' });
      send(['NOTICE', 'x']);
      deliver(event);
      deliver(event);
      const tags = event.tags.map((tag) => [...tag]);
      void signEvent(stranger, { tags, content: event.content }).then(deliver);
    });
    const { dapp, ended } = await connect([relay.host]);
    await getResult(dapp, 'authorize', { identity: IDENTITY, chain: 'solana:devnet' });
    for (let count = 0; count < 5; count++) await sign(dapp);
    dapp.close();
    expect((await ended).established).toBe(true);
  });

  const held: NostrEvent[] = [];
  it.each<[what: string, onWalletEvent: Parameters<typeof start>[0]]>([
    ['drops a response', (event, index, { deliver }) => index !== 2 && deliver(event)],
    [
      'changes the order',
      (event, index, { deliver }) => {
        if (index === 2) held.push(event);
        else for (const next of [event, ...held.splice(0)]) deliver(next);
      },
    ],
  ])('ends with PROTOCOL_VIOLATION at the next response when it %s', async (_, onWalletEvent) => {
    const { dapp } = await connect([(await start(onWalletEvent)).host]);
    const calls = [getResult(dapp, 'get_capabilities'), getResult(dapp, 'get_capabilities')];
    for (const call of calls) call.catch(() => {});
    for (const call of calls) await expect(call).toRejectWith('PROTOCOL_VIOLATION');
  });

  it.each([
    ['CONNECT', 0],
    ['HELLO_RSP', 1],
    ['the first response', 2],
    ['the second response', 3],
  ])('ends with SESSION_CLOSED when it closes the connections instead of %s', async (_, closeAt) => {
    const relay = await start((event, index, { deliver, sockets }) => {
      if (index < closeAt) deliver(event);
      else for (const socket of sockets) socket.close(1001, 'going away');
    });
    await expect(run(relay)).toRejectWith('SESSION_CLOSED', {
      closeCode: 1001,
      closeReason: 'going away',
    });
  });

  it.each([
    ['HELLO_REQ', 1],
    ['a request', 2],
  ])('ends with SESSION_CLOSED when it refuses %s', async (_, refused) => {
    const relay = await start((event, _index, { deliver }) => deliver(event), refused);
    await expect(run(relay)).toRejectWith(
      'SESSION_CLOSED',
      { closeReason: 'invalid: too large' },
      `The relay ${relay.host} refused a message`,
    );
  });
});
