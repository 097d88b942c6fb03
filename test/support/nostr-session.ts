import { expect, onTestFinished } from 'vitest';
import { createMockWallet } from '../../mock/src/wallet/mock-wallet.js';
import { dappHandshake } from '../../src/connection/handshake.js';
import { joinRemoteAssociation } from '../../src/connection/join.js';
import { createRpcClient } from '../../src/connection/rpc.js';
import { offerQrCodeByNostr } from '../../src/dapp/open/nostr.js';
import type { Offer } from '../../src/dapp/open/remote.js';
import { getAssociationUri, parseAssociationUri } from '../../src/protocol/association.js';
import { createDappHello } from '../../src/protocol/hello.js';
import { createAssociationKeyPair, exportPoint } from '../../src/protocol/session-keys.js';
import { encodeBase64 } from '../../src/util/bytes.js';
import { getResult, KEY, SEED } from './mock-wallet.js';
import { startNostrRelay } from './nostr-relay.js';

/** Starts a real relay, until the end of the test. */
export async function startRelay() {
  const relay = await startNostrRelay();
  onTestFinished(relay.close);
  return relay;
}

/** Makes an offer that ends with the test, or when `controller` aborts. */
export async function makeOffer(...relays: readonly string[]) {
  const keys = await createAssociationKeyPair();
  const point = await exportPoint(keys);
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const offer = await offerQrCodeByNostr({ type: 'nostr', relays }, point, controller.signal);
  return { keys, point, offer, controller };
}

/** Lets a mock wallet join an offer. `ended` resolves when its session has ended. */
export async function scan({ association }: Offer, point: Uint8Array, versions: readonly 'v1'[] = ['v1']) {
  const wallet = await createMockWallet({ accounts: [{ seed: SEED }] });
  const request = parseAssociationUri(getAssociationUri(association, point, { versions }));
  const ended = joinRemoteAssociation(request).then((channel) => wallet.attach(channel, request));
  ended.catch(() => {});
  return { ended };
}

/** Opens a whole session through relays. */
export async function connect(relays: readonly string[], versions?: readonly 'v1'[]) {
  const { keys, point, offer, controller } = await makeOffer(...relays);
  const { ended } = await scan(offer, point, versions);
  const { secure, protocol } = await dappHandshake(await offer.joined, createDappHello(keys));
  return { dapp: createRpcClient(secure), protocol, ended, controller };
}

/** Has the wallet sign a message, which takes a session that is authorized. */
export async function sign(dapp: Awaited<ReturnType<typeof connect>>['dapp']): Promise<void> {
  const payload = encodeBase64(Uint8Array.of(1, 2, 3));
  const params = { addresses: [KEY], payloads: [payload] };
  const { signed_payloads } = await getResult(dapp, 'sign_messages', params);
  expect(signed_payloads).toHaveLength(1);
}
