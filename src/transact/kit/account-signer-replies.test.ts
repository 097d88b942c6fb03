import { ed25519 } from '@noble/curves/ed25519.js';
import {
  compileTransaction,
  createNoopSigner,
  createSignableMessage,
  createTransactionMessage,
  generateKeyPairSigner,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  type Nonce,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingDurableNonce,
  signTransactionMessageWithSigners,
  type Transaction,
  type TransactionSigner,
} from '@solana/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fault, RequestMethod } from '../../../mock/src/wallet/faults/fault.js';
import {
  ADDRESS,
  BLOCKHASH,
  createSignerPhone,
  MESSAGES,
  OTHER_ADDRESS,
  SEND,
  SIGN,
} from '../../../test/support/account-signers.js';
import { createMessage, getComputeUnitPrice, getMemo, MEMO_PROGRAM } from '../../../test/support/chain.js';
import { OTHER_SEED, SEED } from '../../../test/support/mock-wallet.js';
import { getError } from '../../../test/support/rejections.js';
import { concatBytes, decodeBase64, encodeBase64, encodeUtf8 } from '../../util/bytes.js';
import { hasErrorCode } from '../../util/find-error.js';

// What a wallet may reply to a signer. These tests run on every supported version of kit.
const PAYER = createNoopSigner(ADDRESS);
const OTHER_BLOCKHASH = '11111111111111111111111111111111' as typeof BLOCKHASH;

const toWire = (transaction: Transaction): Uint8Array =>
  new Uint8Array(getTransactionEncoder().encode(transaction));

/** Makes a fault that changes the payloads of a reply. */
const changePayloads = (at: RequestMethod, change: (payload: Uint8Array) => Uint8Array): Fault => ({
  at,
  rewrite(text) {
    const reply = JSON.parse(text);
    const payloads = reply.result.signed_payloads.map((payload: string) =>
      encodeBase64(change(decodeBase64(payload))),
    );
    return [JSON.stringify({ ...reply, result: { signed_payloads: payloads } })];
  },
});

/**
 * Makes a wallet that replaces each transaction by the compiled `message`, signs it, and keeps the old
 * signatures of others.
 */
const replaceBy = (message: Parameters<typeof compileTransaction>[0], seed = SEED): Fault =>
  changePayloads(SIGN, (wire) => {
    const compiled = compileTransaction(message);
    const old = getTransactionDecoder().decode(wire).signatures;
    const own = { [ADDRESS]: ed25519.sign(Uint8Array.from(compiled.messageBytes), seed) };
    const signatures = Object.fromEntries(
      Object.entries({ ...compiled.signatures, ...old, ...own }).filter(
        ([address]) => address in compiled.signatures,
      ),
    );
    return toWire({ ...compiled, signatures } as Transaction);
  });

/** A memo that names signers, so that they have to sign. */
const getSignedMemo = (text: string, ...signers: readonly TransactionSigner[]): Instruction =>
  ({
    programAddress: MEMO_PROGRAM,
    accounts: signers.map((signer) => ({ address: signer.address, role: 2, signer })),
    data: encodeUtf8(text),
  }) as Instruction;

