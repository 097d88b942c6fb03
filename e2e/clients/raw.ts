import { getBase58Decoder, getTransactionEncoder } from '@solana/kit';
import {
  type Channel,
  createAssociationKeyPair,
  createDappHello,
  createRpcClient,
  dappHandshake,
  delay,
  exportPoint,
  getAssociationUri,
  getRandomPort,
  type JsonObject,
  openWebSocketChannel,
} from 'mobile-wallet-standard/endpoint';
import { fromBase64, identity, toBase64 } from '../interop/client.js';
import { createTransaction } from '../interop/kit-client.js';

/** Creates a session behind a plain link. `run` connects after the link was opened, and takes one step. */
export async function createRawSession() {
  const keys = await createAssociationKeyPair();
  const port = getRandomPort();
  const uri = getAssociationUri({ type: 'local', port }, await exportPoint(keys));

  const run = async (step: 'connect' | 'sign' | 'send', input: string): Promise<string> => {
    const channel = await dial(`ws://localhost:${port}/solana-wallet`);
    const { secure } = await dappHandshake(channel, createDappHello(keys));
    const wallet = createRpcClient(secure);
    const call = async (method: string, params: JsonObject): Promise<JsonObject> => {
      const { result, error } = await wallet.call(method, params);
      if (error) throw Object.assign(new Error(error.message), { code: error.code });
      return result as JsonObject;
    };
    try {
      const { accounts } = await call('authorize', { identity, chain: 'solana:devnet' });
      const [{ address } = { address: '' }] = accounts as { address: string }[];
      if (step === 'connect') return getBase58Decoder().decode(fromBase64(address));
      if (step === 'sign') {
        const params = { addresses: [address], payloads: [input] };
        const { signed_payloads } = await call('sign_messages', params);
        return toBase64(fromBase64(String((signed_payloads as string[])[0])).slice(-64));
      }
      const wire = getTransactionEncoder().encode(
        createTransaction({ payer: address, blockhash: input }, 'raw'),
      );
      const { signatures } = await call('sign_and_send_transactions', { payloads: [toBase64(wire)] });
      return String((signatures as string[])[0]);
    } finally {
      wallet.close();
    }
  };
  return { uri, run };
}

/** Connects as soon as the wallet listens. */
async function dial(url: string): Promise<Channel> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await openWebSocketChannel(url);
    } catch (error) {
      if (attempt === 50) throw error;
      await delay(100, new AbortController().signal);
    }
  }
}
