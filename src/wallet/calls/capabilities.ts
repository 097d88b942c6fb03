import type { Session } from '../../dapp/open/establish-session.js';
import type { Requests } from '../../dapp/requests.js';
import { isPublished } from '../../protocol/methods.js';
import type { Capabilities, TransactionVersion } from '../../protocol/types.js';
import { getVersion, type WireTransaction } from '../../protocol/wire-transaction.js';
import { waitAtMost } from '../../util/abort.js';
import { abortable } from '../../util/abortable.js';
import { MobileWalletError } from '../../util/errors.js';
import { hasErrorCode } from '../../util/find-error.js';
import type { Grants } from '../grant/grant.js';

/** What the wallet app of a session says that it can do. */
export type SessionCapabilities = Readonly<{
  /**
   * Asks the wallet app. Resolves with `undefined` if it does not answer, because it may still be able to
   * sign.
   */
  ask(): Promise<Capabilities | undefined>;
  /** Whether the wallet app has been asked in this session. */
  wasAsked(): boolean;
  /** Resolves with the answer to the last `ask`, if it comes soon; with `undefined` before the first. */
  getAnswer(): Promise<Capabilities | undefined>;
  /** Makes an answer part of the grant, if there is one; `ask` alone keeps nothing. */
  keep(capabilities: Capabilities | undefined): void;
  /**
   * The session's requests, which refuse transactions that the wallet app does not sign
   * (`INVALID_PAYLOADS`), and note if it cannot sign any without sending it.
   */
  checkedRequests: Requests;
}>;

/** How long a connect waits for the capabilities, so that both are one `change` event. */
const ANSWER_WAIT_MS = 1_000;

/**
 * Creates the {@link SessionCapabilities} of a session. `workSignal` aborts when no more work may be done in
 * it.
 */
export function createSessionCapabilities(
  { requests, protocol }: Pick<Session, 'requests' | 'protocol'>,
  grants: Grants,
  workSignal: AbortSignal,
): SessionCapabilities {
  let asked: Promise<Capabilities | undefined> | undefined;

  const getAnswer = async (): Promise<Capabilities | undefined> => asked && waitAtMost(ANSWER_WAIT_MS, asked);

  const assertPublished = async (
    transactions: readonly WireTransaction[],
    signal: AbortSignal,
  ): Promise<void> => {
    if (protocol === 'legacy') return;
    const stored = grants.readGrant()?.capabilities?.supported_transaction_versions;
    // Every authorization asks for the capabilities, so this is not another request.
    const ask = async () => (await getAnswer())?.supported_transaction_versions;
    await abortable(assertVersions(transactions, stored, ask), signal);
  };

  return {
    ask() {
      asked = requests.getCapabilities(workSignal).catch(() => undefined);
      return asked;
    },
    wasAsked: () => asked !== undefined,
    getAnswer,
    keep(capabilities) {
      if (capabilities) grants.updateGrant((grant) => ({ ...grant, capabilities }));
    },
    checkedRequests: {
      ...requests,
      async signAndSendTransactions(transactions, options, signal = workSignal) {
        await assertPublished(transactions, signal);
        return requests.signAndSendTransactions(transactions, options, signal);
      },
      async signTransactions(transactions, signal = workSignal) {
        await assertPublished(transactions, signal);
        try {
          return await requests.signTransactions(transactions, signal);
        } catch (error) {
          if (hasErrorCode(error, 'METHOD_NOT_SUPPORTED')) {
            grants.updateGrant((grant) => ({ ...grant, hasRefusedSigning: true }));
          }
          throw error;
        }
      },
    },
  };
}

/** The versions that wallets sign, if nothing is known of a wallet. */
const USUAL_VERSIONS: readonly TransactionVersion[] = ['legacy', 0];

/**
 * Refuses versions that the wallet app does not sign, because most apps show that only after asking the user.
 * Asks the app (`ask`) only if what it published last (`stored`) lacks a version: it may have been updated.
 * One that publishes none refuses none.
 *
 * @throws `INVALID_PAYLOADS`
 */
export async function assertVersions(
  transactions: readonly WireTransaction[],
  stored: readonly TransactionVersion[] = USUAL_VERSIONS,
  ask: () => Promise<readonly TransactionVersion[] | undefined>,
): Promise<void> {
  if (findLackingVersion(transactions, stored) === undefined) return;
  const published = await ask();
  if (!published?.length || !isPublished(published)) return;
  const lacking = findLackingVersion(transactions, published);
  if (lacking === undefined) return;
  const message = `The wallet app does not sign transactions of version ${lacking}, only of: ${published.join(', ')}`;
  throw new MobileWalletError('INVALID_PAYLOADS', message, {
    data: {
      valid: transactions.map((transaction) => findLackingVersion([transaction], published) === undefined),
    },
  });
}

/** Finds the first version of a transaction that is not one of `versions`. An unknown format has none. */
function findLackingVersion(
  transactions: readonly WireTransaction[],
  versions: readonly TransactionVersion[],
): TransactionVersion | undefined {
  for (const { parts } of transactions) {
    const version = parts && getVersion(parts);
    if (version !== undefined && !versions.includes(version)) return version;
  }
  return undefined;
}
