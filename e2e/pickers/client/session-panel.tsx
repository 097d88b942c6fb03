import type { TransactionPrepared, WalletSession } from '@solana/client';
import { useSolanaClient, useSolTransfer } from '@solana/react-hooks';
import type { ReactNode } from 'react';
import { toBase64 } from '../shared/bytes.js';
import { MESSAGE } from '../shared/inputs.js';
import { confirm } from '../shared/kit-confirm.js';
import { createMemoMessage } from '../shared/kit-memo.js';
import { Panel } from '../shared/panel.js';

/**
 * The actions of a wallet's session. A call signs one transaction, so “Sign two” makes two concurrent calls.
 * To send, the library asks the wallet to sign and submits the transaction itself.
 */
export function SessionPanel({
  session,
  disconnect,
}: Readonly<{ session: WalletSession; disconnect: () => Promise<void> }>): ReactNode {
  const { transaction } = useSolanaClient();
  const { send } = useSolTransfer();
  const { address } = session.account;

  async function prepare(text: string): Promise<TransactionPrepared> {
    const { instructions, lifetimeConstraint: lifetime } = await createMemoMessage(text);
    return transaction.prepare({ authority: session, instructions, lifetime });
  }

  async function sign(...texts: readonly string[]) {
    const prepared = await Promise.all(texts.map(prepare));
    return { signed: await Promise.all(prepared.map((one) => transaction.toWire(one))) };
  }

  const actions = {
    'Sign one': () => sign('one'),
    'Sign two': () => sign('one', 'two'),
    async Send() {
      const signature = await send({ amount: 1n, destination: address });
      await confirm(signature);
      return { signature };
    },
    async 'Sign message'() {
      const message = new TextEncoder().encode(MESSAGE);
      const signature = (await session.signMessage?.(message)) ?? [];
      return { message: toBase64(message), signature: toBase64(signature), address };
    },
    async Disconnect() {
      await disconnect();
      return {};
    },
  };
  return <Panel address={address} actions={actions} />;
}
