import type { Connection, PublicKey } from '@solana/web3.js';
import type { ReactNode } from 'react';
import type { Actions } from './actions.js';
import { toBase64 } from './bytes.js';
import { SIGN_IN } from './inputs.js';
import { Panel } from './panel.js';
import { createWeb3jsActions, type Web3jsWallet } from './web3js-actions.js';

/** What wallet-adapter's `useWallet` returns, as far as it is used here. */
type AdapterWallet = Partial<Web3jsWallet> &
  Readonly<{
    publicKey: PublicKey | null;
    sendTransaction: Web3jsWallet['sendTransaction'];
    signIn?: (input: typeof SIGN_IN) => Promise<
      Readonly<{
        account: Readonly<{ address: string }>;
        signedMessage: Uint8Array;
        signature: Uint8Array;
      }>
    >;
  }>;

/**
 * The actions of wallet-adapter's connected account. Shows nothing while the wallet lacks one of them, as a
 * disconnected one does.
 */
export function AdapterAccount({
  wallet,
  connection,
}: Readonly<{ wallet: AdapterWallet; connection: Connection }>): ReactNode {
  const { publicKey, sendTransaction, signTransaction, signAllTransactions, signMessage, signIn } = wallet;
  if (!(publicKey && signTransaction && signAllTransactions && signMessage && signIn)) return null;

  const methods = { publicKey, sendTransaction, signTransaction, signAllTransactions, signMessage };
  const actions: Actions = {
    ...createWeb3jsActions(methods, connection),
    async 'Sign in'() {
      const { account, signedMessage, signature } = await signIn(SIGN_IN);
      return {
        account: { address: account.address },
        signedMessage: toBase64(signedMessage),
        signature: toBase64(signature),
      };
    },
  };
  return <Panel address={publicKey.toBase58()} actions={actions} />;
}
