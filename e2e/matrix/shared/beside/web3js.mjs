import assert from 'node:assert/strict';
import { SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { transact as transactLegacy } from 'mobile-wallet-standard/legacy';
import { getAccountPublicKey, transact } from 'mobile-wallet-standard/web3js';
import { createTestWallet } from 'mock-mobile-wallet/testing';

const recentBlockhash = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N';

for (const flavour of [transact, transactLegacy]) {
  const phone = await createTestWallet();
  await flavour(
    async (wallet) => {
      const { accounts } = await wallet.authorize({
        chain: 'solana:devnet',
        identity: { name: 'Fresh dapp' },
      });
      const payerKey = getAccountPublicKey(accounts[0]);
      const transfer = SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: payerKey, lamports: 1 });
      const message = new TransactionMessage({ payerKey, recentBlockhash, instructions: [transfer] });
      const legacy = new Transaction({ feePayer: payerKey, recentBlockhash }).add(transfer);
      const versioned = new VersionedTransaction(message.compileToV0Message());
      const signed = await wallet.signTransactions({ transactions: [legacy, versioned] });
      assert.ok(signed[0] instanceof Transaction && signed[0].verifySignatures());
      assert.ok(signed[1] instanceof VersionedTransaction && signed[1].signatures[0].some(Boolean));
    },
    { launch: phone.launch, dial: phone.dial },
  );
  await phone.close();
}
