import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it, vi } from 'vitest';
import { createFor, getSignatureOf, signBy } from '../../test/support/signed-wires.js';
import { readTransaction } from '../protocol/wire-transaction.js';
import { encodeBase58 } from '../util/base58.js';
import { concatBytes, encodeBase64, encodeUtf8 } from '../util/bytes.js';
import { createSignatureReader } from './signature-list.js';

const [ACCOUNT, SPONSOR, STRANGER] = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const ADDRESSES: ReadonlySet<string> = new Set([encodeBase64(ed25519.getPublicKey(ACCOUNT))]);
const JUNK = new Uint8Array(64).fill(7);

/** Lets a session read the answers to its sends: each entry of a list, with the transaction it is for. */
function createSession() {
  const expectSignatures = createSignatureReader();
  return async (...list: readonly (readonly [asked: Uint8Array, entry: Uint8Array | null])[]) => {
    const signatures = list.map(([, entry]) => entry && encodeBase64(entry));
    const read = expectSignatures(list.map(([asked]) => readTransaction(asked)));
    const entries = await read({ signatures }, ADDRESSES);
    return entries.map((entry) => (entry instanceof Error ? entry.message : entry));
  };
}

const refusal = (index = 0) =>
  `The wallet's response is malformed: result.signatures[${index}] must be a signature`;
const notOwn = (index = 0) =>
  `The wallet's response is malformed: result.signatures[${index}] is of another transaction`;

