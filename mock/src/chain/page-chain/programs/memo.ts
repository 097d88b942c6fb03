import { decodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { abort, fail, type Invocation, type Program } from '../program.js';

/**
 * The Memo program, which logs its text and demands that all its accounts sign. It names each of them once.
 */
export const MEMO: Program = { units: 300, size: 2_304, isBuiltin: false, run };

/** The first Memo program, which only checks that its data is text. */
export const MEMO_VERSION_1: Program = {
  units: 400,
  size: 17_280,
  isBuiltin: false,
  run({ data }) {
    if (readText(data) === undefined) fail('InvalidInstructionData');
  },
};

function run({ accounts, data, log }: Invocation): void {
  if (accounts.length > 0) log('Program log: Signed by:');
  for (const [index, { account, isSigner }] of accounts.entries()) {
    const isFirst = accounts.findIndex((other) => other.account === account) === index;
    if (isFirst && isSigner) log(`Program log: ${account.address}`);
  }
  if (accounts.some(({ isSigner }) => !isSigner)) fail('MissingRequiredSignature');
  log(`Program log: Memo (len ${data.length})`);
  log(`Program log: ${readText(data) ?? abort('invalid utf-8 sequence')}`);
}

function readText(data: Uint8Array): string | undefined {
  try {
    return decodeUtf8(data);
  } catch {
    return undefined;
  }
}
