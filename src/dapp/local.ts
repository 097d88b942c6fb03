import { abortable } from '../abort.js';
import { getAssociationUri, getRandomPort } from '../protocol/association.js';
import { createDappHello, type DappHello } from '../protocol/hello.js';
import { describeUri } from './debug-log.js';
import { type Dial, dialLoopback } from './dial.js';
import { watchHeldReplies } from './held-replies.js';
import type { Launch } from './launch.js';
import { ensureLoopbackPermission, queryLoopbackPermission } from './permission.js';
import { reachWallet } from './reach.js';
import type { Attempt, Connection } from './start-session.js';
import type { SessionUi } from './ui.js';

/** What a session with a wallet app on this device needs before the app can be opened. Usable for one session. */
export type Preparation = Readonly<{
  hello: DappHello;
  /** The browser's permission to connect to loopback, kept up to date by the browser; `undefined` if none is needed. */
  permission: PermissionStatus | undefined;
}>;

/** Creates the keys and queries the browser's permission, so that a tap need not wait for either. */
export async function prepareSession(): Promise<Preparation> {
  const [hello, permission] = await Promise.all([createDappHello(), queryLoopbackPermission()]);
  return { hello, permission };
}

/** How a wallet app on this device is opened and reached. */
export type LocalWay = Readonly<{
  baseUri: string | undefined;
  launch: Launch;
  dial: Dial;
  ui: SessionUi | undefined;
  preparation: Promise<Preparation>;
  /** Called before the wallet app is opened, with a function that opens it again for the same association. */
  onLaunch: (reopen: () => void) => void;
}>;

/** Connects to the wallet app on this device: permission, association URI, launch, WebSocket. */
export async function reachLocalWallet(
  { baseUri, launch, dial, ui, preparation, onLaunch }: LocalWay,
  { signal, report, log }: Attempt,
): Promise<Connection> {
  const { hello, permission } = await abortable(preparation, signal);
  const port = getRandomPort();
  const uri = getAssociationUri(
    { type: 'local', port },
    hello.associationPoint,
    baseUri === undefined ? {} : { baseUri },
  );
  if (dial === dialLoopback && permission && permission.state !== 'granted') {
    await ensureLoopbackPermission(ui, signal, () => report('permission'));
  }
  signal.throwIfAborted();
  report('launching');
  const wrap = watchHeldReplies(signal);
  log(() => `opening ${describeUri(uri)}`);
  const openWallet = async (): Promise<void> => launch(uri, { signal });
  // If opening it again fails, the first launch may still succeed, and has a time limit.
  onLaunch(() => void openWallet().catch(() => {}));
  const url = `ws://localhost:${port}/solana-wallet`;
  const channel = await reachWallet(openWallet, () => report('connecting'), dial, url, signal);
  return { transport: 'local', channel, hello, wrap };
}
