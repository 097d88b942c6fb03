import { getCompiledTransactionMessageDecoder } from '@solana/kit';
import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { type DecodedTransaction, VERSION_1_SIZE_LIMIT } from '../../explain/describe-transaction.js';
import { createInvalidParamsError, RPC_ERROR, RpcError } from '../rpc-error.js';
import { getTransactionErrorText } from '../transaction-error.js';
import { getFee } from './fee.js';
import type { Ledger, Simulation } from './ledger.js';
import { getLoadedAccountsDataSize } from './loaded-size.js';
import { encodeAccount } from './rpc-accounts.js';
import {
  type RpcMethod,
  readAddress,
  readArray,
  readBoolean,
  readBytes,
  readChoice,
  readConfig,
  readObject,
  readOptionalInteger,
  readTransaction,
  withContext,
} from './rpc-params.js';
import { encodeLoadedAddresses, encodeParsedCalls } from './transaction-json.js';

/** The RPC methods that have a transaction as a parameter. */
export const TRANSACTION_METHODS: Readonly<Record<string, RpcMethod>> = {
  getFeeForMessage(ledger, params) {
    const config = readConfig(ledger, params, 1);
    const message = readMessage(readBytes(params[0], 'base64', 'message', VERSION_1_SIZE_LIMIT));
    return withContext(ledger, ledger.isCurrent(message) ? getFee(message) : null, config);
  },

  async sendTransaction(ledger, params) {
    const options = readObject(params[1] ?? {}, 'options');
    const decoded = readTransaction(params[0], options['encoding']);
    const config = { ...options, commitment: options['preflightCommitment'] };
    readConfig(ledger, [config], 0);
    readOptionalInteger(options['maxRetries'], 'maxRetries');
    const skipPreflight = readBoolean(options['skipPreflight'], 'skipPreflight');
    await ledger.svm.prepare?.(decoded);
    const submission = ledger.submit(decoded, { skipPreflight });
    if (submission.status === 'refused') {
      const { simulation } = submission;
      assertSane(simulation);
      if (simulation.err === 'SignatureFailure') {
        const text = 'Transaction signature verification failure';
        throw new RpcError(RPC_ERROR.SIGNATURE_VERIFICATION_FAILURE, text);
      }
      const text = `Transaction simulation failed: ${getTransactionErrorText(simulation.err ?? 'unknown')}`;
      throw new RpcError(RPC_ERROR.PREFLIGHT_FAILURE, text, encodeSimulation(ledger, decoded, simulation));
    }
    // As in a validator, the answer is the signature even if the transaction is dropped later.
    return getSignature(decoded);
  },

  async simulateTransaction(ledger, params) {
    const config = readConfig(ledger, params, 1);
    const decoded = readTransaction(params[0], config['encoding']);
    const verify = readBoolean(config['sigVerify'], 'sigVerify');
    const replace = readBoolean(config['replaceRecentBlockhash'], 'replaceRecentBlockhash');
    if (verify && replace) {
      throw createInvalidParamsError('sigVerify may not be used with replaceRecentBlockhash');
    }
    await ledger.svm.prepare?.(decoded);
    const simulation = ledger.simulate(decoded, { verify, checkAge: !replace });
    assertSane(simulation);
    const { blockhash, lastValidBlockHeight } = ledger.clock.tick();
    const value = {
      ...encodeSimulation(ledger, decoded, simulation),
      accounts: encodePostAccounts(ledger, simulation, config['accounts']),
      innerInstructions: readBoolean(config['innerInstructions'], 'innerInstructions')
        ? encodeParsedCalls(simulation)
        : null,
      replacementBlockhash: replace ? { blockhash, lastValidBlockHeight } : null,
    };
    return withContext(ledger, value, config);
  },
};

function encodeSimulation(
  ledger: Ledger,
  { message }: DecodedTransaction,
  { postAccounts, accounts, ...outcome }: Simulation,
) {
  const addresses = accounts.map(({ address }) => address);
  return {
    ...outcome,
    accounts: null,
    innerInstructions: null,
    loadedAccountsDataSize: getLoadedAccountsDataSize(ledger.svm, message, addresses),
    loadedAddresses: encodeLoadedAddresses(accounts),
    replacementBlockhash: null,
  };
}

function encodePostAccounts(ledger: Ledger, simulation: Simulation, value: unknown) {
  if (value === undefined || value === null) return null;
  const request = readObject(value, 'accounts');
  const encoding = readChoice(request['encoding'], 'accounts.encoding', ['base64', 'jsonParsed']);
  const limit = Math.max(simulation.accounts.length, 1);
  return readArray(request['addresses'], 'accounts.addresses', limit).map((item) => {
    const requested = readAddress(item);
    if (simulation.err !== null) return null;
    const account = simulation.postAccounts.get(requested) ?? ledger.svm.getAccount(requested);
    return encodeAccount(ledger, account, { encoding });
  });
}

/** Refuses a message that contradicts itself as an invalid parameter, as a validator does. */
function assertSane({ err }: Simulation): void {
  if (err === 'SanitizeFailure') {
    throw createInvalidParamsError(`invalid transaction: ${getTransactionErrorText(err)}`);
  }
}

function readMessage(bytes: Uint8Array) {
  try {
    return getCompiledTransactionMessageDecoder().decode(bytes);
  } catch {
    throw createInvalidParamsError('failed to deserialize message');
  }
}

/** Returns the fee payer's signature; where it is missing, 64 zero bytes, as a validator does. */
function getSignature({ transaction }: DecodedTransaction): string {
  const [signature] = Object.values(transaction.signatures);
  return encodeBase58(Uint8Array.from(signature ?? new Uint8Array(64)));
}