describe.each(['legacy', 0, 1] as const)('an entry for a transaction of version %s', (version) => {
  const asked = createFor([ACCOUNT], 'asked', version);
  const rewritten = createFor([ACCOUNT], 'rewritten', version);
  const own = getSignatureOf(asked, ACCOUNT);

  it.each<[what: string, entry: Uint8Array, signature: Uint8Array]>([
    ['the signature', own, own],
    ['the transaction and the signature', concatBytes(asked, own), own],
    ['the signed transaction', signBy(asked, ACCOUNT), own],
    ['the signed transaction and the signature', concatBytes(signBy(asked, ACCOUNT), own), own],
    [
      'the rewritten transaction and its signature',
      concatBytes(rewritten, getSignatureOf(rewritten, ACCOUNT)),
      getSignatureOf(rewritten, ACCOUNT),
    ],
    ['the rewritten, signed transaction', signBy(rewritten, ACCOUNT), getSignatureOf(rewritten, ACCOUNT)],
    ['a signature of something else', JUNK, JUNK],
  ])('is the signature, if it is %s', async (_, entry, signature) => {
    expect(await createSession()([asked, entry])).toEqual([signature]);
  });

  const foreign = createFor([STRANGER], 'foreign', version);
  it.each<[what: string, entry: Uint8Array]>([
    ['the unsigned transaction', asked],
    ['the transaction and a signature of another', concatBytes(rewritten, own)],
    [
      'the transaction and the signature of another account',
      concatBytes(asked, getSignatureOf(asked, STRANGER)),
    ],
    ['the transaction and two signatures', concatBytes(asked, own, own)],
    ['the signature and the transaction', concatBytes(own, asked)],
    ['a signed transaction and more', concatBytes(signBy(asked, ACCOUNT), Uint8Array.of(0))],
    ['a signed transaction of a stranger', signBy(foreign, STRANGER)],
    [
      'a transaction of a stranger and its signature',
      concatBytes(foreign, getSignatureOf(foreign, STRANGER)),
    ],
    [
      'a transaction for which a stranger pays',
      signBy(createFor([STRANGER, ACCOUNT], 'a', version), STRANGER, ACCOUNT),
    ],
    ['the signature as base58 text', encodeUtf8(encodeBase58(own))],
    ['a blank signature', new Uint8Array(64)],
    ['too short', own.subarray(1)],
    ['one byte', Uint8Array.of(1)],
    // In version 1 that is the signed transaction.
    ...(version === 1
      ? []
      : [['the message and the signature', concatBytes(asked.subarray(65), own)] as [string, Uint8Array]]),
  ])('is not known, if it is %s', async (_, entry) => {
    expect(await createSession()([asked, entry])).toEqual([refusal()]);
  });

  const entries = [own, signBy(asked, ACCOUNT), concatBytes(asked, own)];

  it('is not known, if the session has read its signature before, for another transaction', async () => {
    for (const first of entries) {
      for (const second of entries) {
        const read = createSession();
        expect(await read([asked, first])).toEqual([own]);
        expect(await read([rewritten, second])).toEqual([notOwn()]);
        expect(await read([asked, second])).toEqual([own]);
      }
    }
  });

  it('is not known, if another entry has the same signature, unless their transactions are the same', async () => {
    for (const first of entries) {
      for (const second of entries) {
        const read = createSession();
        expect(await read([asked, first], [rewritten, second])).toEqual([own, notOwn(1)]);
        expect(await read([rewritten, first], [asked, second])).toEqual([notOwn(), own]);
        expect(await read([asked, first], [asked, second])).toEqual([own, own]);
      }
    }
    // No signer has made it, so nobody can tell whose it is, but it is not that of both.
    expect(await createSession()([asked, JUNK], [rewritten, JUNK])).toEqual([JUNK, notOwn(1)]);
    expect(await createSession()([asked, JUNK], [asked, JUNK])).toEqual([JUNK, JUNK]);
  });

  it('is put in its place, if the list has another order', async () => {
    const third = createFor([ACCOUNT], 'third', version);
    const [ofRewritten, ofThird] = [rewritten, third].map((wire) => getSignatureOf(wire, ACCOUNT));
    const read = (...list: readonly (Uint8Array | null | undefined)[]) =>
      createSession()([asked, list[0] ?? null], [rewritten, list[1] ?? null], [third, list[2] ?? null]);
    const inOrder = [own, ofRewritten, ofThird];
    for (const order of ['012', '021', '102', '120', '201', '210']) {
      expect(await read(...[...order].map((index) => inOrder[Number(index)]))).toEqual(inOrder);
    }
    // An empty entry takes the place of the signature that stood in its own.
    expect(await read(ofRewritten, null, ofThird)).toEqual([null, ofRewritten, ofThird]);
    expect(await read(ofThird, null, null)).toEqual([null, null, ofThird]);
    expect(await read(null, own, null)).toEqual([own, null, null]);
    // Whose the other one is cannot be told.
    expect(await read(ofRewritten, JUNK, ofThird)).toEqual([notOwn(), ofRewritten, ofThird]);
    expect(await read(own, JUNK, ofThird)).toEqual([own, JUNK, ofThird]);
    const same = createSession()([asked, ofRewritten as Uint8Array], [asked, own], [rewritten, own]);
    expect(await same).toEqual([own, own, ofRewritten]);
  });

  it('is not known, if it is the signature of a transaction whose send is not answered', async () => {
    const expectSignatures = createSignatureReader();
    const readFirst = expectSignatures([readTransaction(asked)]);
    const readSecond = expectSignatures([readTransaction(rewritten)]);
    const answer = { signatures: [encodeBase64(own)] };
    expect(await readSecond(answer, ADDRESSES)).toEqual([
      expect.objectContaining({ code: 'INVALID_RESPONSE' }),
    ]);
    expect(await readFirst(answer, ADDRESSES)).toEqual([own]);
  });

  it('is read once, if the answers to two sends are read at the same time', async () => {
    const entry = signBy(asked, ACCOUNT);
    const read = createSession();
    const outcomes = await Promise.all([read([asked, entry]), read([rewritten, entry])]);
    expect(outcomes.flat()).toEqual([own, notOwn()]);
  });

  it('may be empty beside others', async () => {
    expect(await createSession()([asked, signBy(asked, ACCOUNT)], [asked, null])).toEqual([own, null]);
  });

  describe('that somebody else pays for', () => {
    const unpaid = createFor([SPONSOR, ACCOUNT], 'sponsored', version);
    const paid = signBy(unpaid, SPONSOR);
    const wrong = paid.slice();
    readTransaction(wrong).parts?.signers[0]?.signature.set(JUNK);
    const id = getSignatureOf(unpaid, SPONSOR);
    const accounts = getSignatureOf(unpaid, ACCOUNT);

    const notPayers = expect.stringContaining('must be the signature of the fee payer');

    it.each<[what: string, asked: Uint8Array, entry: Uint8Array, read: unknown]>([
      ['the payer’s signature', paid, id, id],
      ['the payer’s signature, which was not passed', unpaid, id, id],
      ['the account’s signature, if the payer’s was passed', paid, accounts, id],
      ['a signature of something else, because the wallet may have rewritten it', paid, JUNK, JUNK],
      ['not the account’s signature, if none of the payer was passed', unpaid, accounts, notPayers],
      ['not the account’s signature, if a wrong one of the payer was passed', wrong, accounts, notPayers],
      // The payer is no account of the session.
      ['not the transaction and the account’s signature', paid, concatBytes(paid, accounts), refusal()],
      ['not the signed transaction', paid, signBy(paid, ACCOUNT), refusal()],
    ])('is %s', async (_, transaction, entry, expected) => {
      expect(await createSession()([transaction, entry])).toEqual([expected]);
    });
  });

  it('where WebCrypto has no Ed25519 is only what has 64 bytes', async () => {
    const sponsored = signBy(createFor([SPONSOR, ACCOUNT], 'sponsored', version), SPONSOR);
    const accounts = getSignatureOf(sponsored, ACCOUNT);
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('no', 'NotSupportedError'));
    const entry = signBy(asked, ACCOUNT);
    expect(await createSession()([asked, own], [asked, entry], [sponsored, accounts])).toEqual([
      own,
      refusal(1),
      accounts,
    ]);
  });
});

it('an entry for a transaction of an unknown format is what has 64 bytes', async () => {
  expect(await createSession()([Uint8Array.of(1), JUNK])).toEqual([JUNK]);
});
