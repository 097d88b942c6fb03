import { ed25519 } from '@noble/curves/ed25519.js';
import {
  AccountRole,
  address,
  blockhash,
  compileTransaction,
  createNoopSigner,
  getTransactionEncoder,
} from '@solana/kit';
import {
  Keypair,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { transact } from '../../src/transact/bytes.js';
import { encodeBase58 } from '../../src/util/base58.js';
import { concatBytes, encodeBase64 } from '../../src/util/bytes.js';
import { type Answers, getPayloads, PUBLIC_KEY, setUpConnectedLiar, sign } from '../hostile/lying-wallet.js';
import { createMessage } from '../support/chain.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createTransaction, MEMO } from '../support/wallet.js';

const OTHER_SEED = new Uint8Array(32).fill(9);
const other = Keypair.fromSeed(OTHER_SEED);
const BLANK = new Uint8Array(64);
const FORMATS = ['legacy', 'version 0', 'version 1'] as const;
type Format = (typeof FORMATS)[number];

/** A transaction that the other account has signed, and the account has not. */
function createCoSigned(format: Format, data = 'a'): Uint8Array {
  if (format === 'version 1') return createCoSignedVersion1(data);
  const message = new TransactionMessage({
    payerKey: new PublicKey(PUBLIC_KEY),
    recentBlockhash: MEMO,
    instructions: [
      new TransactionInstruction({
        programId: new PublicKey(MEMO),
        keys: [{ pubkey: other.publicKey, isSigner: true, isWritable: false }],
        data: Buffer.from(data),
      }),
    ],
  });
  const transaction = new VersionedTransaction(
    format === 'legacy' ? message.compileToLegacyMessage() : message.compileToV0Message(),
  );
  transaction.sign([other]);
  return transaction.serialize();
}

function createCoSignedVersion1(data: string): Uint8Array {
  const payer = createNoopSigner(address(encodeBase58(PUBLIC_KEY)));
  const cosigner = { address: address(other.publicKey.toBase58()), role: AccountRole.READONLY_SIGNER };
  const memo = { programAddress: MEMO, accounts: [cosigner], data: Buffer.from(data) };
  const compiled = compileTransaction(createMessage(payer, blockhash(MEMO), [memo], 1));
  const wire = Uint8Array.from(getTransactionEncoder().encode(compiled));
  wire.set(sign(getMessage(wire), OTHER_SEED), wire.length - 64);
  return wire;
}

/** In version 1 the signatures are at the end. */
const isVersion1 = (wire: Uint8Array): boolean => wire[0] === 0x81;
const getMessage = (wire: Uint8Array): Uint8Array =>
  isVersion1(wire) ? wire.subarray(0, -128) : wire.subarray(129);
const getSignatures = (wire: Uint8Array): Uint8Array =>
  isVersion1(wire) ? wire.slice(-128) : wire.slice(1, 129);
const getOwnSignature = (wire: Uint8Array): Uint8Array => getSignatures(wire).slice(0, 64);
const getOtherSignature = (wire: Uint8Array): Uint8Array => getSignatures(wire).slice(64);

/** A wallet that signs, and puts `second` into the other account's slot. */
const signWith =
  (
    second: (wire: Uint8Array) => Uint8Array,
    change: (wire: Uint8Array) => Uint8Array = (wire) => wire,
  ): Answers[string] =>
  (params) => ({
    signed_payloads: getPayloads(params).map((asked) => {
      const wire = change(asked);
      const message = getMessage(wire);
      const signatures = concatBytes(sign(message), second(wire));
      return encodeBase64(
        isVersion1(wire)
          ? concatBytes(message, signatures)
          : concatBytes(Uint8Array.of(2), signatures, message),
      );
    }),
  });

describe.each(FORMATS)('a transaction (%s) that another account has already signed', (format) => {
  const asked = createCoSigned(format);
  const signBy = async (answer: Answers[string]) => {
    const { wallet, account } = await setUpConnectedLiar({
      get_capabilities: () => ({
        supported_transaction_versions: ['legacy', 0, 1],
        features: ['solana:signTransactions'],
      }),
      sign_transactions: answer,
    });
    const [output] = await getSignTransaction(wallet.features).signTransaction({
      account,
      transaction: asked,
    });
    return output?.signedTransaction ?? BLANK;
  };

  it('is returned with both signatures by a wallet that leaves the other one blank', async () => {
    const signed = await signBy(signWith(() => BLANK));
    expect(getOtherSignature(signed)).toEqual(getOtherSignature(asked));
    expect(ed25519.verify(getOwnSignature(signed), getMessage(asked), PUBLIC_KEY)).toBe(true);
  });

  it('is also returned with both signatures in the session API', async () => {
    const { settings } = await setUpConnectedLiar({ sign_transactions: signWith(() => BLANK) });
    const transaction = asked.slice();
    const [signed = BLANK] = await transact(async (wallet) => {
      await wallet.authorize();
      const signing = wallet.signTransactions({ transactions: [transaction] });
      transaction.fill(0);
      return signing;
    }, settings);
    expect(getOtherSignature(signed)).toEqual(getOtherSignature(asked));
  });

  it('is refused if the wallet replaces the other signature', async () => {
    await expect(signBy(signWith(() => new Uint8Array(64).fill(7)))).toRejectWith('INVALID_RESPONSE', {
      path: 'signed_payloads',
    });
  });

  it('is accepted from a wallet that signs for the other account, too', async () => {
    const signed = await signBy(signWith((wire) => sign(getMessage(wire), OTHER_SEED)));
    expect(getOtherSignature(signed)).toEqual(getOtherSignature(asked));
  });

  it('is returned unchanged from a wallet that alters it, because the other signature is no longer valid', async () => {
    const signed = await signBy(
      signWith(
        () => BLANK,
        () => createCoSigned(format, 'b'),
      ),
    );
    expect(getOtherSignature(signed)).toEqual(BLANK);
  });
});

describe('an account that is not a signer of a transaction', () => {
  it('is a clear error before the wallet is opened', async () => {
    const { wallet, account, launches } = await setUpConnectedLiar({});
    const before = launches.length;
    const transaction = createTransaction(other.publicKey.toBase58(), 'not yours');
    const input = { account, transaction, chain: 'solana:devnet' } as const;
    const { features } = wallet;
    const named = expect.stringContaining(account.address);
    const refused = ['INVALID_ARGUMENT', { argument: 'account' }, named] as const;
    await expect(getSignTransaction(features).signTransaction(input)).toRejectWith(...refused);
    await expect(features['solana:signAndSendTransaction'].signAndSendTransaction(input)).toRejectWith(
      ...refused,
    );
    await expect(
      features['solana:signAndSendAllTransactions'].signAndSendAllTransactions([input]),
    ).toRejectWith(...refused);
    expect(launches).toHaveLength(before);
  });
});
