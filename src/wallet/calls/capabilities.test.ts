import { expect, it } from 'vitest';
import { createTransaction } from '../../../test/support/wallet.js';
import type { TransactionVersion } from '../../protocol/types.js';
import { readTransaction, type WireTransaction } from '../../protocol/wire-transaction.js';
import { encodeBase58 } from '../../util/base58.js';
import { assertVersions } from './capabilities.js';

const [legacy, zero, one] = (['legacy', 0, 1] as const).map((version) =>
  readTransaction(createTransaction(encodeBase58(new Uint8Array(32).fill(7)), 'memo', undefined, version)),
) as [WireTransaction, WireTransaction, WireTransaction];
/** The wallet may know its format. */
const unknown = readTransaction(new Uint8Array(1));

it.each<
  [what: string, transactions: WireTransaction[], stored: TransactionVersion[] | undefined, isAsked: boolean]
>([
  ['usual versions, if nothing is stored', [legacy, zero], undefined, false],
  ['another version, if nothing is stored', [one], undefined, true],
  ['a stored version', [one], ['legacy', 0, 1], false],
  ['a version that is not stored', [zero], ['legacy'], true],
  ['a transaction that cannot be parsed', [unknown], ['legacy'], false],
])(
  'the wallet’s versions are waited for only if they can count: %s',
  async (_, transactions, stored, isAsked) => {
    let asked = 0;
    await assertVersions(transactions, stored, async () => {
      asked++;
      return ['legacy', 0, 1];
    });
    expect(asked).toBe(isAsked ? 1 : 0);
  },
);

it('a transaction that cannot be parsed does not hide another of a version that the wallet lacks', async () => {
  const checking = assertVersions([unknown, one], undefined, async () => ['legacy', 0]);
  await expect(checking).toRejectWith('INVALID_PAYLOADS', { data: { valid: [true, false] } });
});
