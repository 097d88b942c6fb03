/** The address of the sysvar that has the rent. */
export const RENT_ADDRESS = 'SysvarRent111111111111111111111111111111111';

const ACCOUNT_OVERHEAD = 128;
const LAMPORTS_PER_BYTE = 6_960n;

/** Returns how many lamports an account with `size` bytes of data must have to be exempt from rent. */
export function getMinimumBalance(size: number | bigint): bigint {
  return (BigInt(size) + BigInt(ACCOUNT_OVERHEAD)) * LAMPORTS_PER_BYTE;
}

/** Whoever sends lamports to this address destroys them. */
const INCINERATOR = '1nc1nerator11111111111111111111111111111111';

type Balance = Readonly<{ address: string; lamports: bigint; data: Uint8Array }>;

/** Whether a transaction may leave an account like this: exempt from rent, gone, or no poorer than it was. */
export function isAllowedAfter(before: Balance, after: Balance): boolean {
  if (
    after.address === INCINERATOR ||
    after.lamports === 0n ||
    after.lamports >= getMinimumBalance(after.data.length)
  )
    return true;
  const wasPaying = before.lamports > 0n && before.lamports < getMinimumBalance(before.data.length);
  return wasPaying && before.data.length === after.data.length && after.lamports <= before.lamports;
}
