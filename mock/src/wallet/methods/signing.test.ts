import { ed25519 } from '@noble/curves/ed25519.js';
import {
  address,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  getTransactionDecoder,
  getTransactionEncoder,
} from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { createMessage, getTransfer } from '../../../../test/support/chain.js';
import { decodeTransaction } from '../../explain/describe-transaction.js';
import { createSigner, type Signer } from '../accounts.js';
import { signTransaction } from './signing.js';

const BLOCKHASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N' as Blockhash;

async function createSigners() {
  const [payer, sender, stranger] = await Promise.all(
    [1, 2, 3].map((byte) => createSigner(new Uint8Array(32).fill(byte), String(byte))),
  );
  if (!payer || !sender || !stranger) throw new Error('unreachable');
  return { payer, sender, stranger };
}

/** A transfer of `sender` to `payer` that `payer` pays for: it has two signer slots. */
async function createTransaction(version: 'legacy' | 0 | 1): Promise<Uint8Array> {
  const { payer, sender } = await createSigners();
  const [from, to] = [address(sender.account.address), address(payer.account.address)];
  const message = createMessage(createNoopSigner(to), BLOCKHASH, [getTransfer(from, to, 1n)], version);
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)));
}

const sign = async (wire: Uint8Array, signers: readonly Signer[]) =>
  (await signTransaction(decodeTransaction(wire), signers)).wire;

describe.each(['legacy', 0] as const)('signTransaction (version %s)', (version) => {
  it('puts each signature into its account’s slot and leaves the message as it is', async () => {
    const { payer, sender } = await createSigners();
    const wire = await createTransaction(version);
    const signed = await sign(wire, [sender, payer]);
    // Two slots of 64 bytes after the count; then the message.
    expect(signed[0]).toBe(2);
    const message = signed.subarray(129);
    expect(message).toEqual(wire.subarray(129));
    expect(ed25519.verify(signed.subarray(1, 65), message, payer.account.publicKey)).toBe(true);
    expect(ed25519.verify(signed.subarray(65, 129), message, sender.account.publicKey)).toBe(true);
  });

  it('keeps the signature of another signer', async () => {
    const { payer, sender } = await createSigners();
    const half = await sign(await createTransaction(version), [payer]);
    const both = await sign(half, [sender]);
    expect(both.subarray(0, 65)).toEqual(half.subarray(0, 65));
    expect(ed25519.verify(both.subarray(65, 129), both.subarray(129), sender.account.publicKey)).toBe(true);
  });

  it('ignores a signer without a slot', async () => {
    const { payer, stranger } = await createSigners();
    const signed = await sign(await createTransaction(version), [payer, stranger]);
    const { signatures } = getTransactionDecoder().decode(signed);
    expect(Object.values(signatures).map((signature) => signature !== null)).toEqual([true, false]);
  });
});

describe('signTransaction (version 1)', () => {
  it('puts each signature behind the message, which it leaves as it is', async () => {
    const { payer, sender } = await createSigners();
    const wire = await createTransaction(1);
    const signed = await sign(wire, [sender, payer]);
    const end = signed.length - 128;
    const message = signed.subarray(0, end);
    expect(message).toEqual(wire.subarray(0, end));
    expect(message[0]).toBe(0x81);
    expect(ed25519.verify(signed.subarray(end, end + 64), message, payer.account.publicKey)).toBe(true);
    expect(ed25519.verify(signed.subarray(end + 64), message, sender.account.publicKey)).toBe(true);
  });
});
