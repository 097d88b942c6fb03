import { MobileWalletError } from '../../errors.js';
import { INVALID_PAYLOADS } from '../../protocol/json-rpc.js';
import { UNPUBLISHED_VERSIONS } from '../../protocol/methods.js';
import type { TransactionVersion } from '../../protocol/types.js';
import { getTransactionVersion } from '../../protocol/wire-transaction.js';

/** The versions that wallets sign, if nothing is known of a wallet. */
const USUAL_VERSIONS: readonly TransactionVersion[] = ['legacy', 0];

/**
 * Throws `INVALID_PAYLOADS` if a transaction is of a version that the wallet does not publish, because most wallets show an error
 * only after they have asked the user. Does not throw if the wallet publishes no versions. `stored` are those that the wallet published
 * last. As it may have been updated, only what it publishes in this session counts against a transaction, which `ask` returns.
 */
export async function assertVersions(
  transactions: readonly Uint8Array[],
  stored: readonly TransactionVersion[] = USUAL_VERSIONS,
  ask: () => Promise<readonly TransactionVersion[] | undefined>,
): Promise<void> {
  const versions = transactions.map(getTransactionVersion);
  const isIn = (published: readonly TransactionVersion[]) =>
    versions.map((version) => version === undefined || published.includes(version));
  if (!isIn(stored).includes(false)) return;
  const published = await ask();
  if (!published?.length || published === UNPUBLISHED_VERSIONS) return;
  const valid = isIn(published);
  const wrong = versions[valid.indexOf(false)];
  if (wrong === undefined) return;
  throw new MobileWalletError(
    'INVALID_PAYLOADS',
    `The wallet app does not sign transactions of version ${wrong}, only of: ${published.join(', ')}`,
    { rpcCode: INVALID_PAYLOADS, data: { valid } },
  );
}
