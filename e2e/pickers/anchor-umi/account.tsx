import { AnchorProvider } from '@coral-xyz/anchor';
import { signAllTransactions, type Transaction, transactionBuilder } from '@metaplex-foundation/umi';
import { base58 } from '@metaplex-foundation/umi/serializers';
import { createUmi } from '@metaplex-foundation/umi-bundle-defaults';
import { walletAdapterIdentity } from '@metaplex-foundation/umi-signer-wallet-adapters';
import { fromWeb3JsInstruction } from '@metaplex-foundation/umi-web3js-adapters';
import { useAnchorWallet, useConnection, useWallet } from '@solana/wallet-adapter-react';
import type { ReactNode } from 'react';
import type { Actions } from '../shared/actions.js';
import { toBase64 } from '../shared/bytes.js';
import { MESSAGE } from '../shared/inputs.js';
import { Panel } from '../shared/panel.js';
import { transfer } from './program.js';

/** The actions of the connected account. Anchor builds the instructions and sends; Umi signs and submits. */
export function Account(): ReactNode {
  const { connection } = useConnection();
  const adapter = useWallet();
  const wallet = useAnchorWallet();
  if (!wallet) return null;

  const provider = new AnchorProvider(connection, wallet, { commitment: 'confirmed' });
  const umi = createUmi(connection).use(walletAdapterIdentity(adapter));

  async function build(lamports: number) {
    const instruction = fromWeb3JsInstruction(await transfer(provider, lamports).instruction());
    return transactionBuilder([{ instruction, signers: [umi.identity], bytesCreatedOnChain: 0 }]);
  }
  const serialize = (transactions: readonly Transaction[]) =>
    transactions.map((transaction) => toBase64(umi.transactions.serialize(transaction)));

  const actions: Actions = {
    async 'Sign one'() {
      return { signed: serialize([await (await build(1)).buildAndSign(umi)]) };
    },
    async 'Sign two'() {
      const builders = await Promise.all([build(1), build(2)]);
      const transactions = await Promise.all(
        builders.map((builder) => builder.buildWithLatestBlockhash(umi)),
      );
      const signers = [umi.identity];
      const signed = await signAllTransactions(transactions.map((transaction) => ({ transaction, signers })));
      return { signed: serialize(signed) };
    },
    async Send() {
      return { signature: await transfer(provider, 3).rpc({ commitment: 'confirmed' }) };
    },
    async Submit() {
      const { signature, result } = await (await build(4)).sendAndConfirm(umi);
      if (result.value.err) throw new Error(JSON.stringify(result.value.err));
      return { signature: base58.deserialize(signature)[0] };
    },
    async 'Sign message'() {
      const { publicKey } = umi.identity;
      const signature = await umi.identity.signMessage(new TextEncoder().encode(MESSAGE));
      return { message: btoa(MESSAGE), signature: toBase64(signature), address: publicKey };
    },
  };
  return <Panel address={umi.identity.publicKey} actions={actions} />;
}
