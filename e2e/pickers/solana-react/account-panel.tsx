import {
  type Address,
  compileTransaction,
  createSignableMessage,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  getTransactionEncoder,
  setTransactionMessageFeePayer,
  setTransactionMessageFeePayerSigner,
  signAndSendTransactionMessageWithSigners,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import {
  useSelectedWalletAccount,
  useSignIn,
  useSignTransactions,
  useWalletAccountMessageSigner,
  useWalletAccountTransactionSendingSigner,
  useWalletAccountTransactionSigner,
} from '@solana/react';
import { type UiWallet, type UiWalletAccount, useDisconnect } from '@wallet-standard/react';
import type { ReactNode } from 'react';
import { toBase64 } from '../shared/bytes.js';
import { MESSAGE, SIGN_IN } from '../shared/inputs.js';
import { confirm, submit } from '../shared/kit-confirm.js';
import { createMemoMessage } from '../shared/kit-memo.js';
import { Panel } from '../shared/panel.js';
import { CHAIN } from './chain.js';

/**
 * The actions of the selected account: by signers where they exist, and “Sign two” by the hook for several
 * transactions.
 */
export function AccountPanel({
  account,
  wallet,
}: Readonly<{ account: UiWalletAccount; wallet: UiWallet }>): ReactNode {
  const [, select] = useSelectedWalletAccount();
  const [, disconnect] = useDisconnect(wallet);
  const signer = useWalletAccountTransactionSigner(account, CHAIN);
  const sendingSigner = useWalletAccountTransactionSendingSigner(account, CHAIN);
  const messageSigner = useWalletAccountMessageSigner(account);
  const signTransactions = useSignTransactions(account, CHAIN);
  const signIn = useSignIn(account);

  async function createTransaction(text: string): Promise<Uint8Array> {
    const message = setTransactionMessageFeePayer(account.address as Address, await createMemoMessage(text));
    return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)));
  }

  const actions = {
    async 'Sign one'() {
      const message = setTransactionMessageFeePayerSigner(signer, await createMemoMessage('one'));
      return { signed: [getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message))] };
    },
    async 'Sign two'() {
      const transactions = await Promise.all(['one', 'two'].map(createTransaction));
      const signed = await signTransactions(...transactions.map((transaction) => ({ transaction })));
      return { signed: signed.map(({ signedTransaction }) => toBase64(signedTransaction)) };
    },
    async Send() {
      const message = setTransactionMessageFeePayerSigner(sendingSigner, await createMemoMessage('sent'));
      const signature = getBase58Decoder().decode(await signAndSendTransactionMessageWithSigners(message));
      await confirm(signature);
      return { signature };
    },
    async Submit() {
      const message = setTransactionMessageFeePayerSigner(signer, await createMemoMessage('submit'));
      return { signature: await submit(await signTransactionMessageWithSigners(message)) };
    },
    async 'Sign message'() {
      const [signed] = await messageSigner.modifyAndSignMessages([createSignableMessage(MESSAGE)]);
      const signature = signed?.signatures[messageSigner.address] ?? [];
      return {
        message: toBase64(signed?.content ?? []),
        signature: toBase64(signature),
        address: account.address,
      };
    },
    async 'Sign in'() {
      const { account: signedIn, signedMessage, signature } = await signIn(SIGN_IN);
      return {
        account: { address: signedIn.address },
        signedMessage: toBase64(signedMessage),
        signature: toBase64(signature),
      };
    },
    async Disconnect() {
      await disconnect();
      select(undefined);
      return {};
    },
  };
  return <Panel address={account.address} actions={actions} />;
}
