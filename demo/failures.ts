const TOO_LITTLE_SOL = 'There was not enough SOL for it.';
const TOO_LITTLE_LEFT =
  'It would have left an account with too little SOL to exist: empty the account, or leave more in it.';
const TOO_OLD = 'It waited too long for approval.';

/** By the chain's name of the error of a transaction, or of one of its instructions. */
const SENTENCES: Readonly<Record<string, string>> = {
  AccountNotFound: 'The account that pays has never had any SOL.',
  InsufficientFundsForFee: 'There was not enough SOL for the fee.',
  InsufficientFundsForRent: TOO_LITTLE_LEFT,
  InsufficientFunds: TOO_LITTLE_SOL,
  AccountNotRentExempt: TOO_LITTLE_LEFT,
  AlreadyProcessed: 'The same transaction was processed before.',
  BlockhashNotFound: TOO_OLD,
};
/** What the System program, the only one that this page uses, calls a balance that is too small. */
const CUSTOM_TOO_LITTLE = 1;

/** Says in words why the chain refused a transaction; `reason` is the error as the chain's JSON-RPC has it. */
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

/** By what nodes and wallets write in their messages. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/insufficient funds for rent|rent[- ]exempt/i, TOO_LITTLE_LEFT],
  [/insufficient (funds|lamports)|custom program error: 0x1\b/i, TOO_LITTLE_SOL],
  [/no record of a prior credit/i, SENTENCES['AccountNotFound'] ?? ''],
  [/blockhash not found|block height exceeded/i, TOO_OLD],
];

/** Finds a cause that a person understands in the message of a wallet or a node. */
export function findCause(message: string): string | undefined {
  return PATTERNS.find(([pattern]) => pattern.test(message))?.[1];
}

function splitWords(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
