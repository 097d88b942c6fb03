import type { MobileStandardWallet } from 'mobile-wallet-standard';
import type { Action } from '../action.js';
import { createAddress } from '../addresses.js';
import type { Dapp } from '../dapp.js';
import { followSent, getSentSignature, rememberSent, type Sent } from '../sent.js';
import { connectAndPay } from '../snippets/connect-and-pay.js';
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
    needs: 'mobile-wallet-standard:transact',
    async run(report) {
      const from = getAccount().address;
      const opened = performance.now();
      let asked: Sent | undefined;
      requireFeature(wallet, 'mobile-wallet-standard:transact');
      const sending = connectAndPay(wallet as MobileStandardWallet, async () => {
        const { createTokenTransfer, getTestToken } = await import('../tokens.js');
        const mint = await getTestToken(from);
        blockhashes.renew();
        const reference = await createAddress();
        const { lifetime, slot } = await blockhashes.get();
        const transactions = [await createTokenTransfer(from, recipient, mint, lifetime, reference)];
        const { lastValidBlockHeight } = lifetime;
        asked = { reference, lastValidBlockHeight, success: 'Sent 25 tokens' };
        rememberSent(asked);
        return { transactions, minContextSlot: Number(slot) };
      });
      const getAsked = () => asked;
      const signature = await getSentSignature(sending, getAsked).finally(() => blockhashes.renew());
      const sent = getAsked();
      if (!sent) throw new Error('The wallet was not asked to send.');
      const getFacts = async () => {
        const { formatTokens, getTestToken, getTokens } = await import('../tokens.js');
        const left = await getTokens(from, await getTestToken(from));
        const seconds = ((performance.now() - opened) / 1000).toFixed(1);
        return [
          { label: 'Your tokens', value: formatTokens(left) },
          { label: 'From tap to confirmation', value: `${seconds} s` },
        ];
      };
      const outcome = await followSent({ ...sent, signature, getFacts }, report);
      dapp.refreshBalance();
      return outcome;
    },
  };
}
