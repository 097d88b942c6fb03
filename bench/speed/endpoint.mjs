import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

// A wallet endpoint that is as fast as Node allows. It signs nothing and runs in its own process, so that the
// dapp's side never waits for it. A page sends association URIs to the printed port by WebSocket and hears
// when the endpoint listens.

const PROTOCOL = 'com.solana.mobilewalletadapter.v1';
const POINT_LENGTH = 65;
const MAX_PAYLOAD = 64 * 1024 * 1024;
/** These bytes followed by an uncompressed P-256 point are a public key in DER. */
const DER_PREFIX = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');
const PAYLOADS = Buffer.from('"payloads":[');

/** The account that every session is granted, as base64. */
let address = Buffer.alloc(32).toString('base64');

const control = new WebSocketServer({ host: 'localhost', port: 0 }, () => {
  process.stdout.write(`${/** @type {import('node:net').AddressInfo} */ (control.address()).port}\n`);
});
// The program that started this one has ended.
process.stdin.on('end', () => process.exit()).resume();

control.on('connection', (socket) => {
  socket.on('error', () => {});
  socket.on('message', async (data) => {
    const message = JSON.parse(String(data));
    if (message.type === 'account') address = message.address;
    if (message.type === 'open') {
      await new Promise((resolve) => listen(message.uri, message.after, () => resolve(undefined)));
    }
    socket.send(String(performance.timeOrigin + performance.now()));
  });
});

/**
 * Listens for one session.
 *
 * @param {string} uri
 * @param {number} after ms to wait before it listens
 * @param {() => void} onListening
 */
function listen(uri, after, onListening) {
  const query = new URL(uri).searchParams;
  const association = Buffer.from(/** @type {string} */ (query.get('association')), 'base64url');
  const server = createServer((_request, response) => response.writeHead(404).end());
  const sessions = new WebSocketServer({ server, handleProtocols: () => PROTOCOL, maxPayload: MAX_PAYLOAD });
  sessions.on('error', () => {});
  sessions.once('connection', (socket) => {
    // Refuse further connections, so that pending probes of the page fail at once.
    server.close();
    serve(socket, association);
  });
  const port = Number(query.get('port'));
  const start = () => server.listen(port, '127.0.0.1', onListening);
  // Another program's connection uses this port. It is free on the other loopback address.
  server.once('error', () => server.listen(port, '::1', onListening));
  if (after > 0) setTimeout(start, after);
  else start();
}

/**
 * Serves a session until the socket closes.
 *
 * @param {import('ws').WebSocket} socket
 * @param {Buffer} association
 */
function serve(socket, association) {
  /** @type {Buffer | undefined} */
  let key;
  let sequence = 0;
  const seal = (/** @type {Buffer} */ text) => {
    const head = Buffer.alloc(16);
    head.writeUInt32BE(++sequence);
    randomBytes(12).copy(head, 4);
    const cipher = createCipheriv('aes-128-gcm', /** @type {Buffer} */ (key), head.subarray(4));
    cipher.setAAD(head.subarray(0, 4));
    return Buffer.concat([head, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  };
  const open = (/** @type {Buffer} */ frame) => {
    const decipher = createDecipheriv('aes-128-gcm', /** @type {Buffer} */ (key), frame.subarray(4, 16));
    decipher.setAAD(frame.subarray(0, 4)).setAuthTag(frame.subarray(-16));
    return Buffer.concat([decipher.update(frame.subarray(16, -16)), decipher.final()]);
  };
  const greet = (/** @type {Buffer} */ hello) => {
    const point = hello.subarray(0, POINT_LENGTH);
    const publicKey = createPublicKey({
      key: Buffer.concat([DER_PREFIX, association]),
      format: 'der',
      type: 'spki',
    });
    const signature = hello.subarray(POINT_LENGTH);
    if (!verify('sha256', point, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)) {
      throw new Error('HELLO_REQ is not signed by the association key');
    }
    const ecdh = createECDH('prime256v1');
    const own = ecdh.generateKeys();
    key = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(point), association, '', 16));
    return Buffer.concat([own, seal(Buffer.from('{"v":"v1"}'))]);
  };
  socket.on('error', () => {});
  socket.on('message', (/** @type {Buffer} */ message) => {
    socket.send(key ? seal(answer(open(message))) : greet(message));
  });
}

/**
 * Answers a request. Returns its payloads unread and unchanged.
 *
 * @param {Buffer} request
 */
function answer(request) {
  const start = request.indexOf(PAYLOADS);
  if (start < 0) {
    const { id, method } = JSON.parse(String(request));
    return Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, result: getResult(method) }));
  }
  const payloadsStart = start + PAYLOADS.length;
  const end = request.indexOf(']', payloadsStart);
  const id = /"id":(\d+)/.exec(request.toString('latin1', 0, start) + request.toString('latin1', end))?.[1];
  return Buffer.concat([
    Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":{"signed_payloads":[`),
    request.subarray(payloadsStart, end),
    Buffer.from(']}}'),
  ]);
}

/** @param {string} method */
function getResult(method) {
  if (method === 'authorize') return { auth_token: 'token', accounts: [{ address, label: 'Bench' }] };
  if (method !== 'get_capabilities') return {};
  return {
    supported_transaction_versions: ['legacy', 0],
    features: ['solana:signTransactions'],
    supports_sign_and_send_transactions: true,
  };
}
