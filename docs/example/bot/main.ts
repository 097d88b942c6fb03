import assert from 'node:assert/strict';
import {
  assertIsFullySignedTransaction,
  blockhash,
  createTransactionMessage,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { createChannelPair, parseAssociationUri } from 'mobile-wallet-standard/endpoint';
import { createAccountSigner, transact } from 'mobile-wallet-standard/kit';
import { serveSession } from './wallet';

const keys = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair;
const [dappEnd, walletEnd] = createChannelPair();
const asked: string[] = [];
// Without a chain, any blockhash will do.
const lifetime = {
  blockhash: blockhash('11111111111111111111111111111111'),
  lastValidBlockHeight: BigInt(0),
};

const signed = await transact(
  async (wallet) => {
    const { accounts } = await wallet.authorize({ chain: 'solana:devnet', identity: { name: 'Example' } });
    const signer = createAccountSigner(wallet, accounts[0]);
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (empty) => setTransactionMessageFeePayerSigner(signer, empty),
      (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    );
    return signTransactionMessageWithSigners(message); // verifies the signature
  },
  {
    launch(uri) {
      // The phone's system would open the wallet app.
      void serveSession(walletEnd, parseAssociationUri(uri), keys, async (what) => {
        asked.push(what);
        return true;
      });
    },
    dial: async () => dappEnd,
  },
);

assertIsFullySignedTransaction(signed);
assert.deepEqual(asked, ['connect', 'sign_transactions']);
