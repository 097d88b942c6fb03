import { address, type EncodedAccount, lamports } from '@solana/kit';
import { LiteSVM } from 'litesvm';
import { ChainError } from '../../explain/chain.js';
import { type Account, createMissingAccount, type Svm } from '../../explain/svm.js';
import { isExecuted, type LiteSvmResult, readResult } from './result.js';

/** At most as many steps from LiteSVM's first blockhash; each takes about 2 µs. */
const MAX_STEPS = 2 ** 14;

/**
 * Creates a LiteSVM with its built-in and SPL programs. `prepare` adds others, and is called again by every
 * reset. Every LiteSVM has the same sequence of blockhashes, of which durable nonces are made. It starts at a
 * random position, and goes on after a reset: otherwise the same transaction after a restart would have the
 * same signature.
 */
export function createLiteSvm(prepare: (svm: LiteSVM) => void = () => {}): Svm {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  let steps = random % MAX_STEPS;
  let svm = start();

  function start(): LiteSVM {
    const started = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n).withNativeMints();
    prepare(started);
    return started;
  }

  const genesisHash = svm.latestBlockhash();
  const { slotsPerEpoch, firstNormalEpoch, firstNormalSlot } = svm.getEpochSchedule();
  skip(svm, steps);
  return {
    genesisHash,
    firstSlot: svm.getClock().slot,
    epochSchedule: { slotsPerEpoch, firstNormalEpoch, firstNormalSlot },
    getAccount: (key) => {
      const account = svm.getAccount(address(key));
      return account.exists ? readAccount(account) : undefined;
    },
    getBalance: (key) => svm.getBalance(address(key)) ?? 0n,
    getProgramAccounts: (program) => svm.getProgramAccounts(address(program)).map(readAccount),
    setAccount: (account) => writeAccount(svm, account),
    getMinimumBalance: (size) => svm.minimumBalanceForRentExemption(size),
    startBlock: ({ slot, epoch, time }, slotHashes) => {
      svm.expireBlockhash();
      steps += 1;
      const clock = svm.getClock();
      clock.slot = slot;
      clock.unixTimestamp = time;
      clock.epoch = epoch;
      clock.leaderScheduleEpoch = epoch + 1n;
      svm.setClock(clock);
      svm.setSlotHashes([...slotHashes]);
    },
    reset: () => {
      svm = start();
      skip(svm, steps);
    },
    simulate: ({ transaction }, verify) => {
      const result = callLiteSvm(() => svm.withSigverify(verify).simulateTransaction(transaction));
      const postAccounts = 'postAccounts' in result ? result.postAccounts().map(readAccount) : [];
      return { ...readResult(result), postAccounts };
    },
    execute: ({ transaction }, verify) => {
      const result = callLiteSvm(() => svm.withSigverify(verify).sendTransaction(transaction));
      const [payer] = Object.keys(transaction.signatures);
      // LiteSVM keeps the account whose last lamports paid for a failed transaction. For Solana it does not
      // exist.
      if (payer !== undefined && svm.getBalance(address(payer)) === 0n)
        writeAccount(svm, createMissingAccount(payer));
      return { ...readResult(result), isExecuted: isExecuted(result) };
    },
  };
}

function skip(svm: LiteSVM, steps: number): void {
  for (let step = 0; step < steps; step++) svm.expireBlockhash();
}

function callLiteSvm<T extends LiteSvmResult>(call: () => T): T {
  try {
    return call();
  } catch (cause) {
    throw new ChainError('malformed', 'The chain could not read the transaction', { cause });
  }
}

function readAccount(account: EncodedAccount): Account {
  const { address, programAddress, lamports, data, executable } = account;
  return { address, owner: programAddress, lamports, data: Uint8Array.from(data), executable };
}

/** Adds or replaces an account. */
export function writeAccount(svm: LiteSVM, account: Account): void {
  svm.setAccount({
    address: address(account.address),
    programAddress: address(account.owner),
    lamports: lamports(account.lamports),
    data: account.data,
    executable: account.executable,
    space: BigInt(account.data.length),
  });
}
