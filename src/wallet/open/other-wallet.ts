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
  /** The questions by the ends of sessions, which all calls of a session reject with. */
  const questions = new WeakMap<MobileWalletError, ReturnType<typeof begin>>();
  let failures = 0;

  const begin = ({ notFound }: LoadedUi, canRepeat: boolean, ended: AbortSignal) => {
    const controller = new AbortController();
    const { signal } = controller;
    ended.addEventListener('abort', () => controller.abort());
    failures++;
    const choices = [
      ...(canRepeat && failures < MOST_SCANS ? (['qr-code'] as const) : []),
      ...(canRepeat && canBeHere ? (['open-wallet'] as const) : []),
    ];
    const ask = async (): Promise<boolean> => {
      const choice = await notFound({ signal, choices, reason: 'cannot-connect' });
      ended.throwIfAborted();
      if (choice !== 'qr-code' && choice !== 'open-wallet') return false;
      onWay(choice === 'qr-code' ? choice : 'local');
      return true;
    };
    let calls = 0;
    return {
      answer: ask(),
      join: () => void calls++,
      leave(): void {
        calls--;
        if (calls === 0) controller.abort();
      },
    };
  };

  return {
    /**
     * Tells the user how a session ended, and asks for another way if a call `canRepeat`. Calls of that
     * session share the dialog, which closes when `ended` aborts. Returns the `answer`, which is whether the
     * user has chosen a way, or rejects with the signal's reason; and `leave`, which each call must call when
     * it no longer waits: the last one closes the dialog.
     */
    ask(end: MobileWalletError, ui: LoadedUi, canRepeat: boolean, ended: AbortSignal) {
      const question = questions.get(end) ?? begin(ui, canRepeat, ended);
      questions.set(end, question);
      question.join();
      return question;
    },
    /** Called when a wallet has authorized. */
    onAnswer(): void {
      failures = 0;
    },
  };
}
