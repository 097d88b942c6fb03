import {
  type Address,
  compileTransaction,
  createSignableMessage,
  getBase58Decoder,
  getTransactionEncoder,
  setTransactionMessageFeePayer,
  setTransactionMessageFeePayerSigner,
  signAndSendTransactionMessageWithSigners,
} from '@solana/kit';
import {
  type UiWalletAccount,
  useSignIn,
  useSignTransaction,
  useWalletAccountMessageSigner,
  useWalletUi,
  useWalletUiSigner,
} from '@wallet-ui/react';
import type { ReactNode } from 'react';
import { toBase64 } from '../shared/bytes.js';
import { MESSAGE, SIGN_IN } from '../shared/inputs.js';
import { confirm } from '../shared/kit-confirm.js';
import { createMemoMessage } from '../shared/kit-memo.js';
import { Panel } from '../shared/panel.js';

/**
 * The actions of the connected account. This library cannot sign several transactions in one call, so “Sign
 * two” makes two concurrent calls.
 */
export function AccountPanel({ account }: Readonly<{ account: UiWalletAccount }>): ReactNode {
  const { cluster } = useWalletUi();
  const sendingSigner = useWalletUiSigner({ account });
  const messageSigner = useWalletAccountMessageSigner(account);
  const signTransaction = useSignTransaction(account, cluster.id);
  const signIn = useSignIn(account);

  async function createTransaction(text: string): Promise<Uint8Array> {
    const message = setTransactionMessageFeePayer(account.address as Address, await createMemoMessage(text));
    return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)));
  }

  async function sign(...texts: readonly string[]) {
    const transactions = await Promise.all(texts.map(createTransaction));
    const signed = await Promise.all(transactions.map((transaction) => signTransaction({ transaction })));
    return { signed: signed.map(({ signedTransaction }) => toBase64(signedTransaction)) };
  }

  const actions = {
    'Sign one': () => sign('one'),
    'Sign two': () => sign('one', 'two'),
    async Send() {
      const message = setTransactionMessageFeePayerSigner(sendingSigner, await createMemoMessage('sent'));
      const signature = getBase58Decoder().decode(await signAndSendTransactionMessageWithSigners(message));
      await confirm(signature);
      return { signature };
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
  };
  return <Panel address={account.address} actions={actions} />;
}
