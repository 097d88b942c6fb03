// The least that a page must do for a session: the bytes of the protocol, without checks, time-outs or
// queues.

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const ECDH = { name: 'ECDH', namedCurve: 'P-256' } as const;
const POINT_LENGTH = 65;

/** What a page needs before a launch. */
export type FloorAssociation = Readonly<{
  keys: CryptoKeyPair;
  point: ArrayBuffer;
  uri: string;
  port: number;
}>;

/** A session that checks nothing. */
export type FloorSession = Readonly<{
  call(method: string, params: string): Promise<{ result: unknown }>;
  close(): void;
}>;

/** Chromium has these methods, but TypeScript's library for ES2022 does not. */
type WithBase64 = Uint8Array & { toBase64(): string };
const decoder = Uint8Array as unknown as { fromBase64(text: string): Uint8Array };

/** Creates the association's key and URI. */
export async function createFloorAssociation(): Promise<FloorAssociation> {
  const keys = (await crypto.subtle.generateKey(ECDSA, false, ['sign', 'verify'])) as CryptoKeyPair;
  const point = await crypto.subtle.exportKey('raw', keys.publicKey);
  const token = (new Uint8Array(point) as WithBase64)
    .toBase64()
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
  const port = 61_000 + Math.floor(Math.random() * 4_000);
  return {
    keys,
    point,
    port,
    uri: `solana-wallet:/v1/associate/local?association=${token}&port=${port}&v=v1`,
  };
}

/** Connects once and does the handshake. */
export async function openFloor({ keys, point, port }: FloorAssociation): Promise<FloorSession> {
  const socket = new WebSocket(`ws://localhost:${port}/solana-wallet`, 'com.solana.mobilewalletadapter.v1');
  socket.binaryType = 'arraybuffer';
  let onMessage = (_message: ArrayBuffer): void => {};
  const getNext = (): Promise<ArrayBuffer> =>
    new Promise((resolve) => {
      onMessage = resolve;
    });
  socket.onmessage = ({ data }) => onMessage(data);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onclose = reject;
  });

  const own = (await crypto.subtle.generateKey(ECDH, false, ['deriveBits'])) as CryptoKeyPair;
  const ownPoint = await crypto.subtle.exportKey('raw', own.publicKey);
  const signature = await crypto.subtle.sign(ECDSA, keys.privateKey, ownPoint);
  const greeted = getNext();
  socket.send(join(ownPoint, signature));
  const response = await greeted;
  const walletPoint = response.slice(0, POINT_LENGTH);
  const wallet = await crypto.subtle.importKey('raw', walletPoint, ECDH, false, []);
  const secret = await crypto.subtle.deriveBits({ name: 'ECDH', public: wallet }, own.privateKey, 256);
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: point, info: new Uint8Array() };
  const aes = { name: 'AES-GCM', length: 128 };
  const key = await crypto.subtle.deriveKey(hkdf, material, aes, false, ['encrypt', 'decrypt']);

  const open = async (frame: ArrayBuffer): Promise<string> => {
    const algorithm = {
      name: 'AES-GCM',
      iv: new Uint8Array(frame, 4, 12),
      additionalData: new Uint8Array(frame, 0, 4),
    };
    return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, new Uint8Array(frame, 16)));
  };
  await open(response.slice(POINT_LENGTH));

  let id = 0;
  return {
    async call(method, params) {
      const text = `{"jsonrpc":"2.0","id":${++id},"method":"${method}","params":${params}}`;
      const header = new Uint8Array(4);
      new DataView(header.buffer).setUint32(0, id);
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const algorithm = { name: 'AES-GCM', iv, additionalData: header };
      const sealed = await crypto.subtle.encrypt(algorithm, key, encode(text));
      const answered = getNext();
      socket.send(join(header.buffer, iv.buffer, sealed));
      return JSON.parse(await open(await answered));
    },
    close: () => socket.close(),
  };
}

/** Sends transactions to be signed. Returns the transactions that come back, as bytes. */
export async function signByFloor(
  session: FloorSession,
  transactions: readonly Uint8Array[],
): Promise<Uint8Array[]> {
  const payloads = transactions.map((transaction) => (transaction as WithBase64).toBase64());
  const { result } = await session.call('sign_transactions', JSON.stringify({ payloads }));
  return (result as { signed_payloads: string[] }).signed_payloads.map((text) => decoder.fromBase64(text));
}

/** Encodes ASCII text. Twice as fast as `TextEncoder.encode`. */
function encode(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  new TextEncoder().encodeInto(text, bytes);
  return bytes;
}

function join(...parts: readonly ArrayBuffer[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(new Uint8Array(part), offset);
    offset += part.byteLength;
  }
  return joined;
}
