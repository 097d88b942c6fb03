import type { WireTransaction } from '../protocol/wire-transaction.js';
import { encodeBase64 } from '../util/bytes.js';
import { MobileWalletError } from '../util/errors.js';

/**
 * Refuses to send transactions that no account of the session signs (`authorized`, base64 addresses), because
 * a wallet's answer to such a mistake would leave open whether it has submitted the others. One of an unknown
 * format passes, and so does everything while no account is known.
 *
 * @throws `INVALID_PAYLOADS`, without an `rpcCode`, because the wallet was not asked
 */
export function assertSigned(
  transactions: readonly WireTransaction[],
  authorized: ReadonlySet<string>,
): void {
  if (authorized.size === 0) return;
  const valid = transactions.map(
    ({ parts }) => !parts || parts.signers.some(({ publicKey }) => authorized.has(encodeBase64(publicKey))),
  );
  if (!valid.includes(false)) return;
  const message = 'No authorized account is a signer: check who pays and who signs';
  throw new MobileWalletError('INVALID_PAYLOADS', message, { data: { valid } });
}
