import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import type { InstructionSummary, TransactionSummary } from '../chain.js';
import { NATIVE_MINT } from '../instructions/program-addresses.js';
import { formatAmount, formatNumber, formatSol, shortenAddress } from '../text.js';
import { caution, danger, type Warning } from '../warnings.js';

/** Most wallets and dapps pay less than a tenth of this, even when the network is busy. */
const LARGE_PRIORITY_FEE = 10_000_000n;
const RUINOUS_PRIORITY_FEE = 500_000_000n;
/**
 * An account counts as emptied when less than one part in so many is left, because many thieves leave the
 * rent.
 */
const EMPTIED_SHARE = 100n;
/** The data of the instruction that advances a nonce. */
const ADVANCE_NONCE = [4, 0, 0, 0];

/** What an account had and has left of SOL or of a token. */
type Change = Readonly<{ before: bigint; after: bigint }>;

/**
 * Returns what the owner of `addresses` (base58) should know before signing a transaction: the warnings of
 * all its instructions, also of those that programs call, as far as they concern these addresses; an account
 * that is emptied; a large priority fee; a program that the wallet does not know and that takes tokens, or
 * whose effects the wallet cannot see; and a transaction that never expires.
 */
export function getTransactionWarnings(
  summary: TransactionSummary,
  addresses: readonly string[],
): readonly Warning[] {
  const ownAddresses = new Set(addresses);
  return [
    ...getInstructionWarnings(summary.instructions).filter((warning) => concerns(warning, ownAddresses)),
    ...getEmptiedOfSol(summary, ownAddresses),
    ...getEmptiedOfTokens(summary, ownAddresses),
    ...getPriorityFeeWarnings(summary),
    ...getUnknownProgramWarnings(summary, ownAddresses),
    ...getNonceWarnings(summary),
  ];
}

/**
 * Returns what the user should know of transactions that are sent one after another, beside each one's own
 * warnings.
 */
export function getBatchWarnings(summaries: readonly TransactionSummary[]): readonly Warning[] {
  const [first, ...later] = summaries;
  const failing = later.filter(({ error }) => error !== undefined).length;
  if (first?.error !== undefined || failing === 0) return [];
  const count = `${formatNumber(failing)} of the ${formatNumber(summaries.length)} transactions`;
  const text = `${count} would fail if all are sent in this order. The others would still be carried out.`;
  return [caution('later-fail', text)];
}

/** Returns the addresses of what instructions give rights over, each once. */
export function getRightAddresses(instructions: readonly InstructionSummary[]): readonly string[] {
  const warnings = flattenInstructions(instructions).flatMap((instruction) => instruction.warnings ?? []);
  return [...new Set(warnings.flatMap(({ right }) => (right ? [right.over] : [])))];
}

/**
 * Leaves out permission to spend that a later instruction takes back, because it ends with the transaction.
 */
function getInstructionWarnings(instructions: readonly InstructionSummary[]): readonly Warning[] {
  const all = flattenInstructions(instructions);
  return all.flatMap(({ warnings = [] }, index) =>
    warnings.filter(({ right }) => {
      const isDelegate = right?.kind === 'spend-all' || right?.kind === 'spend-some';
      return !isDelegate || !all.slice(index + 1).some(({ takesBack }) => takesBack === right.over);
    }),
  );
}

/** Returns instructions with those that they called, in the order in which they are carried out. */
export function flattenInstructions(
  instructions: readonly InstructionSummary[],
): readonly InstructionSummary[] {
  return instructions.flatMap((instruction) => [
    instruction,
    ...flattenInstructions(instruction.inner ?? []),
  ]);
}

function concerns({ signers, receiver }: Warning, ownAddresses: ReadonlySet<string>): boolean {
  const isOwnLoss = signers === undefined || signers.some((signer) => ownAddresses.has(signer));
  return isOwnLoss && (receiver === undefined || !ownAddresses.has(receiver));
}