describe('a wallet that alters a transaction', () => {
  it('removes signatures that have become void, and keeps the lifetime if the blockhash is the same', async () => {
    const other = await generateKeyPairSigner();
    const asked = createMessage(PAYER, BLOCKHASH, [getSignedMemo('one', other)]);
    const altered = createMessage(PAYER, BLOCKHASH, [getComputeUnitPrice(5n), getSignedMemo('one', other)]);
    const phone = await createSignerPhone({ faults: [replaceBy(altered)] });
    const signature = ed25519.sign(Uint8Array.from(compileTransaction(asked).messageBytes), OTHER_SEED);
    const compiled = compileTransaction(asked);
    const half = {
      ...compiled,
      signatures: { ...compiled.signatures, [other.address]: signature },
    } as typeof compiled;
    const [signed] = await phone.run(([signer]) => signer.modifyAndSignTransactions([half]));
    expect(signed?.messageBytes).toEqual(compileTransaction(altered).messageBytes);
    expect(signed?.signatures[other.address]).toBeNull();
    expect(signed?.signatures[ADDRESS]).toHaveLength(64);
    expect(signed?.lifetimeConstraint).toEqual(compiled.lifetimeConstraint);
  });

  it('lets a key pair sign what the wallet made of it', async () => {
    const other = await generateKeyPairSigner();
    const create = (signer: TransactionSigner, ...more: readonly Instruction[]) =>
      createMessage(signer, BLOCKHASH, [...more, getSignedMemo('one', other)]);
    const altered = create(PAYER, getComputeUnitPrice(5n));
    const phone = await createSignerPhone({ faults: [replaceBy(altered)] });
    const signed = await phone.run(([signer]) => signTransactionMessageWithSigners(create(signer)));
    const message = Uint8Array.from(signed.messageBytes);
    expect(message).toEqual(Uint8Array.from(compileTransaction(altered).messageBytes));
    for (const by of [ADDRESS, other.address]) expect(signed.signatures[by]).toHaveLength(64);
  });

  it('gets the lifetime of its own blockhash', async () => {
    const altered = createMessage(PAYER, OTHER_BLOCKHASH, []);
    const phone = await createSignerPhone({ faults: [replaceBy(altered)] });
    const signed = await phone.run(([signer]) =>
      signTransactionMessageWithSigners(createMessage(signer, BLOCKHASH, [])),
    );
    expect(signed.lifetimeConstraint).toMatchObject({ blockhash: OTHER_BLOCKHASH });
  });

  it('adds the lifetime that a transaction lacks', async () => {
    const phone = await createSignerPhone();
    const wire = toWire(compileTransaction(createMessage(PAYER, BLOCKHASH, [])));
    const [signed] = await phone.run(([signer]) =>
      signer.modifyAndSignTransactions([getTransactionDecoder().decode(wire)]),
    );
    expect(signed?.lifetimeConstraint).toMatchObject({ blockhash: BLOCKHASH });
  });

  it('keeps a durable nonce, and finds that of a transaction that lacks it', async () => {
    const phone = await createSignerPhone();
    const nonce = { nonce: OTHER_ADDRESS as string as Nonce, nonceAccountAddress: OTHER_ADDRESS };
    const compiled = compileTransaction(
      pipe(
        createTransactionMessage({ version: 0 }),
        (empty) => setTransactionMessageFeePayer(ADDRESS, empty),
        (paid) =>
          setTransactionMessageLifetimeUsingDurableNonce({ ...nonce, nonceAuthorityAddress: ADDRESS }, paid),
      ),
    );
    const bare = getTransactionDecoder().decode(toWire(compiled));
    const signed = await phone.run(([signer]) => signer.modifyAndSignTransactions([compiled, bare]));
    expect(signed.map(({ lifetimeConstraint }) => lifetimeConstraint)).toEqual([nonce, nonce]);
  });

  const malformed: readonly (readonly [what: string, code: string, fault: Fault])[] = [
    [
      'makes it too large',
      'INVALID_RESPONSE',
      replaceBy(createMessage(PAYER, BLOCKHASH, [getMemo('a'.repeat(1200))])),
    ],
    [
      'signs with another key',
      'INVALID_RESPONSE',
      replaceBy(createMessage(PAYER, BLOCKHASH, []), OTHER_SEED),
    ],
    [
      'removes the account',
      'INVALID_RESPONSE',
      changePayloads(SIGN, () =>
        toWire(compileTransaction(createMessage(createNoopSigner(OTHER_ADDRESS), BLOCKHASH, []))),
      ),
    ],
    [
      'does not sign',
      'ACCOUNT_NOT_AUTHORIZED',
      changePayloads(SIGN, () => toWire(compileTransaction(createMessage(PAYER, BLOCKHASH, [])))),
    ],
    ['returns no transaction', 'INVALID_RESPONSE', changePayloads(SIGN, () => Uint8Array.of(1, 2, 3))],
  ];
  it.each(malformed)('is refused if it %s: %s', async (_, code, fault) => {
    const phone = await createSignerPhone({ faults: [fault] });
    const error = await phone.run(([signer]) =>
      getError(signTransactionMessageWithSigners(createMessage(signer, BLOCKHASH, [getMemo('one')]))),
    );
    expect(error).toMatchObject({ code });
  });
});

