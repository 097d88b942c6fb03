const ED25519 = 'Ed25519';
/** The longest that a transaction may be, in bytes. */
const LENGTH = 1_232;
const SIGNATURE_LENGTH = 64;
/** The start of a message: version 0, one required signature, one account key. */
const MESSAGE_HEAD = [0x80, 1, 0, 0, 1];

/** Creates a key and `count` transactions of 1,232 bytes that it has signed, as wire bytes. */
export async function createSignedTransactions(
  count: number,
): Promise<Readonly<{ publicKey: Uint8Array<ArrayBuffer>; transactions: readonly Uint8Array[] }>> {
  const keys = (await crypto.subtle.generateKey(ED25519, false, ['sign', 'verify'])) as CryptoKeyPair;
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey));
  const transactions: Uint8Array[] = [];
  for (let index = 0; index < count; index++) {
    const wire = crypto.getRandomValues(new Uint8Array(LENGTH));
    const message = wire.subarray(1 + SIGNATURE_LENGTH);
    message.set([...MESSAGE_HEAD, ...publicKey]);
    const signature = await crypto.subtle.sign(ED25519, keys.privateKey, message);
    wire.set([1, ...new Uint8Array(signature)]);
    transactions.push(wire);
  }
  return { publicKey, transactions };
}

/** Verifies the signature of each transaction in the fastest way. Throws if one is wrong. */
export async function verifyTransactions(
  publicKey: Uint8Array<ArrayBuffer>,
  transactions: readonly Uint8Array[],
): Promise<void> {
  const key = await crypto.subtle.importKey('raw', publicKey, ED25519, false, ['verify']);
  const start = 1 + SIGNATURE_LENGTH;
  const verified = await Promise.all(
    (transactions as readonly Uint8Array<ArrayBuffer>[]).map((wire) =>
      crypto.subtle.verify(ED25519, key, wire.subarray(1, start), wire.subarray(start)),
    ),
  );
  if (verified.includes(false)) throw new Error('A signature does not verify');
}
