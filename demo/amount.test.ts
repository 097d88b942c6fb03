import { describe, expect, it } from 'vitest';
import { describeAmount, findAmountError } from './amount.js';
import { parseSol } from './lamports.js';

const find = (
  text: string,
  balance?: string,
  more: Readonly<{ recipient?: string; isToSelf?: boolean }> = {},
) =>
  findAmountError({
    text,
    balance: balance === undefined ? undefined : parseSol(balance),
    recipientBalance: parseSol(more.recipient ?? '1'),
    isToSelf: more.isToSelf ?? false,
  });

describe('findAmountError', () => {
  it('accepts what the chain accepts, and what is not known yet', () => {
    expect(find('0.01', '1')).toBeUndefined();
    expect(find('0.01')).toBeUndefined();
  });

  it('requires an amount', () => {
    for (const text of ['', '0', 'one', '1,000.5', '-1'])
      expect(find(text, '1'), text).toContain('Write an amount');
    expect(find('0.0000000001', '1')).toContain('9 decimals');
  });

  it('requires a balance for the amount and the fee', () => {
    expect(find('1', '1')).toBe('Not enough: this account has 1 test SOL, and the fee is 0.000005 test SOL.');
  });

  it('requires the sender to keep nothing or the rent-exempt minimum', () => {
    expect(find('0.999995', '1')).toBeUndefined();
    expect(find('0.99910412', '1')).toBeUndefined();
    expect(find('0.999104121', '1')).toBe(
      'This would leave 0.000890879 test SOL, too little for the account to exist. ' +
        'Send at most 0.99910412 test SOL, or all: 0.999995 test SOL.',
    );
    expect(find('0.0001', '0.0005')).toBe(
      'This would leave 0.000395 test SOL, too little for the account to exist. Send all: 0.000495 test SOL.',
    );
  });

  it('requires the rent-exempt minimum for a new recipient', () => {
    expect(find('0.0001', '1', { recipient: '0' })).toContain(
      'a new account needs at least 0.00089088 test SOL',
    );
    expect(find('0.0001', '1', { recipient: '0.001' })).toBeUndefined();
  });

  it('accepts a transfer to oneself that leaves all but the fee', () => {
    expect(find('0.9995', '1', { isToSelf: true })).toBeUndefined();
  });
});

describe('describeAmount', () => {
  it('returns the amount as it was read, with thousands grouped', () => {
    expect(describeAmount('0.01')).toBe('You send 0.01 test SOL.');
    expect(describeAmount('0,01')).toBe('You send 0.01 test SOL.');
    expect(describeAmount(' 1234567.5 ')).toBe('You send 1,234,567.5 test SOL.');
  });

  it('warns if a comma may be meant as a thousands separator', () => {
    expect(describeAmount('1,000')).toContain('You send 1 test SOL: a comma begins the decimals.');
    expect(describeAmount('12,345')).toContain('You send 12.345 test SOL: a comma');
  });

  it('returns nothing for text that is not an amount', () => {
    for (const text of ['', '0', '1,000,000', 'one']) expect(describeAmount(text), text).toBe('');
  });
});
