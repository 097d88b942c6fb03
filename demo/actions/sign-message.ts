import { getBase58Decoder } from '@solana/kit';
import type { Action } from '../action-card.js';
import { arePassed, checkSignedMessage } from '../checks.js';
import type { Dapp } from '../dapp.js';
import { createTextField } from '../text-field.js';
import { getFeature, requireFeature } from '../wallets.js';

/** Creates the action that lets the wallet sign a text of the user. */
export function createSignMessageAction({ wallet, getAccount }: Dapp): Action {
  const field = createTextField({ label: 'Message', value: 'Hello from the browser 👋', isLong: true });
  return {
    title: 'Sign a message',
    description: 'Put the account’s signature under any text.',
    button: 'Sign message',
    fields: [field.element],
    isOffered: getFeature(wallet, 'solana:signMessage') !== undefined,
    validate() {
      const isEmpty = field.getValue() === '';
      field.setError(isEmpty ? 'Write something to sign.' : undefined);
      return !isEmpty;
    },
    async run() {
      const account = getAccount();
      const message = new TextEncoder().encode(field.getValue());
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
