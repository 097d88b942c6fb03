import type { Account } from '../../explain/svm.js';

/** The address of the sysvar that has the rent. */
export const RENT_ADDRESS = 'SysvarRent111111111111111111111111111111111';

const ACCOUNT_OVERHEAD = 128n;
const LAMPORTS_PER_BYTE = 6_960n;
/** Whoever sends lamports to this address destroys them. */
const INCINERATOR = '1nc1nerator11111111111111111111111111111111';

/** Returns how many lamports an account with `size` bytes of data must have to be exempt from rent. */
export function getMinimumBalance(size: number | bigint): bigint {
  return (BigInt(size) + ACCOUNT_OVERHEAD) * LAMPORTS_PER_BYTE;
}

/** Whether a transaction may leave an account like this: exempt from rent, gone, or no poorer than it was. */
export function isAllowedAfter(before: Account, after: Account): boolean {
  const { address, lamports, data } = after;
  const minimum = getMinimumBalance(data.length);
  if (address === INCINERATOR || lamports === 0n || lamports >= minimum) return true;
  const isSameSize = before.data.length === data.length;
  return isSameSize && before.lamports > 0n && before.lamports < minimum && lamports <= before.lamports;
}
