import { ed25519 } from '@noble/curves/ed25519.js';
import {
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  generateKeyPairSigner,
  getAddressDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  partiallySignTransaction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLedger } from '../../../test/support/mock-wallet.js';
import { createPhone } from '../../../test/support/phone.js';
import { getAccountAddress, type SignAndSendTransactionMessage, transact } from './index.js';

// These tests run on every supported version of `@solana/kit`.
const BLOCKHASH = '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn' as Blockhash;
const PROGRAM = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

function createMessage(
  payer: string,
  data: Uint8Array = Uint8Array.of(1),
  signers: readonly string[] = [],
): SignAndSendTransactionMessage {
  const empty = createTransactionMessage({ version: 0 });
  const paid = setTransactionMessageFeePayer(address(payer), empty);
  const lifetime = { blockhash: BLOCKHASH, lastValidBlockHeight: 1n };
  const accounts = signers.map((signer) => ({ address: address(signer), role: 2 as const }));
  return appendTransactionMessageInstruction(
    { programAddress: PROGRAM, accounts, data },
    setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
  );
}

async function setUp() {
  const { chain, sent } = createLedger();
  const phone = await createPhone({ chain });
  const [account] = phone.wallet.accounts;
  if (!account) throw new Error('no account');
  return { phone, account, sent };
}

describe('the kit flavour', () => {
  it('compiles a message with fee payer and lifetime for sending', async () => {
    const { phone, account, sent } = await setUp();
    const signatures = await transact(async (wallet) => {
      const { accounts } = await wallet.authorize();
      const [first] = accounts;
      if (!first) throw new Error('no account');
      return wallet.signAndSendTransactions({ transactions: [createMessage(getAccountAddress(first))] });
    }, phone);
    const [wire = new Uint8Array()] = sent;
    expect(signatures).toEqual([wire.slice(1, 65)]);
    expect(ed25519.verify(wire.slice(1, 65), wire.slice(65), account.publicKey)).toBe(true);
  });

  it('keeps the signatures of others, and the lifetime', async () => {
    const { phone, account } = await setUp();
    const other = await generateKeyPairSigner();
    const unsigned = compileTransaction(createMessage(account.address, Uint8Array.of(1), [other.address]));
    const asked = await partiallySignTransaction([other.keyPair], unsigned);
    const [signed] = await transact(async (wallet) => {
      await wallet.authorize();
      return wallet.signTransactions({ transactions: [asked] });
    }, phone);
    expect(signed).toMatchObject({ lifetimeConstraint: { blockhash: BLOCKHASH } });
    expect(signed?.signatures[other.address]).toEqual(asked.signatures[other.address]);
    expect(signed?.signatures[address(account.address)]).toHaveLength(64);
  });

  it('refuses a message without a lifetime or a fee payer, and names the argument', async () => {
    const { phone } = await setUp();
    const withoutPayer = createTransactionMessage({ version: 0 });
    const withoutLifetime = setTransactionMessageFeePayer(PROGRAM, withoutPayer);
    for (const incomplete of [withoutPayer, withoutLifetime]) {
      const transactions = [incomplete as unknown as SignAndSendTransactionMessage];
      await expect(
        transact((wallet) => wallet.signAndSendTransactions({ transactions }), phone),
      ).toRejectWith('INVALID_ARGUMENT', { argument: 'transactions[0]' });
    }
    expect(phone.requests).toEqual([]);
  });

  it('passes on any transaction, and returns it signed', async () => {
    const { phone, account } = await setUp();
    await transact(async (wallet) => {
      await wallet.authorize();
      const data = fc.uint8Array({ maxLength: 600 });
      const signers = fc.uniqueArray(fc.uint8Array({ minLength: 32, maxLength: 32 }), {
        maxLength: 3,
        selector: String,
      });
      await fc.assert(
        fc.asyncProperty(data, signers, async (bytes, keys) => {
          const others = keys.map((key) => getAddressDecoder().decode(Uint8Array.from(key)));
          const asked = compileTransaction(createMessage(account.address, Uint8Array.from(bytes), others));
          const [signed] = await wallet.signTransactions({ transactions: [asked] });
          expect(signed?.messageBytes).toEqual(asked.messageBytes);
          expect(Object.keys(signed?.signatures ?? {})).toEqual(Object.keys(asked.signatures));
          const wire = getTransactionEncoder().encode(signed ?? asked);
          expect(getTransactionDecoder().decode(wire).signatures).toEqual(signed?.signatures);
        }),
        { numRuns: 50 },
      );
    }, phone);
  });
});
