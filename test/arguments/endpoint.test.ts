import * as endpoint from 'mobile-wallet-standard/endpoint';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  expectRefused,
  NOT_BYTES,
  NOT_FUNCTIONS,
  NOT_LISTS,
  NOT_OBJECTS,
  type WrongRow as Row,
} from '../support/wrong-values.js';

const {
  abortable,
  concatBytes,
  createChannelPair,
  createDappHello,
  createRpcClient,
  createSecureChannel,
  createSignInText,
  createWebSocketChannel,
  dappHandshake,
  decodeHelloReq,
  decodeHelloRsp,
  decodeReflectorId,
  decodeUtf8,
  delay,
  deriveSessionKeys,
  encodeBase58,
  encodeBase64,
  encodeBase64Url,
  encodeHelloReq,
  encodeHelloRsp,
  encodeJsonRpc,
  encodeReflectorId,
  equalBytes,
  exportPoint,
  getAssociationUri,
  getFrameSequence,
  getSessionProperties,
  joinRemoteAssociation,
  openFrame,
  openWebSocketChannel,
  sealFrame,
  serveRpc,
  walletHandshake,
} = endpoint;

const bytes = new Uint8Array(65);
const local = { type: 'local', port: 50_000 } as const;
const request = { association: local, associationPublicKey: bytes, versions: [] };

let keys: CryptoKeyPair;
let key: CryptoKey;
beforeAll(async () => {
  keys = await endpoint.createSessionKeyPair();
  ({ key } = await deriveSessionKeys(keys.privateKey, await exportPoint(keys), bytes));
});
const [channel] = createChannelPair();
const getSecure = () => createSecureChannel(channel, key);

