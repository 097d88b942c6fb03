import assert from 'node:assert/strict';
import {
  appendTransactionMessageInstruction,
  compileTransaction,
  createTransactionMessage,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getAccountAddress, transact } from 'mobile-wallet-standard/kit';
import { createTestWallet } from 'mock-mobile-wallet/testing';

const phone = await createTestWallet();
const programAddress = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const blockhash = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N';

const signed = await transact(
  async (wallet) => {
    const { accounts } = await wallet.authorize({ chain: 'solana:devnet', identity: { name: 'Fresh dapp' } });
    const payer = getAccountAddress(accounts[0]);
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayer(payer, message),
      (message) =>
        setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 9n }, message),
      (message) =>
        appendTransactionMessageInstruction({ programAddress, data: new TextEncoder().encode('a') }, message),
    );
    const [transaction] = await wallet.signTransactions({ transactions: [compileTransaction(message)] });
    return transaction.signatures[payer];
  },
  { launch: phone.launch, dial: phone.dial },
);
assert.equal(signed.length, 64);
await phone.close();
