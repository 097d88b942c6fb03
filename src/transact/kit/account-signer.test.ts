import { ed25519 } from '@noble/curves/ed25519.js';
import {
  type Address,
  appendTransactionMessageInstructions,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createSignableMessage,
  createTransactionMessage,
  createTransactionPlanExecutor,
  createTransactionPlanner,
  generateKeyPairSigner,
  getAddressEncoder,
  getBase58Decoder,
  getSignatureFromTransaction,
  isMessageModifyingSigner,
  isTransactionModifyingSigner,
  isTransactionSendingSigner,
  type KeyPairSigner,
  partiallySignTransactionMessageWithSigners,
  pipe,
  type SignatureBytes,
  sequentialInstructionPlan,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signAndSendTransactionMessageWithSigners,
  signOffchainMessageWithSigners,
  signTransactionMessageWithSigners,
  type TransactionSigner,
} from '@solana/kit';
import { describe, expect, it } from 'vitest';
import {
  ADDRESS,
  createSignerPhone,
  getTransferBy,
  OTHER_ADDRESS,
  SEND,
  SIGN,
  type SignerPhone,
} from '../../../test/support/account-signers.js';
import { createFundedSigner, createMessage, getMemo, SOL } from '../../../test/support/chain.js';
import { createLookupTable } from '../../../test/support/lookup-table.js';
import { KEY } from '../../../test/support/mock-wallet.js';
import { haveLanded } from '../../../test/support/served-phone.js';
import { encodeUtf8 } from '../../util/bytes.js';
import { findMobileWalletError } from '../../util/find-error.js';
import { createAccountSigner } from './index.js';

// These tests run on every supported version of `@solana/kit`.

/** Whether a transaction or message has a valid signature of the account. */
function isSigned(
  by: Address,
  bytes: ArrayLike<number>,
  signatures: Readonly<Record<string, SignatureBytes | null>>,
): boolean {
  const key = Uint8Array.from(getAddressEncoder().encode(by));
  return ed25519.verify(signatures[by] ?? new Uint8Array(64), Uint8Array.from(bytes), key);
}

async function hasLanded({ chain }: SignerPhone, signature: SignatureBytes): Promise<boolean> {
  return haveLanded(chain, [getBase58Decoder().decode(signature)]);
}

