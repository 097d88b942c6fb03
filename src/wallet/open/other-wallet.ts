import type { Way } from '../../dapp/open/session-config.js';
import type { LoadedUi } from '../../dapp/open/session-ui.js';
import type { MobileWalletError } from '../../util/errors.js';

/** After so many scans in a row that ended like this, none is offered. */
const MOST_SCANS = 2;

/**
 * Creates what the user is told, and asked, about a wallet that cannot connect over a reflector. `canBeHere`
 * is whether a wallet app may be on this device. `onWay` is called with the way that the user has chosen for
 * the next session.
 */
export function createOtherWalletQuestion(canBeHere: boolean, onWay: (way: Way) => void) {
  /** Whether the user has chosen a way, by the end of a session, which all its calls reject with. */
  const answers = new WeakMap<MobileWalletError, Promise<boolean>>();
  let failures = 0;

  const show = async ({ notFound }: LoadedUi, canRepeat: boolean, signal: AbortSignal): Promise<boolean> => {
    failures++;
    const choices = [
      ...(canRepeat && failures < MOST_SCANS ? (['qr-code'] as const) : []),
      ...(canRepeat && canBeHere ? (['open-wallet'] as const) : []),
    ];
    const choice = await notFound({ signal, choices, reason: 'cannot-connect' });
    signal.throwIfAborted();
    if (choice !== 'qr-code' && choice !== 'open-wallet') return false;
    onWay(choice === 'qr-code' ? choice : 'local');
    return true;
  };

  return {
    /**
     * Tells the user how a session ended, and asks for another way if a call `canRepeat`. Calls of that
     * session share the dialog, which closes when `signal` aborts. Resolves with whether the user has chosen
     * a way. Rejects with the signal's reason.
     */
    ask(end: MobileWalletError, ui: LoadedUi, canRepeat: boolean, signal: AbortSignal): Promise<boolean> {
      const answer = answers.get(end) ?? show(ui, canRepeat, signal);
      answers.set(end, answer);
      return answer;
    },
    /** Called when a wallet has authorized. */
    onAnswer(): void {
      failures = 0;
    },
  };
}
