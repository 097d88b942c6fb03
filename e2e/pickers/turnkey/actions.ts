import {
  compileTransaction,
  getTransactionEncoder,
  setTransactionMessageFeePayer,
  address as toAddress,
} from '@solana/kit';
import type { TurnkeyClient, WalletAccount, WalletProvider } from '@turnkey/core';
import type { Actions } from '../shared/actions.js';
import { toBase64 } from '../shared/bytes.js';
import { MESSAGE } from '../shared/inputs.js';
import { confirm } from '../shared/kit-confirm.js';
import { createMemoMessage } from '../shared/kit-memo.js';
import { RPC_URL } from '../shared/page.js';

const TYPE = 'TRANSACTION_TYPE_SOLANA';

/**
 * The actions of a connected account. The library signs one transaction at a time, so “Sign two” makes two
 * concurrent calls. To send, it asks the wallet to sign and submits the transaction itself.
 */
export function createActions(
  client: TurnkeyClient,
  walletProvider: WalletProvider,
  walletAccount: WalletAccount,
  onChange: () => Promise<void>,
): Actions {
  const { address } = walletAccount;

  async function sign(text: string): Promise<string> {
    const unsignedTransaction = await createTransaction(address, text);
    const signed = await client.signTransaction({
      walletAccount,
      unsignedTransaction,
      transactionType: TYPE,
    });
    return toBase64(fromHex(signed));
  }

  return {
    async 'Sign one'() {
      return { signed: [await sign('one')] };
    },
    async 'Sign two'() {
      return { signed: await Promise.all([sign('one'), sign('two')]) };
    },
    async Send() {
      const unsignedTransaction = await createTransaction(address, 'three');
      const call = { walletAccount, unsignedTransaction, transactionType: TYPE, rpcUrl: RPC_URL } as const;
      const signature = await client.signAndSendTransaction(call);
      await confirm(signature);
      return { signature };
    },
    async 'Sign message'() {
      const { r, s } = await client.signMessage({ message: MESSAGE, walletAccount });
      return { message: btoa(MESSAGE), signature: toBase64(fromHex(r + s)), address };
    },
    async Disconnect() {
      await client.disconnectWalletAccount(walletProvider);
      await onChange();
      return {};
    },
  };
}

/** Creates a transaction as the library takes it, in hexadecimal. */
async function createTransaction(account: string, text: string): Promise<string> {
  const message = setTransactionMessageFeePayer(toAddress(account), await createMemoMessage(text));
  const bytes = getTransactionEncoder().encode(compileTransaction(message));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
