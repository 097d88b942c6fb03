import {
  createWebSocketChannel,
  getSessionProperties,
  parseAssociationUri,
  serveRpc,
  walletHandshake,
} from 'mobile-wallet-standard/endpoint';
export async function serve(socket: WebSocket, uri: string): Promise<unknown> {
  const { associationPublicKey, versions } = parseAssociationUri(uri);
  const channel = createWebSocketChannel(socket);
  const { secure } = await walletHandshake(channel, associationPublicKey, getSessionProperties(versions));
  return serveRpc(secure, (method) => ({ error: { code: -32601, message: method } }));
}
