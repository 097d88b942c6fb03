import { getBase58Decoder } from '@solana/kit';
import type { Action } from '../action.js';
import { arePassed, checkSignedMessage } from '../checks.js';
import type { Dapp } from '../dapp.js';
import code from '../snippets/sign-messages.ts?raw';
import { requireFeature } from '../wallets.js';

/** Creates the action that lets the wallet sign a text of the user. */
export function createSignMessageAction({ wallet, getAccount }: Dapp): Action {
  return {
    name: 'A message',
    description: 'Put the account’s signature under any text.',
    button: 'Sign message',
    code,
    fields: [{ name: 'message', label: 'Message', value: 'Hello from the browser 👋', kind: 'long' }],
    needs: 'solana:signMessage',
    findErrors: ({ message }) => (message === '' ? { message: 'Write something to sign.' } : {}),
    async run(_report, { message: text = '' }) {
      const account = getAccount();
      const message = new TextEncoder().encode(text);
      const [output] = await requireFeature(wallet, 'solana:signMessage').signMessage({ account, message });
      if (!output) throw new Error('The wallet returned no signature.');
      const { signedMessage, signature } = output;
      const signed = { address: account.address, message: signedMessage, signature };
      const checks = await checkSignedMessage(signed, message);
      const isGood = arePassed(checks);
      return {
        tone: isGood ? 'success' : 'failure',
        title: isGood ? 'Message signed: verified' : 'The signature does not check out',
        checks,
        facts: [{ label: 'Signature', value: getBase58Decoder().decode(signature), isCode: true }],
      };
    },
  };
}