describe('a signer of a session’s account', () => {
  it('is what kit’s guards expect', async () => {
    const { run } = await createSignerPhone();
    await run(async ([signer]) => {
      expect(signer.address).toBe(ADDRESS);
      expect(isTransactionModifyingSigner({ ...signer })).toBe(true);
      expect(isTransactionSendingSigner({ ...signer })).toBe(true);
      expect(isMessageModifyingSigner({ ...signer })).toBe(true);
      expect(Object.isFrozen(signer)).toBe(true);
    });
  });

  it('takes an account as the session, kit and Wallet Standard have it', async () => {
    const { run } = await createSignerPhone();
    await run(async (_, wallet) => {
      for (const account of [{ address: KEY }, ADDRESS, KEY as Address, { address: ADDRESS }]) {
        expect(createAccountSigner(wallet, account).address).toBe(ADDRESS);
      }
      for (const wrong of [
        undefined,
        null,
        {},
        '',
        'AA==',
        { address: 'a' },
        { address: 1 },
        KEY.slice(0, -1),
      ]) {
        expect(() => createAccountSigner(wallet, wrong as Address)).toThrow(
          expect.objectContaining({ code: 'INVALID_ARGUMENT', context: { argument: 'account' } }),
        );
      }
      expect(() => createAccountSigner(undefined as unknown as typeof wallet, ADDRESS)).toThrow(
        expect.objectContaining({ code: 'INVALID_ARGUMENT', context: { argument: 'wallet' } }),
      );
    });
  });

  it.each(['legacy', 0] as const)('pays for a message of version %s, which lands', async (version) => {
    const phone = await createSignerPhone();
    const signature = await phone.run(async ([signer]) =>
      signAndSendTransactionMessageWithSigners(
        createMessage(
          signer,
          await phone.getBlockhash(),
          [getTransferBy(signer, OTHER_ADDRESS, SOL)],
          version,
        ),
      ),
    );
    expect(await hasLanded(phone, signature)).toBe(true);
    expect(await phone.getBalance(OTHER_ADDRESS)).toBe(6n * SOL);
    expect(phone.getMethods()).toEqual([SEND]);
    expect(phone.phone.launches).toHaveLength(1);
  });

  it('sends what a key pair has signed, too', async () => {
    const phone = await createSignerPhone();
    const other = await createFundedSigner(phone.chain);
    const signature = await phone.run(async ([signer]) =>
      signAndSendTransactionMessageWithSigners(
        createMessage(signer, await phone.getBlockhash(), [getTransferBy(other, ADDRESS, SOL)]),
      ),
    );
    expect(await hasLanded(phone, signature)).toBe(true);
    expect(phone.getMethods()).toEqual([SEND]);
  });

  it('signs for an instruction while a key pair pays', async () => {
    const phone = await createSignerPhone();
    const payer = await createFundedSigner(phone.chain);
    const recent = await phone.getBlockhash();
    const create = (signer: TransactionSigner) =>
      createMessage(payer, recent, [getTransferBy(signer, payer.address, SOL)]);
    const [signed, signature] = await phone.run(async ([signer]) => [
      await signTransactionMessageWithSigners(create(signer)),
      await signAndSendTransactionMessageWithSigners(create(signer)),
    ]);
    expect(getSignatureFromTransaction(signed)).toBe(getBase58Decoder().decode(signature));
    expect(await hasLanded(phone, signature)).toBe(true);
  });

  it('signs without sending, and keeps the lifetime', async () => {
    const phone = await createSignerPhone();
    const other = await generateKeyPairSigner();
    const recent = await phone.getBlockhash();
    const [whole, part] = await phone.run(async ([signer]) => {
      const message = createMessage(signer, recent, [getTransferBy(other, ADDRESS)]);
      return [
        await signTransactionMessageWithSigners(message),
        await partiallySignTransactionMessageWithSigners(message),
      ];
    });
    for (const signed of [whole, part]) {
      expect(isSigned(ADDRESS, signed.messageBytes, signed.signatures)).toBe(true);
      expect(isSigned(other.address, signed.messageBytes, signed.signatures)).toBe(true);
      expect(signed.lifetimeConstraint).toEqual({ blockhash: recent, lastValidBlockHeight: 0n });
    }
    expect(phone.getMethods()).toEqual([SIGN, SIGN]);
  });

  it('signs beside the signer of another account of the session', async () => {
    const phone = await createSignerPhone();
    const recent = await phone.getBlockhash();
    const [signed, signature] = await phone.run(async ([signer, other]) => {
      const create = (text: string) =>
        createMessage(signer, recent, [getTransferBy(other, ADDRESS, SOL), getMemo(text)]);
      return [
        await signTransactionMessageWithSigners(create('signed')),
        await signAndSendTransactionMessageWithSigners(create('sent')),
      ];
    });
    for (const by of [ADDRESS, OTHER_ADDRESS])
      expect(isSigned(by, signed.messageBytes, signed.signatures)).toBe(true);
    expect(await hasLanded(phone, signature)).toBe(true);
    // Kit has only one signer send. Each of the others is a request of its own.
    expect(phone.getMethods()).toEqual([SIGN, SIGN, SIGN, SEND]);
  });

  it('signs a message with lookup tables', async () => {
    const phone = await createSignerPhone();
    const payer = await createFundedSigner(phone.chain);
    const receiver = (await generateKeyPairSigner()).address;
    const table = await createLookupTable(phone.chain, payer as KeyPairSigner, [receiver]);
    const signature = await phone.run(async ([signer]) => {
      const recent = await phone.getBlockhash();
      const message = pipe(
        createTransactionMessage({ version: 0 }),
        (empty) => appendTransactionMessageInstructions([getTransferBy(signer, receiver, SOL)], empty),
        (filled) => compressTransactionMessageUsingAddressLookupTables(filled, { [table]: [receiver] }),
        (filled) => setTransactionMessageFeePayerSigner(signer, filled),
        (paid) =>
          setTransactionMessageLifetimeUsingBlockhash({ blockhash: recent, lastValidBlockHeight: 9n }, paid),
      );
      return signAndSendTransactionMessageWithSigners(message);
    });
    expect(await hasLanded(phone, signature)).toBe(true);
    expect(await phone.getBalance(receiver)).toBe(SOL);
  });

  it('sends three transactions in one request', async () => {
    const phone = await createSignerPhone();
    const recent = await phone.getBlockhash();
    const signatures = await phone.run(([signer]) =>
      signer.signAndSendTransactions(
        ['one', 'two', 'three'].map((text) =>
          compileTransaction(createMessage(signer, recent, [getMemo(text)])),
        ),
        { minContextSlot: 1n },
      ),
    );
    expect(signatures).toHaveLength(3);
    for (const signature of signatures) expect(await hasLanded(phone, signature)).toBe(true);
    expect(phone.getMethods()).toEqual([SEND]);
    expect(phone.phone.requests.at(-1)?.params).toMatchObject({ options: { min_context_slot: 1 } });
  });

  it('works in kit’s planner and executor, whose error holds the wallet’s', async () => {
    const phone = await createSignerPhone();
    const execute = (signer: TransactionSigner) => {
      const plan = createTransactionPlanner({
        createTransactionMessage: async () =>
          pipe(createTransactionMessage({ version: 0 }), (empty) =>
            setTransactionMessageFeePayerSigner(signer, empty),
          ) as never,
      });
      const run = createTransactionPlanExecutor({
        // Kit 5 passes no context before the message, and expects an object.
        executeTransactionMessage: (async (...parts: readonly unknown[]) => {
          const message = parts.find(
            (part) => part !== null && typeof part === 'object' && 'instructions' in part,
          );
          const lifetime = { blockhash: await phone.getBlockhash(), lastValidBlockHeight: 9n };
          const ready = setTransactionMessageLifetimeUsingBlockhash(lifetime, message as never);
          const signature = getBase58Decoder().decode(
            await signAndSendTransactionMessageWithSigners(ready as never),
          );
          return message === parts[0] ? { signature } : signature;
        }) as never,
      });
      return plan(
        sequentialInstructionPlan([getTransferBy(signer, OTHER_ADDRESS, SOL), getMemo('planned')]),
      ).then((made) => run(made));
    };
    await phone.run(([signer]) => execute(signer));
    expect(await phone.getBalance(OTHER_ADDRESS)).toBe(6n * SOL);
    phone.phone.wallet.answerNext({ approved: false }, SEND);
    const error: unknown = await phone.run(([signer]) => execute(signer).catch((reason: unknown) => reason));
    expect(findMobileWalletError(error)?.code).toBe('USER_REJECTED');
  });
});

