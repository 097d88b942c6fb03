import { type Context, createContext } from 'preact';
import { formatAmount } from '../explain/text.js';

/** What the coin of the wallet's chain is called. Only that of Mainnet is no test money. */
export type Coin = 'test SOL' | 'SOL';

const DECIMALS = 9;

/** The coin of the wallet's chain. */
export const ChainCoin: Context<Coin> = createContext<Coin>('test SOL');

/** Returns the coin of a chain that is a test, or not. */
export function getCoin(isTest: boolean): Coin {
  return isTest ? 'test SOL' : 'SOL';
}

/** Returns lamports in the chain's coin, e.g. `1,234.5 test SOL`. */
export function formatCoin(lamports: bigint, coin: Coin): string {
  return `${formatAmount(lamports, DECIMALS)} ${coin}`;
}

/**
 * An amount that is the subject, with what stands before it. A number that is wider than the screen is
 * smaller, and then broken between its groups of digits.
 */
export function Total({
  text,
  as: Tag,
  ...attributes
}: Readonly<{ text: string; as: 'h1' | 'div'; id?: string; label?: string }>) {
  const {
    number = text,
    before = '',
    unit = '',
  } = /^(?<before>\D*?) ?(?<number>\d\S*) (?<unit>.+)$/.exec(text)?.groups ?? {};
  return (
    <Tag class="total" {...attributes}>
      {before !== '' && <span class="total-verb">{before} </span>}
      <span class="total-number" style={{ '--length': number.length }}>
        {number.split(/(?<=,)/).map((digits, index) => (
          <>
            {index > 0 && <wbr />}
            {digits}
          </>
        ))}
      </span>{' '}
      <span class="total-unit">{unit}</span>
    </Tag>
  );
}

/** Says whether something here is worth money, which is the exception in a mock wallet. */
export function Money({ isTest }: Readonly<{ isTest: boolean }>) {
  return isTest ? (
    <span class="test-mode">Test mode</span>
  ) : (
    <span class="test-mode is-real">Real money</span>
  );
}
