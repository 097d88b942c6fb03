import { getTransactionDecoder, getTransactionEncoder, partiallySignTransaction } from '@solana/kit';
import {
  type AnswerRequest,
  type AssociationRequest,
  type Channel,
  concatBytes,
  decodeBase64,
  encodeBase64,
  getSessionProperties,
  isTransactionBytes,
  JSON_RPC_CODES,
  serveRpc,
  WALLET_RPC_CODES,
  walletHandshake,
} from 'mobile-wallet-standard/endpoint';

/** Decides. Must settle when `signal` aborts, because the session has ended then. */
export type Ask = (
  what: 'connect' | 'sign_messages' | 'sign_transactions',
  payloads: readonly Uint8Array<ArrayBuffer>[],
  signal: AbortSignal,
) => Promise<boolean>;

/** Serves one session over a channel. Resolves with the reason when it has ended. */
export async function serveSession(
  channel: Channel,
  { associationPublicKey, versions }: AssociationRequest,
  keys: CryptoKeyPair,
  ask: Ask,
): Promise<unknown> {
  const { secure } = await walletHandshake(channel, associationPublicKey, getSessionProperties(versions));
  const address = encodeBase64(new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey)));
  let isAuthorized = false;

  const answer: AnswerRequest = async (method, params, signal) => {
    switch (method) {
      case 'get_capabilities':
        return {
          result: {
            max_messages_per_request: 10,
            max_transactions_per_request: 10,
            supported_transaction_versions: ['legacy', 0],
            features: ['solana:signTransactions'],
          },
        };
      case 'authorize': {
        // This wallet issues no tokens that last, so it takes none.
        isAuthorized = params['auth_token'] === undefined && (await ask('connect', [], signal));
        if (!isAuthorized) return refuse(WALLET_RPC_CODES.AUTHORIZATION_FAILED, 'The user declined');
        const auth_token = encodeBase64(crypto.getRandomValues(new Uint8Array(32)));
        return { result: { auth_token, accounts: [{ address, label: 'Main' }] } };
      }
      case 'deauthorize':
        isAuthorized = false;
        return { result: {} };
      case 'sign_messages':
      case 'sign_transactions': {
        if (!isAuthorized) return refuse(WALLET_RPC_CODES.AUTHORIZATION_FAILED, 'Authorize first');
        const payloads = readPayloads(params['payloads']);
        if (!payloads) return refuse(JSON_RPC_CODES.INVALID_PARAMS, '`payloads` must be base64 texts');
        if (method === 'sign_messages' && payloads.some(isTransactionBytes)) {
          // Whoever gets the signature of such a message can send the transaction.
          const valid = payloads.map((payload) => !isTransactionBytes(payload));
          return refuse(WALLET_RPC_CODES.INVALID_PAYLOADS, 'A transaction is no message', { valid });
        }
        if (!(await ask(method, payloads, signal)))
          return refuse(WALLET_RPC_CODES.NOT_SIGNED, 'The user declined');
        const sign = method === 'sign_messages' ? signMessage : signTransaction;
        const signed = await Promise.all(payloads.map((payload) => sign(payload, keys).catch(() => null)));
        if (!signed.includes(null)) return { result: { signed_payloads: signed } };
        const valid = signed.map((payload) => payload !== null);
        return refuse(WALLET_RPC_CODES.INVALID_PAYLOADS, 'These keys cannot sign all of them', { valid });
      }
      default:
        return refuse(JSON_RPC_CODES.METHOD_NOT_FOUND, `This wallet has no ${method}`);
    }
  };
  return serveRpc(secure, answer);
}

/** Returns a message with its signature behind it. */
async function signMessage(message: Uint8Array<ArrayBuffer>, keys: CryptoKeyPair) {
  const signature = await crypto.subtle.sign('Ed25519', keys.privateKey, message);
  return encodeBase64(concatBytes(message, new Uint8Array(signature)));
}

/** Adds the signature to a transaction. Rejects if it has no place for one of these keys. */
async function signTransaction(wire: Uint8Array, keys: CryptoKeyPair) {
  const signed = await partiallySignTransaction([keys], getTransactionDecoder().decode(wire));
  return encodeBase64(new Uint8Array(getTransactionEncoder().encode(signed)));
}

function refuse(code: number, message: string, data?: Readonly<{ valid: boolean[] }>) {
  return { error: { code, message, ...(data && { data }) } };
}

function readPayloads(payloads: unknown) {
  if (!Array.isArray(payloads) || payloads.length === 0) return undefined;
  try {
    return payloads.map((payload: unknown) => decodeBase64(String(payload)));
  } catch {
    return undefined;
  }
}
