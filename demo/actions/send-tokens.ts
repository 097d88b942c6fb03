import type { Action } from '../action.js';
import { CHAIN } from '../chain.js';
import type { Dapp } from '../dapp.js';
import { followSent, getSentSignature } from '../sent.js';
import code from '../snippets/connect-and-pay.ts?raw';
import { requireFeature } from '../wallets.js';

/**
 * Creates the action that sends tokens. The wallet opens at once; while it does, the page makes up a token if
 * need be, and gives the account some.
 */
export function createSendTokensAction(dapp: Dapp): Action {
  const { wallet, getAccount, recipient, blockhashes } = dapp;
  return {
    description:
      'The page makes up a token, gives you 250, and asks your wallet to send 25 of them: all in one visit.',
    button: 'Send 25 tokens',
    code,
    sends: true,
    needs: 'mobile-wallet-standard:transact',
    async run(report) {
      const from = getAccount().address;
      const opened = performance.now();
      let lastValidBlockHeight = 0n;
      const sending = requireFeature(wallet, 'mobile-wallet-standard:transact').transact(
        async (mobile) => {
          await mobile.authorize();
          const { createTokenTransfer, getTestToken } = await import('../tokens.js');
          const mint = await getTestToken(from);
          blockhashes.renew();
          const { lifetime, slot } = await blockhashes.get();
          lastValidBlockHeight = lifetime.lastValidBlockHeight;
          const transactions = [await createTokenTransfer(from, recipient, mint, lifetime)];
          const [signature] = await mobile.signAndSendTransactions({
            transactions,
            minContextSlot: Number(slot),
          });
          return signature;
        },
        { account: getAccount(), chain: CHAIN },
      );
      const signature = await getSentSignature(sending).finally(() => blockhashes.renew());
      const outcome = await followSent(
        {
          signature,
          lastValidBlockHeight,
          success: '25 tokens sent: confirmed',
          async getFacts() {
            const { formatTokens, getTestToken, getTokens } = await import('../tokens.js');
            const left = await getTokens(from, await getTestToken(from));
            const seconds = ((performance.now() - opened) / 1000).toFixed(1);
            return [
              { label: 'Your tokens', value: formatTokens(left) },
              { label: 'From tap to confirmation', value: `${seconds} s` },
            ];
          },
        },
        report,
      );
      dapp.refreshBalance();
      return outcome;
    },
  };
}
