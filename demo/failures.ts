const TOO_LITTLE_SOL = 'There was not enough test SOL for it.';
const TOO_LITTLE_LEFT =
  'It would have left an account with too little test SOL to exist: empty the account, or leave more in it.';
const TOO_OLD = 'It waited too long for approval.';

/** By the chain's name for the error of a transaction or of an instruction. */
const SENTENCES: Readonly<Record<string, string>> = {
  AccountNotFound: 'The account that pays has never had any test SOL.',
  InsufficientFundsForFee: 'There was not enough test SOL for the fee.',
  InsufficientFundsForRent: TOO_LITTLE_LEFT,
  InsufficientFunds: TOO_LITTLE_SOL,
  AccountNotRentExempt: TOO_LITTLE_LEFT,
  AlreadyProcessed: 'The same transaction was processed before.',
  BlockhashNotFound: TOO_OLD,
};
/** The System program's error code for insufficient balance. This page uses no other program. */
const CUSTOM_TOO_LITTLE = 1;

/** Returns in plain words why the chain refused a transaction. `reason` is the error in JSON-RPC's form. */
export function explainFailure(reason: unknown): string {
  if (typeof reason === 'string') return SENTENCES[reason] ?? `The chain’s reason: ${splitWords(reason)}.`;
  const [name = 'unknown', value] = Object.entries(reason ?? {})[0] ?? [];
  if (name !== 'InstructionError' || !Array.isArray(value)) return explainFailure(name);
  const [, error] = value as readonly unknown[];
  if (typeof error === 'string') return explainFailure(error);
  const { Custom: code } = (error ?? {}) as Readonly<{ Custom?: unknown }>;
  if (Number(code) === CUSTOM_TOO_LITTLE) return TOO_LITTLE_SOL;
  return `A program on the chain refused it${code === undefined ? '' : `, with its error ${String(code)}`}.`;
}

/** By patterns in the messages of nodes and wallets. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/insufficient funds for rent|rent[- ]exempt/i, TOO_LITTLE_LEFT],
  [/insufficient (funds|lamports)|custom program error: 0x1\b/i, TOO_LITTLE_SOL],
  [/no record of a prior credit/i, SENTENCES['AccountNotFound'] ?? ''],
  [/blockhash not found|block height exceeded/i, TOO_OLD],
];

/** Returns in plain words the cause that the message of a wallet or a node names, if it is known. */
export function findCause(message: string): string | undefined {
  return PATTERNS.find(([pattern]) => pattern.test(message))?.[1];
}

function splitWords(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