const ROWS: readonly Row[] = [
  ['abortable', 'signal', NOT_OBJECTS, (wrong) => abortable(Promise.resolve(), wrong)],
  ['delay', 'signal', NOT_OBJECTS, (wrong) => delay(0, wrong)],
  ['concatBytes', 'parts[1]', NOT_BYTES, (wrong) => concatBytes(bytes, wrong)],
  ['decodeUtf8', 'bytes', NOT_BYTES, decodeUtf8],
  ['encodeBase58', 'bytes', NOT_BYTES, encodeBase58],
  ['encodeBase64', 'bytes', NOT_BYTES, encodeBase64],
  ['encodeBase64Url', 'bytes', NOT_BYTES, encodeBase64Url],
  ['equalBytes', 'a', NOT_BYTES, (wrong) => equalBytes(wrong, bytes)],
  ['equalBytes', 'b', NOT_BYTES, (wrong) => equalBytes(bytes, wrong)],
  ['decodeReflectorId', 'message', NOT_BYTES, decodeReflectorId],
  ['encodeReflectorId', 'id', NOT_BYTES, encodeReflectorId],
  ['getAssociationUri', 'association', [...NOT_OBJECTS, {}], (wrong) => getAssociationUri(wrong, bytes)],
  ['getAssociationUri', 'associationPublicKey', NOT_BYTES, (wrong) => getAssociationUri(local, wrong)],
  ['getAssociationUri', 'options', NOT_OBJECTS, (wrong) => getAssociationUri(local, bytes, wrong)],
  [
    'getAssociationUri',
    'versions',
    [null, ...NOT_LISTS],
    (versions) => getAssociationUri(local, bytes, { versions }),
  ],
  [
    'getAssociationUri',
    'association.reflectorId',
    NOT_BYTES,
    (reflectorId) => getAssociationUri({ type: 'remote', reflector: 'example.com', reflectorId }, bytes),
  ],
  ['getSessionProperties', 'versions', [undefined, null, ...NOT_LISTS], getSessionProperties],
  ['getFrameSequence', 'frame', NOT_BYTES, getFrameSequence],
  ['openFrame', 'key', NOT_OBJECTS, (wrong) => openFrame(wrong, bytes)],
  ['openFrame', 'frame', NOT_BYTES, (wrong) => openFrame(key, wrong)],
  ['sealFrame', 'key', NOT_OBJECTS, (wrong) => sealFrame(wrong, 1, bytes)],
  ['sealFrame', 'plaintext', NOT_BYTES, (wrong) => sealFrame(key, 1, wrong)],
  ['exportPoint', 'keyPair', NOT_OBJECTS, exportPoint],
  ['createDappHello', 'association', NOT_OBJECTS, createDappHello],
  ['encodeHelloReq', 'association', NOT_OBJECTS, (wrong) => encodeHelloReq(wrong, bytes)],
  ['encodeHelloReq', 'dappPoint', NOT_BYTES, (wrong) => encodeHelloReq(keys, wrong)],
  ['decodeHelloReq', 'message', NOT_BYTES, (wrong) => decodeHelloReq(wrong, bytes)],
  [
    'decodeHelloReq',
    'associationPublicKey',
    NOT_BYTES,
    (wrong) => decodeHelloReq(new Uint8Array(129), wrong),
  ],
  ['encodeHelloRsp', 'walletPoint', NOT_BYTES, (wrong) => encodeHelloRsp(wrong)],
  ['encodeHelloRsp', 'sealedProperties', NOT_BYTES, (wrong) => encodeHelloRsp(bytes, wrong)],
  ['decodeHelloRsp', 'message', NOT_BYTES, decodeHelloRsp],
  ['deriveSessionKeys', 'own', NOT_OBJECTS, (wrong) => deriveSessionKeys(wrong, bytes, bytes)],
  ['deriveSessionKeys', 'peerPoint', NOT_BYTES, (wrong) => deriveSessionKeys(key, wrong, bytes)],
  ['deriveSessionKeys', 'associationPublicKey', NOT_BYTES, (wrong) => deriveSessionKeys(key, bytes, wrong)],
  ['encodeJsonRpc', 'message', NOT_OBJECTS, encodeJsonRpc],
  ['createSignInText', 'fields', [undefined, ...NOT_OBJECTS], createSignInText],
  ['createSecureChannel', 'channel', NOT_OBJECTS, (wrong) => createSecureChannel(wrong, key)],
  ['createSecureChannel', 'key', NOT_OBJECTS, (wrong) => createSecureChannel(channel, wrong)],
  ['createRpcClient', 'secure', NOT_OBJECTS, createRpcClient],
  ['serveRpc', 'secure', NOT_OBJECTS, (wrong) => serveRpc(wrong, () => ({ result: null }))],
  ['serveRpc', 'answer', NOT_FUNCTIONS, (wrong) => serveRpc(getSecure(), wrong)],
  ['createWebSocketChannel', 'socket', NOT_OBJECTS, createWebSocketChannel],
  ['openWebSocketChannel', 'options', NOT_OBJECTS, (wrong) => openWebSocketChannel('ws://localhost', wrong)],
  [
    'openWebSocketChannel',
    'signal',
    NOT_OBJECTS,
    (wrong) => openWebSocketChannel('ws://localhost', { signal: wrong }),
  ],
  ['dappHandshake', 'channel', NOT_OBJECTS, (wrong) => dappHandshake(wrong, createDappHello())],
  ['dappHandshake', 'hello', NOT_OBJECTS, (wrong) => dappHandshake(channel, wrong)],
  ['walletHandshake', 'channel', NOT_OBJECTS, (wrong) => walletHandshake(wrong, bytes, undefined)],
  ['walletHandshake', 'associationPublicKey', NOT_BYTES, (wrong) => walletHandshake(channel, wrong, '')],
  ['joinRemoteAssociation', 'request', [undefined, ...NOT_OBJECTS], (wrong) => joinRemoteAssociation(wrong)],
  ['joinRemoteAssociation', 'options', NOT_OBJECTS, (wrong) => joinRemoteAssociation(request, wrong)],
  [
    'joinRemoteAssociation',
    'associationPublicKey',
    NOT_BYTES,
    (wrong) => joinRemoteAssociation({ ...request, associationPublicKey: wrong }),
  ],
  [
    'joinRemoteAssociation',
    'association',
    NOT_OBJECTS,
    (association) => joinRemoteAssociation({ ...request, association }),
  ],
];

describe('a function of the endpoint refuses a wrong argument', () => {
  it.each(ROWS)('%s: %s', (...row) => expectRefused(row));

  it('in all functions that take objects or bytes', () => {
    /** What takes only numbers and texts, or any value at all. */
    const others = [
      'MobileWalletError',
      'createAssociationKeyPair',
      'createChannelPair',
      'createInbox',
      'createInvalidArgumentError',
      'createSessionClosedError',
      'createSessionKeyPair',
      'decodeBase58',
      'decodeBase64',
      'decodeBase64Url',
      'decodeTextFrame',
      'encodeUtf8',
      'findMobileWalletError',
      'getCluster',
      'getRandomPort',
      'isBytes',
      'isJsonObject',
      'isMobileWalletError',
      'parseAssociationUri',
      'parseJsonRpcRequest',
      'parseJsonRpcResponse',
      'parseSessionProperties',
      'parseSignInText',
      'playPhone',
    ];
    const functions = Object.entries(endpoint).flatMap(([name, value]) =>
      typeof value === 'function' ? [name] : [],
    );
    expect(functions.sort()).toEqual([...new Set([...others, ...ROWS.map(([name]) => name)])].sort());
  });
});