describe('a signer of messages', () => {
  it.each(['message-and-signatures', 'signatures'] as const)(
    'signs several in one request, at a wallet that returns the %s',
    async (signedMessages) => {
      const phone = await createSignerPhone({ quirks: { signedMessages } });
      const before = { [OTHER_ADDRESS]: new Uint8Array(64).fill(1) as SignatureBytes };
      const messages = [createSignableMessage('one'), createSignableMessage(encodeUtf8('zwölf'), before)];
      const signed = await phone.run(([signer]) => signer.modifyAndSignMessages(messages));
      expect(signed).toHaveLength(2);
      for (const [index, { content, signatures }] of signed.entries()) {
        expect(content).toEqual(messages[index]?.content);
        expect(isSigned(ADDRESS, content, signatures)).toBe(true);
      }
      expect(signed[1]?.signatures).toMatchObject(before);
      expect(phone.getMethods()).toEqual(['sign_messages']);
      expect(phone.phone.requests.at(-1)?.params).toMatchObject({ addresses: [KEY] });
    },
  );

  it('signs off-chain messages, with other signers', async () => {
    const phone = await createSignerPhone();
    const keyPair = await generateKeyPairSigner();
    const envelope = await phone.run(([signer, other]) =>
      signOffchainMessageWithSigners({
        version: 1,
        content: 'Hello',
        requiredSignatories: [signer, other, keyPair],
      }),
    );
    for (const by of [ADDRESS, OTHER_ADDRESS, keyPair.address]) {
      expect(isSigned(by, envelope.content as unknown as Uint8Array, envelope.signatures)).toBe(true);
    }
  });
});
