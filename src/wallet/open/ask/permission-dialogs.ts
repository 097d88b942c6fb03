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
  const { note, allowed, changed } = followPermission(permission, signal);
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
  return Promise.race([choosing, changed.then(() => 'changed' as const)]);
}

/**
 * Follows the permission until `signal` aborts: now, when the browser reports a change, and when the user
 * returns to the page, because not every browser reports what was changed in its settings. `note` is called
 * with what is known otherwise. `allowed` resolves when it is granted, and `changed` when it is neither that
 * nor `permission`.
 */
function followPermission(permission: LoopbackPermission, signal: AbortSignal) {
  const listeners: ((state: LoopbackPermission) => void)[] = [];
  const note = (state: LoopbackPermission): void => {
    for (const listener of listeners) listener(state);
  };
  const check = async (): Promise<void> => note(await getLoopbackPermission());
  const until = (isSo: (state: LoopbackPermission) => boolean): Promise<void> =>
    new Promise((resolve) => {
      listeners.push((state) => isSo(state) && resolve());
    });
  for (const type of ['focus', 'visibilitychange']) globalThis.addEventListener?.(type, check, { signal });
  void queryLoopbackPermission().then((access) => {
    access?.status.addEventListener('change', check, { signal });
    return check();
  });
  return {
    note,
    allowed: until((state) => state === 'granted'),
    changed: until((state) => state !== 'granted' && state !== permission),
  };
}
