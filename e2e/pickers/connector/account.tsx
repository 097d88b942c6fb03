import {
  useDisconnectWallet,
  useKitTransactionSigner,
  useTransactionSigner,
  useWallet,
} from '@solana/connector/react';
import {
  compileTransaction,
  getBase64EncodedWireTransaction,
  getTransactionEncoder,
  setTransactionMessageFeePayer,
  setTransactionMessageFeePayerSigner,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import type { ReactNode } from 'react';
import type { Actions } from '../shared/actions.js';
import { toBase64 } from '../shared/bytes.js';
import { MESSAGE } from '../shared/inputs.js';
import { confirm, submit } from '../shared/kit-confirm.js';
import { createMemoMessage } from '../shared/kit-memo.js';
import { Panel } from '../shared/panel.js';

/**
 * The connected account. Uses kit's signer for transactions, and the connector's other signer for the rest.
 */
export function Account(): ReactNode {
  const { account } = useWallet();
  const { disconnect } = useDisconnectWallet();
  const { signer: kitSigner } = useKitTransactionSigner();
  const { signer } = useTransactionSigner();
  if (!(account && kitSigner && signer?.signMessage)) return null;
  const { signMessage } = signer;

  const createTransaction = async (text: string) =>
    compileTransaction(setTransactionMessageFeePayer(account, await createMemoMessage(text)));

  const actions: Actions = {
    async 'Sign one'() {
      const message = setTransactionMessageFeePayerSigner(kitSigner, await createMemoMessage('one'));
      return { signed: [getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message))] };
    },
    async 'Sign two'() {
      const transactions = await Promise.all([createTransaction('one'), createTransaction('two')]);
      const signed = await kitSigner.modifyAndSignTransactions(transactions);
      return { signed: signed.map((transaction) => getBase64EncodedWireTransaction(transaction)) };
    },
    async Send() {
      const wire = getTransactionEncoder().encode(await createTransaction('send'));
      const signature = await signer.signAndSendTransaction(Uint8Array.from(wire));
      await confirm(signature);
      return { signature };
    },
    async Submit() {
      const message = setTransactionMessageFeePayerSigner(kitSigner, await createMemoMessage('submit'));
      return { signature: await submit(await signTransactionMessageWithSigners(message)) };
    },
    async 'Sign message'() {
      const signature = await signMessage(new TextEncoder().encode(MESSAGE));
      return { message: btoa(MESSAGE), signature: toBase64(signature), address: account };
    },
    async Disconnect() {
      await disconnect();
      return {};
    },
  };
  return <Panel address={account} actions={actions} />;
}
