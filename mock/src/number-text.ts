const SHORT_LENGTH = 12;

/** Returns a whole number with its digits in groups of three, e.g. `1,234,567`. */
export function formatNumber(value: bigint | number): string {
  return value.toString().replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Converts a whole number of smallest units to a decimal number without trailing zeros, as JSON-RPC writes it. */
export function formatUnits(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction ? `${whole}.${fraction}` : whole;
}

/** Returns the same with the digits before the point in groups of three. */
export function formatAmount(amount: bigint, decimals: number): string {
  const [whole = '', fraction] = formatUnits(amount, decimals).split('.');
  return fraction === undefined ? formatNumber(BigInt(whole)) : `${formatNumber(BigInt(whole))}.${fraction}`;
}

/** Returns the first and the last four characters of an address, enough to recognise it. Keeps short texts whole. */
export function shortenAddress(address: string): string {
  const characters = Array.from(address);
  if (characters.length <= SHORT_LENGTH) return address;
  return `${characters.slice(0, 4).join('')}…${characters.slice(-4).join('')}`;
}
