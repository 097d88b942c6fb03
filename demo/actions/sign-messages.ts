import type { Action } from '../action.js';
import { arePassed, checkSignedMessage } from '../checks.js';
import type { Dapp } from '../dapp.js';
import code from '../snippets/sign-messages.ts?raw';
import { requireFeature } from '../wallets.js';

const TEXTS = ['The first of three messages.', 'The second.', 'The third and last.'] as const;

/** Creates the action that lets the wallet sign three texts in one visit. */
export function createSignMessagesAction({ wallet, getAccount }: Dapp): Action {
  return {
    name: 'Three messages',
    description: 'Three texts at once: the wallet opens once, and asks once.',
    button: 'Sign three messages',
    code,
    needs: 'solana:signMessage',
    async run() {
      const account = getAccount();
      const messages = TEXTS.map((text) => new TextEncoder().encode(text));
      const outputs = await requireFeature(wallet, 'solana:signMessage').signMessage(
        ...messages.map((message) => ({ account, message })),
      );
      if (outputs.length !== messages.length) throw new Error('The wallet did not sign all of them.');
      const results = await Promise.all(
        outputs.map(({ signedMessage, signature }, index) =>
          checkSignedMessage(
            { address: account.address, message: signedMessage, signature },
            messages[index] ?? new Uint8Array(),
          ),
        ),
      );
      const isGood = results.every(arePassed);
      return {
        tone: isGood ? 'success' : 'failure',
        title: isGood ? 'Three messages signed: verified' : 'A signature does not check out',
        checks: results.map((checks, index) => ({
          label: `“${TEXTS[index]}”`,
          passed: arePassed(checks),
        })),
      };
    },
  };
}
