import type { MobileStandardWallet } from 'mobile-wallet-standard';
import type { Action } from '../action.js';
import { createAddress } from '../addresses.js';
import type { Dapp } from '../dapp.js';
import type { Outcome, ReportProgress } from '../outcome.js';
import { beginSent, followEarlier, followSent, getSentSignature } from '../sent.js';
import type { Sent } from '../sent-store.js';
import { connectAndPay } from '../snippets/connect-and-pay.js';
import code from '../snippets/connect-and-pay.ts?raw';
import { findNaming } from '../transfer.js';
import { requireFeature } from '../wallets.js';

/**
 * Creates the action that sends tokens. The wallet opens at once; while it does, the page makes up a token if
 * need be, and gives the account some.
 */
export function createSendTokensAction(dapp: Dapp): Action {
  const { wallet, getAccount, recipient, blockhashes } = dapp;

  async function send(report: ReportProgress): Promise<Outcome> {
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
      const transaction = await createTokenTransfer(from, recipient, mint, lifetime, reference);
      const next: Sent = {
        order: 'tokens',
        reference,
        transfer: findNaming(transaction, reference),
        lastValidBlockHeight: lifetime.lastValidBlockHeight,
        success: 'Sent 25 tokens',
      };
      await beginSent(next);
      asked = next;
      return { transactions: [transaction], minContextSlot: Number(slot) };
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
  }

  return {
    description:
      'The page makes up a token, gives you 250, and asks your wallet to send 25 of them: all in one visit.',
    button: 'Send 25 tokens',
    code,
    needs: 'mobile-wallet-standard:transact',
    run: (report) => send(report).catch(followEarlier(report)),
  };
}
