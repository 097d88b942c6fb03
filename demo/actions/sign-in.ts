import type { Action } from '../action.js';
import { CHAIN } from '../chain.js';
import { arePassed, checkSignIn } from '../checks.js';
import type { Dapp } from '../dapp.js';
import code from '../snippets/sign-in.ts?raw';
import { requireFeature } from '../wallets.js';

const STATEMENT = 'Sign in to the Mobile Wallet Standard demo. This costs nothing.';

/**
 * Creates the action for Sign In With Solana: the wallet signs a text, and the page checks it as a server
 * would.
 */
export function createSignInAction({ wallet, getAccount }: Dapp): Action {
  return {
    description: 'Prove to this page that the account is yours. No transaction, no fee.',
    button: 'Sign in',
    code,
    needs: 'solana:signIn',
    async run() {
      const domain = location.host;
      const nonce = createNonce();
      const { address } = getAccount();
      const [output] = await requireFeature(wallet, 'solana:signIn').signIn({
        domain,
        address,
        statement: STATEMENT,
        uri: location.origin,
        version: '1',
        chainId: CHAIN,
        nonce,
        issuedAt: new Date().toISOString(),
      });
      if (!output) throw new Error('The wallet returned no sign-in.');
      const checks = await checkSignIn(output, { domain, nonce });
      const isGood = arePassed(checks);
      const signer = output.account.address;
      // The user may choose another account in the wallet app.
      const isOther = signer !== address;
      const success = isOther ? 'Signed in as another account: verified' : 'Signed in: verified';
      return {
        tone: isGood ? 'success' : 'failure',
        title: isGood ? success : 'The sign-in does not check out',
        checks,
        facts: [
          { label: 'Signed in as', value: signer, isCode: true },
          ...(isOther ? [{ label: 'Asked for', value: address, isCode: true }] : []),
          { label: 'Signed text', value: new TextDecoder().decode(output.signedMessage) },
        ],
      };
    },
  };
}

function createNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
