import assert from 'node:assert/strict';
import { createMobileWallet } from 'mobile-wallet-standard';
import { decodeBase58, encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { createLiteSvmChain } from 'mock-mobile-wallet/chains';
import { createTestWallet } from 'mock-mobile-wallet/testing';

// Pays 0.01 SOL by what the package manager has installed, which is both packages and nothing else.

const PRICE = 10_000_000n;
const SYSTEM_PROGRAM = new Uint8Array(32);
const recipient = crypto.getRandomValues(new Uint8Array(32));

const chain = createLiteSvmChain();
const phone = await createTestWallet({ chain });
chain.airdrop(phone.accounts[0].address, PRICE * 10n);
const wallet = createMobileWallet({
  identity: { name: 'Fresh dapp', uri: 'https://dapp.example' },
  chains: ['solana:devnet'],
  launch: phone.launch,
  dial: phone.dial,
});
const { accounts } = await wallet.features['standard:connect'].connect();
const { value } = await chain.rpc('getLatestBlockhash', []);
const transfer = new DataView(new ArrayBuffer(12));
transfer.setUint32(0, 2, true);
transfer.setBigUint64(4, PRICE, true);
const transaction = Uint8Array.of(
  // One signature, still empty; a message with one signer, and the program as the only account to read.
  ...[1, ...new Uint8Array(64), 1, 0, 1],
  ...[3, ...accounts[0].publicKey, ...recipient, ...SYSTEM_PROGRAM],
  ...decodeBase58(value.blockhash),
  // One instruction: of the third account, from the first to the second.
  ...[1, 2, 2, 0, 1, transfer.byteLength, ...new Uint8Array(transfer.buffer)],
);
const [{ signature }] = await wallet.features['solana:signAndSendTransaction'].signAndSendTransaction({
  account: accounts[0],
  chain: 'solana:devnet',
  transaction,
});
assert.equal(signature.length, 64);
assert.equal(chain.getBalance(encodeBase58(recipient)), PRICE);
await phone.close();
