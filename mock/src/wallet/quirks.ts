import { QUIRKS, type Quirk } from './quirk-table.js';

/**
 * The behaviours in which wallets differ. The table of `quirk-table.ts` says what each value means, to the
 * wallet's settings and to the documents. The defaults, {@link REFERENCE_QUIRKS}, are those of the reference
 * Android wallet library, which most wallets use.
 *
 * @interface
 */
export type Quirks = {
  readonly [Name in keyof typeof QUIRKS]: Value<(typeof QUIRKS)[Name]>;
};

type Value<Q extends Quirk> = Q extends { on: string }
  ? boolean
  : Q extends { options: readonly (readonly [infer Option, string])[] }
    ? Option
    : number;

/**
 * The behaviours of the reference wallet library, without those of other wallets. It has others that the mock
 * wallet does not play:
 *
 * - It also reads JSON with text after it, two objects (of which the first counts), keys without quotes or in
 *   single ones, comments, octal and hexadecimal numbers, and raw control characters. The mock wallet answers
 *   -32700.
 * - `"jsonrpc": 2.0`, a number, is a version to it. The mock wallet answers -32600.
 * - Where a value that is not a string counts as its text, its text of an object has `\/` in place of `/`,
 *   and a number is as it was written, such as `1.0`.
 * - Hexadecimal floating-point texts, such as `"0x1p3"`, are integers to it in send options. The mock wallet
 *   answers -32602.
 * - A token lasts 30 days, and an identity has at most 50. A token of the mock wallet lasts as long as the
 *   wallet.
 * - A crash ends its process. That of the mock wallet goes on, and only the connection is dropped.
 * - It signs a transaction as a message (`sign_messages`). The mock wallet answers -2, as the specification
 *   wants, except with the quirk `signsTransactionMessages`.
 * - It does not say that its port is taken, but is silent. The mock wallet rejects the launch with the
 *   reason.
 */
export const REFERENCE_QUIRKS = Object.fromEntries(
  Object.entries<Quirk>(QUIRKS).map(([name, quirk]) => [
    name,
    'options' in quirk ? quirk.options[0]?.[0] : (quirk.reference ?? true),
  ]),
) as Quirks;
