import {
  askBrowser,
  type Decide,
  getLoopbackPermission,
  getWithheldName,
  queryLoopbackPermission,
} from '../../../dapp/open/permission.js';
import type { DialogChoice, LoadedUi, LoopbackPermission } from '../../../dapp/open/session-ui.js';
import { type AbortScope, createAbortScope } from '../../../util/abort.js';
import { getUnregisteredReason } from '../../environment.js';

/** Names of hosts that are in a private network as a rule. Only a connection can tell. */
const PRIVATE_NAME = /^[^.[]+$|\.(local|test|internal|home\.arpa)$/;

/**
 * Creates a {@link Decide} that shows the dialog which the permission calls for, and another one when it has
 * changed. No dialog is shown if the connection is blocked, and `canRelay` or a policy says so.
 */
export function createDecide(ui: LoadedUi): Decide {
  return async (_, signal, onAsk, canRelay) => {
    let shown: AbortScope | undefined;
    try {
      for (;;) {
        const permission = await getLoopbackPermission();
        if (permission === 'denied' && (canRelay || getWithheldName() !== undefined)) return false;
        if (permission === 'prompt') onAsk();
        const scope = createAbortScope([signal]);
        const choosing = showDialog(ui, permission, scope.signal);
        // Only now, so that one dialog replaces the other, and the page does not show in between.
        shown?.abort(undefined);
        shown = scope;
        const choice = await choosing;
        // No event need have said that the user denied it meanwhile.
        const isLate = permission === 'prompt' && (await getLoopbackPermission()) === 'denied';
        if (choice !== 'changed' && !(choice === 'open-wallet' && isLate)) return choice === 'open-wallet';
      }
    } finally {
      shown?.abort(undefined);
    }
  };
}

/**
 * Shows the dialog about a permission. Resolves as the dialog does, or with `changed` as soon as the
 * permission calls for the other one.
 */
function showDialog(
  ui: LoadedUi,
  permission: LoopbackPermission,
  signal: AbortSignal,
): Promise<DialogChoice | 'changed'> {
  let note!: (state: LoopbackPermission) => void;
  let allow!: () => void;
  const allowed = new Promise<void>((resolve) => {
    allow = resolve;
  });
  const changed = new Promise<'changed'>((resolve) => {
    note = (state) => {
      if (state === 'granted') allow();
      else if (state !== permission) resolve('changed');
    };
  });
  void watchPermission(note, signal);
  const ask = async (): Promise<LoopbackPermission> => {
    const state = await askBrowser(signal);
    note(state);
    return state;
  };
  const options = { signal, choices: ['open-wallet'], allowed } as const;
  const blocked = { ...options, reason: 'browser' } as const;
  const mayBeNeedless =
    PRIVATE_NAME.test(location.hostname) || getUnregisteredReason({ local: 'android' }) === 'webview';
  const choosing =
    permission === 'denied' ? ui.blocked(blocked) : ui.permission({ ...options, ask, mayBeNeedless });
  return Promise.race([choosing, changed]);
}

/**
 * Calls `note` with the permission: now, when the browser reports a change, and when the user returns to the
 * page, because not every browser reports what was changed in its settings.
 */
async function watchPermission(
  note: (state: LoopbackPermission) => void,
  signal: AbortSignal,
): Promise<void> {
  const check = async (): Promise<void> => note(await getLoopbackPermission());
  for (const type of ['focus', 'visibilitychange']) globalThis.addEventListener?.(type, check, { signal });
  const access = await queryLoopbackPermission();
  access?.status.addEventListener('change', check, { signal });
  await check();
}
