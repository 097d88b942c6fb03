import {
  compileTransaction,
  getBase58Encoder,
  getTransactionEncoder,
  type SignatureBytes,
  setTransactionMessageFeePayer,
  address as toAddress,
} from '@solana/kit';
import {
  type Wallet,
  type Web3Auth,
  walletSignAndSendTransaction,
  walletSignMessage,
  walletSignTransaction,
} from '@web3auth/modal';
import type { Actions } from '../shared/actions.js';
import { toBase64 } from '../shared/bytes.js';
import { MESSAGE } from '../shared/inputs.js';
import { confirm } from '../shared/kit-confirm.js';
import { createMemoMessage } from '../shared/kit-memo.js';

/**
 * The actions of a connected wallet, by the functions that the library's hooks call. They sign one
 * transaction at a time, so “Sign two” makes two concurrent calls, and return a signature, which is put into
 * the transaction here.
 */
export function createActions(
  web3auth: Web3Auth,
  wallet: Wallet,
  { address }: Readonly<{ address: string }>,
): Actions {
  async function sign(text: string): Promise<string> {
    const transaction = await createTransaction(address, text);
    const signature = await walletSignTransaction(wallet, transaction);
    const bytes = getBase58Encoder().encode(signature) as SignatureBytes;
    const signed = { ...transaction, signatures: { [toAddress(address)]: bytes } };
    return toBase64(getTransactionEncoder().encode(signed));
  }

  return {
    async 'Sign one'() {
      return { signed: [await sign('one')] };
    },
    async 'Sign two'() {
      return { signed: await Promise.all([sign('one'), sign('two')]) };
    },
    async Send() {
      const signature = await walletSignAndSendTransaction(wallet, await createTransaction(address, 'three'));
      await confirm(signature);
      return { signature };
    },
    async 'Sign message'() {
      const signature = await walletSignMessage(wallet, MESSAGE, address);
      return { message: btoa(MESSAGE), signature: toBase64(getBase58Encoder().encode(signature)), address };
    },
    async Disconnect() {
      await web3auth.logout();
      return {};
    },
  };
}

async function createTransaction(account: string, text: string) {
  return compileTransaction(setTransactionMessageFeePayer(toAddress(account), await createMemoMessage(text)));
}
