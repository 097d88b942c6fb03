import { onTestFinished } from 'vitest';
import { openNostrChannel } from '../../src/connection/nostr-channel.js';
import { createNostrKeyPair, type NostrEvent, type NostrKeyPair } from '../../src/protocol/nostr.js';
import { encodeBase64 } from '../../src/util/bytes.js';
import { type HostileRelay, type Hostility, signEvent, startHostileRelay } from './hostile-relay.js';

// The two ends of a channel over Nostr. The test plays the relay and the other end.

/** The `d` tag of the session. */
export const SESSION = 'a'.repeat(64);

/** Starts a relay that does what a test says, until its end. */
export async function startHostile(hostility: Hostility = {}): Promise<HostileRelay> {
  const relay = await startHostileRelay(hostility);
  onTestFinished(relay.close);
  return relay;
}

/** Opens the dapp's end, which no wallet has joined. */
export const openDapp = (hostility?: Hostility) => open('dapp', hostility);

/** Opens the dapp's end, which a wallet has joined. */
export async function openJoined(hostility?: Hostility) {
  const opened = await openDapp(hostility);
  opened.relay.deliver(await signInSession(opened.other, { p: opened.keys.publicKey, msg: 'CONNECT' }));
  await opened.joined;
  return opened;
}

/** Opens the wallet's end. */
export const openWallet = (hostility?: Hostility) => open('wallet', hostility);

async function open(end: 'dapp' | 'wallet', hostility: Hostility | undefined) {
  const relay = await startHostile(hostility);
  const [keys, other] = [createNostrKeyPair(), createNostrKeyPair()];
  const controller = new AbortController();
  const { channel, joined } = await openNostrChannel(`ws://${relay.host}`, {
    keys,
    sessionIdentifier: SESSION,
    signal: controller.signal,
    dappKey: end === 'wallet' ? other.publicKey : undefined,
  });
  onTestFinished(() => channel.close());
  return { relay, keys, other, controller, channel, joined };
}

/** Signs an event of the session. Without `p` and `msg`, it lacks these tags. Bytes are sent as base64. */
export function signInSession(
  sender: NostrKeyPair,
  {
    kind = 20012,
    d = SESSION,
    content = '' as Uint8Array | string,
    ...named
  }: { kind?: number; d?: string; p?: string; msg?: string; content?: Uint8Array | string },
): Promise<NostrEvent> {
  return signEvent(sender, {
    kind,
    tags: [['d', d], ...Object.entries(named)],
    content: typeof content === 'string' ? content : encodeBase64(content),
  });
}
