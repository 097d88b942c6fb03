import { delay } from '../../util/abort.js';
import { MobileWalletError } from '../../util/errors.js';
import type { Failure, Opening } from './establish-session.js';
import type { Launch } from './launch.js';
import type { LoadedUi, ShowQrCode } from './session-ui.js';
import { waitUntilVisible } from './user-moves.js';

/** How the wallet app on this device is opened for an offer, in place of showing a QR code. */
export type RelayedWay = Readonly<{
  launch: Launch;
  ui: LoadedUi | undefined;
  /** Why loopback cannot be used, if the user has to agree to this way first. */
  reasonToAsk: Failure | undefined;
  /** Asks for another tap: a slow intermediary takes longer than a tap counts. */
  askTap: ((signal: AbortSignal) => Promise<void>) | undefined;
  onLaunch: ((reopen: () => void) => void) | undefined;
  /** Called when the intermediary could not be used, or no wallet has joined there in time. */
  onFailed: (() => void) | undefined;
  /**
   * Default: 30,000, as for a wallet app that is dialled: it starts, and connects before it asks the user
   * anything.
   */
  reachTimeoutMs?: number | undefined;
}>;

/** The wallet may have joined while the page was frozen. */
const JOIN_GRACE_MS = 2_000;

/**
 * Prepares to open the wallet app on this device for the offers of a session. Asks the user at once if that
 * is necessary. Meanwhile the offer can be made.
 */
export function createOpener(
  { launch, ui, reasonToAsk, askTap, onLaunch, onFailed, reachTimeoutMs = 30_000 }: RelayedWay,
  { signal, abort, report, log }: Opening,
): Readonly<{ agreed: Promise<void>; show: ShowQrCode }> {
  let link = '';

  const ask = async (): Promise<void> => {
    if (!reasonToAsk) return;
    const reason = reasonToAsk.kind === 'policy' ? 'policy' : 'browser';
    const choice = await ui?.blocked({ signal, choices: ['relay'], reason });
    if (choice !== 'relay') throw reasonToAsk.error;
  };
  /** Settles once the user has agreed to this way, in a tap, or has not. */
  const agreed = ask();
  // At once, because the offer may take seconds, and the user may have left this page for a wallet app.
  agreed.catch(abort);
  const openWallet = async (): Promise<void> => launch(link, { signal });
  const giveUp = async (shown: AbortSignal): Promise<never> => {
    await delay(reachTimeoutMs, shown);
    await waitUntilVisible(shown);
    await delay(JOIN_GRACE_MS, shown);
    onFailed?.();
    throw new MobileWalletError('WALLET_NOT_FOUND', 'No wallet app answered: is one installed?');
  };

  /**
   * Takes the place of a dialog with a QR code: opens the wallet app by the link of the first offer. A later
   * offer replaces the link for a user who opens the app again. Rejects with `WALLET_NOT_FOUND` if no wallet
   * joins within 30 s, though not before the user has returned to the page.
   */
  const show: ShowQrCode = async ({ uri, localUri = uri, signal: shown }) => {
    const isFirst = link === '';
    link = localUri;
    if (!isFirst) return;
    await agreed;
    await askTap?.(shown);
    shown.throwIfAborted();
    report('launching');
    log?.writeUri('opening', link);
    // If opening it again fails, the first launch may still succeed.
    onLaunch?.(() => void openWallet().catch(() => {}));
    await Promise.all([openWallet(), giveUp(shown)]);
  };
  return { agreed, show };
}