describe('a wallet that replies to a message', () => {
  const message = createSignableMessage('Hello');
  const sign = (seed: Uint8Array, text = 'Hello'): Uint8Array => ed25519.sign(encodeUtf8(text), seed);
  const wrong: readonly (readonly [what: string, reply: Uint8Array])[] = [
    ['another message', concatBytes(encodeUtf8('Hullo'), sign(SEED, 'Hullo'))],
    ['a prefixed message', concatBytes(encodeUtf8('> Hello'), sign(SEED, '> Hello'))],
    ['another account’s signature', concatBytes(encodeUtf8('Hello'), sign(OTHER_SEED))],
    ['no signature', encodeUtf8('Hello')],
    ['too short a signature', concatBytes(encodeUtf8('Hello'), sign(SEED).slice(1))],
    ['nothing', new Uint8Array()],
  ];
  it.each(wrong)('with %s is refused', async (_, reply) => {
    const phone = await createSignerPhone({ faults: [changePayloads(MESSAGES, () => reply)] });
    const error = await phone.run(([signer]) => getError(signer.modifyAndSignMessages([message])));
    expect(error).toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});

it('signs a message as it was at the call, in a `Buffer` too', async () => {
  const content = Buffer.from('Hello');
  const phone = await createSignerPhone({
    onRequest: (method) => {
      if (method === MESSAGES) content.fill(0);
    },
  });
  const [signed] = await phone.run(([signer]) =>
    signer.modifyAndSignMessages([createSignableMessage(content)]),
  );
  expect(signed?.content).toEqual(encodeUtf8('Hello'));
});

describe('any reply', () => {
  it.each([SIGN, SEND, MESSAGES] as const)(
    'to %s settles as an error with a code, or as what was asked',
    async (at) => {
      const replies = fc.oneof(
        fc.uint8Array({ maxLength: 300 }).map((bytes) => ({ signed_payloads: [encodeBase64(bytes)] })),
        fc
          .uint8Array({ minLength: 64, maxLength: 64 })
          .map((bytes) => ({ signatures: [encodeBase64(bytes)] })),
        fc.jsonValue().map((value) => ({ signed_payloads: value, signatures: value })),
        fc.jsonValue(),
      );
      let result: unknown;
      const phone = await createSignerPhone({
        faults: [
          { at, rewrite: (text) => [JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(text).id, result })] },
        ],
      });
      await phone.run(async ([signer]) => {
        const compiled = compileTransaction(createMessage(signer, BLOCKHASH, []));
        await fc.assert(
          fc.asyncProperty(replies, async (reply) => {
            result = reply;
            const calls = {
              [SIGN]: () => signer.modifyAndSignTransactions([compiled]),
              [SEND]: () => signer.signAndSendTransactions([compiled]),
              [MESSAGES]: () => signer.modifyAndSignMessages([createSignableMessage('a')]),
            };
            const outcome = await calls[at]().catch((error: unknown) => error);
            if (Array.isArray(outcome)) expect(at).toBe(SEND);
            else
              expect(hasErrorCode(outcome) && outcome.code).toBe(
                at === SEND ? 'SUBMISSION_UNKNOWN' : 'INVALID_RESPONSE',
              );
          }),
          { numRuns: 60 },
        );
      });
    },
  );
});
