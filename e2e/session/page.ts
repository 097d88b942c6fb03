import {
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase58Decoder,
  getTransactionEncoder,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  address as toAddress,
} from '@solana/kit';
import {
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { getAccountAddress, transact as transactKit } from 'mobile-wallet-standard/kit';
import { transact as transactBytes } from 'mobile-wallet-standard/session';
import { getAccountPublicKey, transact as transactWeb3 } from 'mobile-wallet-standard/web3js';

// A dapp on the session API. Each button runs a whole session, and the output shows its outcome as JSON.
const blockhash = location.hash.slice(1) as Blockhash;
const identity = { name: 'Example', uri: location.origin };
const chain = 'solana:devnet';
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const toBase64 = (bytes: ArrayLike<number>): string => btoa(String.fromCharCode(...Array.from(bytes)));

const SESSIONS = {
  kit: () =>
    transactKit(async (wallet) => {
      const { accounts } = await wallet.authorize({ chain, identity });
      const payer = toAddress(getAccountAddress(accounts[0] as (typeof accounts)[number]));
      const createMessage = (text: string) => {
        const paid = setTransactionMessageFeePayerSigner(
          createNoopSigner(payer),
          createTransactionMessage({ version: 0 }),
        );
        const lifetime = { blockhash, lastValidBlockHeight: 1_000_000n };
        return appendTransactionMessageInstruction(
          { programAddress: toAddress(MEMO), data: new TextEncoder().encode(text) },
          setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
        );
      };
      const transactions = [compileTransaction(createMessage('signed'))];
      const signed = await wallet.signTransactions({ transactions });
      const sent = await wallet.signAndSendTransactions({
        transactions: [createMessage('sent'), compileTransaction(createMessage('sent, too'))],
        minContextSlot: 1,
      });
      return {
        signed: signed.map((transaction) => toBase64(getTransactionEncoder().encode(transaction))),
        sent: sent.map((signature) => getBase58Decoder().decode(signature)),
      };
    }),
  web3js: () =>
    transactWeb3(async (wallet) => {
      const { accounts } = await wallet.authorize({ chain, identity });
      const payer = getAccountPublicKey(accounts[0] as (typeof accounts)[number]);
      const transfer = (lamports: number) =>
        SystemProgram.transfer({ fromPubkey: payer, toPubkey: new PublicKey(payer), lamports });
      const legacy = (lamports: number) =>
        new Transaction({ feePayer: payer, recentBlockhash: blockhash }).add(transfer(lamports));
      const versioned = (lamports: number) =>
        new VersionedTransaction(
          new TransactionMessage({
            payerKey: payer,
            recentBlockhash: blockhash,
            instructions: [transfer(lamports)],
          }).compileToV0Message(),
        );
      const signed = await wallet.signTransactions({ transactions: [legacy(1), versioned(2)] });
      const sent = await wallet.signAndSendTransactions({ transactions: [legacy(3), versioned(4)] });
      return { signed: signed.map((transaction) => toBase64(transaction.serialize())), sent };
    }),
  session: () =>
    transactBytes(async (wallet) => {
      const { accounts, auth_token } = await wallet.authorize({
        chain,
        identity,
        sign_in_payload: { nonce: 'abcdefgh' },
      });
      const addresses = accounts.map(({ address }) => address);
      const [signed = new Uint8Array()] = await wallet.signMessages({
        addresses,
        payloads: [new TextEncoder().encode('hello')],
      });
      const capabilities = await wallet.getCapabilities();
      await wallet.reauthorize({ chain, identity, auth_token });
      await wallet.deauthorize({ auth_token });
      const revoked = await wallet.authorize({ chain, identity, auth_token }).catch((error) => error.code);
      return { addresses, signed: toBase64(signed), capabilities, revoked };
    }),
  authorize: () =>
    transactBytes(async (wallet) => ({ accounts: (await wallet.authorize({ chain, identity })).accounts })),
};

const output = document.createElement('output');
document.body.append(output);
for (const [name, run] of Object.entries(SESSIONS)) {
  const button = document.createElement('button');
  button.textContent = name;
  button.addEventListener('click', async () => {
    output.value = '';
    const outcome = await run().catch((error) => ({
      error: { code: error.code, message: error.message, context: error.context },
      frames: document.querySelectorAll('iframe').length,
    }));
    output.value = JSON.stringify(outcome);
  });
  document.body.append(button);
}
