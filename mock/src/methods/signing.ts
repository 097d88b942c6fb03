import {
  concatBytes,
  encodeBase58,
  equalBytes,
  JSON_RPC,
  type JsonObject,
  WALLET_RPC,
} from 'mobile-wallet-standard/endpoint';
import type { TransactionToApprove } from '../approval.js';
import type { Authorization } from '../authorizations.js';
import type { TransactionSummary } from '../chain.js';
import { type DecodedTransaction, decodeTransaction, describeMessage } from '../describe-transaction.js';
import {
  askUser,
  assertApproved,
  assertAuthorized,
  assertValid,
  assertWithinLimit,
  getAuthorizedSigners,
  type MockSession,
  type MockWalletContext,
} from '../mock-session.js';
import { readBase64Array, readPayloads, writeBase64Array } from '../params.js';
import type { Quirks } from '../quirks.js';
import { fallSilent, refuse, refuseMethod } from '../refusal.js';
import { getRequiredSigners, signTransaction } from '../transaction-signing.js';

/** Answers `sign_messages` with each message followed by one signature per address, in order. */
export async function signMessages(params: JsonObject, session: MockSession): Promise<JsonObject> {
  const { wallet } = session;
  const { quirks } = wallet;
  const messages = readPayloads(params, quirks);
  const addresses = readAddresses(params, quirks);
  assertWithinLimit(messages, wallet.getCapabilities().maxMessagesPerRequest);
  const authorization = assertAuthorized(session);
  const authorized = getAuthorizedSigners(wallet, authorization);
  const signers = addresses.map((address) =>
    authorized.find(({ account }) => equalBytes(account.publicKey, address)),
  );
  if (signers.includes(undefined)) {
    if (quirks.unknownAddress === 'authorization-failed') {
      refuse(WALLET_RPC.AUTHORIZATION_FAILED, 'address not authorized for signing');
    }
    assertValid(messages.map(() => false));
  }
  assertApproved(
    await askUser(session, authorization, {
      type: 'sign-messages',
      addresses: addresses.map(encodeBase58),
      messages,
    }),
  );
  const signed = messages.map(async (message) => {
    const signatures = await Promise.all(signers.map((signer) => signer?.sign(message) ?? new Uint8Array()));
    return quirks.signedMessages === 'signatures'
      ? concatBytes(...signatures)
      : concatBytes(message, ...signatures);
  });
  return { signed_payloads: writeBase64Array(await Promise.all(signed)) };
}

/** Answers `sign_transactions`, an optional feature in 2.0, with the signed transactions. */
export async function signTransactions(params: JsonObject, session: MockSession): Promise<JsonObject> {
  const { protocol, getCapabilities } = session.wallet;
  if (protocol === 'v1' && !getCapabilities().features.includes('solana:signTransactions')) {
    refuseMethod('sign_transactions');
  }
  const wires = readTransactions(params, session.wallet);
  const signed = await askToSign(wires, 'sign-transactions', assertAuthorized(session), session);
  return { signed_payloads: writeBase64Array(signed) };
}

/** Reads transactions; refuses more than the limit. */
export function readTransactions(params: JsonObject, wallet: MockWalletContext): readonly Uint8Array[] {
  const wires = readPayloads(params, wallet.quirks);
  assertWithinLimit(wires, wallet.getCapabilities().maxTransactionsPerRequest);
  return wires;
}

/**
 * Signs transactions with the authorization's accounts. Refuses with -2 unless each of `wires` is a transaction of a
 * supported version that needs a signature of one of them, and with -3 when the user declines.
 */
export async function askToSign(
  wires: readonly Uint8Array[],
  type: 'sign-transactions' | 'sign-and-send-transactions',
  authorization: Authorization,
  session: MockSession,
): Promise<readonly Uint8Array[]> {
  const { wallet } = session;
  const signers = getAuthorizedSigners(wallet, authorization);
  const { supportedTransactionVersions } = wallet.getCapabilities();
  assertValid(
    wires.map((wire) => {
      const decoded = decode(wire);
      if (!decoded || !supportedTransactionVersions.includes(decoded.message.version)) return false;
      const required = getRequiredSigners(decoded);
      return signers.some(({ account }) => required.includes(account.address));
    }),
  );
  const transactions = await Promise.all(wires.map((wire) => describeTransaction(wire, wallet)));
  assertApproved(await askUser(session, authorization, { type, transactions }));
  return Promise.all(wires.map((wire) => signTransaction(wire, signers)));
}

/** Describes a transaction with the help of the chain, or by its bytes alone if there is none or it fails. */
async function describeTransaction(
  wire: Uint8Array,
  { chain }: MockWalletContext,
): Promise<TransactionToApprove> {
  const { message } = decodeTransaction(wire);
  const offline: TransactionSummary = { ...describeMessage(message), balanceChanges: [], logs: [] };
  const summary = await chain
    ?.describeTransaction(wire)
    .catch((error: Error) => ({ ...offline, error: error.message }));
  return { wire, summary: summary ?? offline };
}

function decode(wire: Uint8Array): DecodedTransaction | undefined {
  try {
    return decodeTransaction(wire);
  } catch {
    return undefined;
  }
}

function readAddresses(params: JsonObject, quirks: Quirks): readonly Uint8Array[] {
  const addresses = readBase64Array(params, 'addresses', quirks);
  if (addresses) return addresses;
  return quirks.silentOnMalformedAddresses
    ? fallSilent()
    : refuse(JSON_RPC.INVALID_PARAMS, 'request must contain an array of addresses');
}
