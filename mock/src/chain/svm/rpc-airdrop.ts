import { getErrorMessage } from '../../explain/foreign.js';
import { RPC_ERROR, RpcError } from '../rpc-error.js';
import { type RpcMethod, readAddress, readConfig, readInteger } from './rpc-params.js';

/** Creates the RPC method `requestAirdrop`. `airdrop` returns the transaction's signature. */
export function createAirdropMethod(airdrop: (recipient: string, lamports: bigint) => string): RpcMethod {
  return async (ledger, params) => {
    const recipient = readAddress(params[0]);
    const lamports = readInteger(params[1], 'lamports');
    readConfig(ledger, params, 2);
    await ledger.svm.load?.([recipient]);
    try {
      return airdrop(recipient, lamports);
    } catch (error) {
      throw new RpcError(RPC_ERROR.INTERNAL_ERROR, `Airdrop failed: ${getErrorMessage(error)}`);
    }
  };
}
