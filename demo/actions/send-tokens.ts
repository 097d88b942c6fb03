import type { MobileStandardWallet } from 'mobile-wallet-standard';
import type { Action } from '../action.js';
import { chooseTransactionVersion, type Dapp } from '../dapp.js';
import type { Outcome, ReportProgress } from '../outcome.js';
import { askOnce, followSent } from '../sent.js';
import { connectAndPay } from '../snippets/connect-and-pay.js';
import code from '../snippets/connect-and-pay.ts?raw';
import { requireFeature } from '../wallets.js';

/**
 * Creates the action that sends tokens. The wallet opens at once; while it does, the page makes up a token if
 * need be, and gives the account some.
 */
export function createSendTokensAction(dapp: Dapp): Action {
  const { wallet, getAccount, recipient, blockhashes } = dapp;

  async function send(report: ReportProgress): Promise<Outcome> {
    const payer = getAccount().address;
    const opened = performance.now();
    requireFeature(wallet, 'mobile-wallet-standard:transact');
    const followed = await askOnce(
      (begin) =>
        connectAndPay(wallet as MobileStandardWallet, async () => {
          const { DECIMALS, getTestToken, TOKENS_SENT } = await import('../tokens.js');
          const mint = { address: await getTestToken(payer), decimals: DECIMALS };
          const version = chooseTransactionVersion(wallet, 'solana:signAndSendTransaction');
          const what = { order: 'tokens', amount: TOKENS_SENT, mint, success: 'Sent 25 tokens' };
          return begin({ ...what, payer, recipient, version, blockhashes });
        }),
      report,
      () => ({
        async getFacts() {
          const { formatTokens, getTestToken, getTokens } = await import('../tokens.js');
          const left = await getTokens(payer, await getTestToken(payer));
          const seconds = ((performance.now() - opened) / 1000).toFixed(1);
          return [
            { label: 'Your tokens', value: formatTokens(left) },
            { label: 'From tap to confirmation', value: `${seconds} s` },
          ];
        },
      }),
    );
    const outcome = await followSent(followed, report);
    dapp.refreshBalance();
    return outcome;
  }

  return {
    description:
      'The page makes up a token, gives you 250, and asks your wallet to send 25 of them: all in one visit.',
    button: 'Send 25 tokens',
    code,
    needs: 'mobile-wallet-standard:transact',
    run: send,
  };
}