function getEmptiedOfSol(
  { balanceChanges, fee = 0n }: TransactionSummary,
  ownAddresses: ReadonlySet<string>,
) {
  const changes = balanceChanges.filter(({ address }) => ownAddresses.has(address));
  const emptied = changes.filter((change) => {
    const { before, after } = change;
    return after * EMPTIED_SHARE < before && after + fee < before && isLost(change, changes);
  });
  return emptied.map(({ address, before, after }) => {
    const [all, amount] =
      after === 0n
        ? ['all', formatSol(before)]
        : ['almost all', `${formatSol(before - after)} of ${formatSol(before)}`];
    const text = `This takes ${all} SOL out of your account ${shortenAddress(address)}: ${amount}.`;
    return danger('empties-account', text);
  });
}

function getEmptiedOfTokens({ tokenChanges = [] }: TransactionSummary, ownAddresses: ReadonlySet<string>) {
  const changes = tokenChanges.filter(({ owner, mint }) => ownAddresses.has(owner) && mint !== NATIVE_MINT);
  const emptied = changes.filter((change) => {
    const ofSameToken = changes.filter(({ mint }) => mint === change.mint);
    // Whoever gives away the only one there is, gives away all of it.
    return !change.isNft && change.after === 0n && change.before > 0n && isLost(change, ofSameToken);
  });
  return emptied.map(({ mint, before, decimals }) => {
    const amount = `${formatAmount(before, decimals)} of token ${shortenAddress(mint)}`;
    return caution('empties-token-account', `This takes all that your token account holds: ${amount}.`);
  });
}

/** Whether most of what leaves an account goes to others than the owner's other accounts. */
function isLost(change: Change, ownChanges: readonly Change[]): boolean {
  const lost = ownChanges.reduce((sum, { before, after }) => sum + before - after, 0n);
  return lost * 2n > change.before - change.after;
}

function getPriorityFeeWarnings({ priorityFee = 0n }: TransactionSummary): readonly Warning[] {
  if (priorityFee < LARGE_PRIORITY_FEE) return [];
  const warn = priorityFee < RUINOUS_PRIORITY_FEE ? caution : danger;
  const text = `This pays the network ${formatSol(priorityFee)} to be faster. That is far more than usual.`;
  return [warn('large-priority-fee', text)];
}

/** A transaction that begins by advancing a nonce has no blockhash that expires. */
function getNonceWarnings({ instructions: [first] }: TransactionSummary): readonly Warning[] {
  const isNonce =
    first?.program === SYSTEM_PROGRAM_ADDRESS &&
    ADVANCE_NONCE.every((byte, index) => first.data[index] === byte);
  const text =
    'This transaction never expires. Once you have signed it, the app can send it at any later time.';
  return isNonce ? [caution('never-expires', text)] : [];
}

/** A program is unknown if neither the wallet nor an IDL has a name for it. */
function getUnknownProgramWarnings(
  { instructions, balanceChanges, tokenChanges, error, accounts = [] }: TransactionSummary,
  ownAddresses: ReadonlySet<string>,
): readonly Warning[] {
  const unknown = instructions.filter(({ programName }) => programName === undefined);
  const touched = new Set(unknown.flatMap((instruction) => instruction.accounts));
  if (error !== undefined || tokenChanges === undefined) {
    const text =
      'A program that this wallet does not know gets control of your account, and the wallet cannot see what it does with it.';
    const hasControl = accounts.some(
      ({ address, isSigner }) => isSigner && ownAddresses.has(address) && touched.has(address),
    );
    return hasControl ? [caution('unseen-effects', text)] : [];
  }
  const changes = tokenChanges.filter(({ owner }) => ownAddresses.has(owner));
  const isTaken = changes.some(({ address, before, after }) => after < before && touched.has(address));
  // A swap gives another token or SOL for what it takes.
  const ownBalances = balanceChanges.filter(({ address }) => ownAddresses.has(address));
  const hasGain = [...changes, ...ownBalances].some(({ before, after }) => after > before);
  const text =
    'A program that this wallet does not know takes tokens out of your account, and nothing comes back.';
  return isTaken && !hasGain ? [caution('unknown-program-takes-tokens', text)] : [];
}
