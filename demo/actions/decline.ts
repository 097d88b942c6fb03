import { findMobileWalletError } from 'mobile-wallet-standard';
import type { Action } from '../action.js';
import type { Dapp } from '../dapp.js';
import code from '../snippets/declined.ts?raw';
import { requireFeature } from '../wallets.js';

const TEXT = 'Please decline this. The page then shows what it learned.';

/** Creates the action whose request is there to be declined. */
export function createDeclineAction({ wallet, getAccount }: Dapp): Action {
  return {
    description: 'Say no in the wallet. The page learns that, and nothing is lost.',
    button: 'Ask for a refusal',
    code,
    needs: 'solana:signMessage',
    async run() {
      const message = new TextEncoder().encode(TEXT);
      try {
        await requireFeature(wallet, 'solana:signMessage').signMessage({ account: getAccount(), message });
      } catch (error) {
        const refusal = findMobileWalletError(error, 'USER_REJECTED');
        if (!refusal) throw error;
        return {
          tone: 'success',
          title: 'Your wallet declined. Nothing was signed.',
          text: 'The next request works as usual.',
          facts: [{ label: 'Error code', value: refusal.code, isCode: true }],
        };
      }
      return {
        tone: 'neutral',
        icon: 'check',
        title: 'You approved it',
        text: 'That is fine: it was only a text. Ask again, and press Decline.',
      };
    },
  };
}
