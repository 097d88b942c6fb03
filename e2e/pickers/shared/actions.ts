import { findMobileWalletError } from 'mobile-wallet-standard';

/** An app's actions by their buttons' labels. The app shows what an action returns. */
export type Actions = Readonly<Record<string, () => Promise<object>>>;

/**
 * Runs an action. Returns its outcome as JSON: `{"action":"sign-one", …}`, or with an `error` and, if the
 * library keeps it, its `code`.
 */
export async function runAction(label: string, act: () => Promise<object>): Promise<string> {
  const action = label.toLowerCase().replaceAll(' ', '-');
  const result = await act().catch((error) => ({
    error: error instanceof Error ? error.message : String(error),
    code: findMobileWalletError(error)?.code,
  }));
  return JSON.stringify({ action, ...result });
}
