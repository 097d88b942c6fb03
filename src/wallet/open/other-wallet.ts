import type { Way } from '../../dapp/open/session-config.js';
import type { LoadedUi } from '../../dapp/open/session-ui.js';
import { createAbortScope } from '../../util/abort.js';
import { abortable } from '../../util/abortable.js';
import { findMobileWalletError } from '../../util/find-error.js';

/** After so many scans in a row that ended like this, none is offered. */
const MOST_SCANS = 2;

/** What the user is told, and asked, about a wallet that cannot connect over a reflector. */
export type OtherWalletQuestion = Readonly<{
  /**
   * Asks for another way if `error` is the end of a session over a reflector in which the wallet was
   * authorizing. Calls of that session share the dialog. Resolves with whether the call is to
   * begin anew. Rejects with the signal's reason.
   */
  ask(error: unknown, signal: AbortSignal | undefined): Promise<boolean>;
  /** Says the same where the call cannot begin anew. Resolves when the user has closed the dialog. */
  tell(error: unknown, signal: AbortSignal | undefined): Promise<void>;
  /** Returns the way that the user has chosen for the next session. */
  takeWay(): Way | undefined;
  /** Called when a wallet has authorized. */
  onAnswer(): void;
  /** Closes the dialog. What waits for it rejects with `reason`. */
  end(reason: unknown): void;
}>;

/** Creates the {@link OtherWalletQuestion}. `canBeHere` is whether a wallet app may be on this device. */
export function createOtherWalletQuestion(ui: LoadedUi | undefined, canBeHere: boolean): OtherWalletQuestion {
  let scope = createAbortScope([]);
  /** What the user has answered, by the end of a session, which all its calls reject with. */
  const answers = new WeakMap<object, Promise<boolean>>();
  let failures = 0;
  let way: Way | undefined;

  const show = async ({ notFound }: LoadedUi, canRepeat: boolean): Promise<boolean> => {
    failures++;
    const { signal } = scope;
    const choices = [
      ...(canRepeat && failures < MOST_SCANS ? (['qr-code'] as const) : []),
      ...(canRepeat && canBeHere ? (['open-wallet'] as const) : []),
    ];
    const choice = await abortable(notFound({ signal, choices, reason: 'cannot-connect' }), signal);
    if (choice === 'qr-code') way = choice;
    if (choice === 'open-wallet') way = 'local';
    return way !== undefined;
  };
  const ask = async (
    error: unknown,
    signal: AbortSignal | undefined,
    canRepeat: boolean,
  ): Promise<boolean> => {
    const end = findMobileWalletError(error, 'SESSION_CLOSED');
    if (!ui || end?.context.during === undefined) return false;
    const answer = answers.get(end) ?? show(ui, canRepeat);
    answers.set(end, answer);
    return abortable(answer, signal);
  };

  return {
    ask: (error, signal) => ask(error, signal, true),
    async tell(error, signal) {
      await ask(error, signal, false);
    },
    takeWay() {
      const chosen = way;
      way = undefined;
      return chosen;
    },
    onAnswer() {
      failures = 0;
    },
    end(reason) {
      scope.abort(reason);
      scope = createAbortScope([]);
    },
  };
}
