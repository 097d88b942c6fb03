import type { ConnectedStandardSolanaWallet } from '@privy-io/react-auth/solana';
import { useSignAndSendTransaction, useSignMessage, useSignTransaction } from '@privy-io/react-auth/solana';
import {
  compileTransaction,
  getBase58Decoder,
  getTransactionEncoder,
  setTransactionMessageFeePayer,
  address as toAddress,
} from '@solana/kit';
import type { ReactNode } from 'react';
import type { Actions } from '../shared/actions.js';
import { toBase64 } from '../shared/bytes.js';
import { MESSAGE } from '../shared/inputs.js';
import { confirm } from '../shared/kit-confirm.js';
import { createMemoMessage } from '../shared/kit-memo.js';
import { Panel } from '../shared/panel.js';

const CHAIN = 'solana:devnet';

/** The actions of a connected wallet. */
export function Account({
  wallet,
  logout,
}: Readonly<{ wallet: ConnectedStandardSolanaWallet; logout: () => Promise<void> }>): ReactNode {
  const { signMessage } = useSignMessage();
  const { signTransaction } = useSignTransaction();
  const { signAndSendTransaction } = useSignAndSendTransaction();
  const { address } = wallet;

  async function sign(text: string): Promise<string> {
    const transaction = await createTransaction(address, text);
    const { signedTransaction } = await signTransaction({ transaction, wallet, chain: CHAIN });
    return toBase64(signedTransaction);
  }

  const actions: Actions = {
    async 'Sign one'() {
      return { signed: [await sign('one')] };
    },
    async 'Sign two'() {
      return { signed: await Promise.all([sign('one'), sign('two')]) };
    },
    async Send() {
      const transaction = await createTransaction(address, 'three');
      const sent = await signAndSendTransaction({ transaction, wallet, chain: CHAIN });
      const signature = getBase58Decoder().decode(sent.signature);
      await confirm(signature);
      return { signature };
    },
    async 'Sign message'() {
      const message = new TextEncoder().encode(MESSAGE);
      const { signature } = await signMessage({ message, wallet });
      return { message: btoa(MESSAGE), signature: toBase64(signature), address };
    },
    async Disconnect() {
      await wallet.disconnect();
      await logout();
      return {};
    },
  };
  return <Panel address={address} actions={actions} />;
}

async function createTransaction(account: string, text: string): Promise<Uint8Array> {
  const message = setTransactionMessageFeePayer(toAddress(account), await createMemoMessage(text));
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)));
}
