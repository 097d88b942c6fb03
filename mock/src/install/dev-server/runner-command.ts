import { isJsonObject, type JsonObject } from 'mobile-wallet-standard/endpoint';
import * as v from 'valibot';
import { readCommand } from '../../phone/read-command.js';
import type { WalletCommand } from '../../phone/wallet-state.js';
import { definedObject, integerTo, parse, text, truth } from '../../values/parse.js';
import type { ApprovalDecision } from '../../wallet/approval.js';
import { assertRequestMethod, type RequestMethod } from '../../wallet/faults/fault.js';
import { readDecision } from '../../wallet/state/planned-answers.js';
import type { TestAccount } from '../testing/wallet-verbs.js';
import { type ChainChange, readChainCommand, units } from './chain-command.js';

/** What a test in any runner can do with a wallet. */
export type RunnerCommand = Readonly<
  /** Decides the next request that asks the user, or with `method` the next of this method. */
  | { type: 'answer-next'; decision: ApprovalDecision; method?: RequestMethod }
  /** Replaces the accounts. Those that the wallet has already keep their grants. */
  | { type: 'set-accounts'; accounts: readonly TestAccount[] }
  /** Waits for a request of the method that no such command has been answered with. */
  | { type: 'wait-for-request'; method: RequestMethod; timeoutMs: number }
  /** Changes the chain by hand, or how its JSON-RPC answers. */
  | { type: 'chain'; change: ChainChange }
  /** What the wallet's own screens can do. */
  | { type: 'run'; command: WalletCommand }
>;

const MAX_MS = 600_000;
const TIMEOUT_MS = 30_000;
const MAX_ACCOUNTS = 100;

const seed = v.pipe(
  v.array(integerTo(255), 'must be an array of bytes'),
  v.transform((bytes) => Uint8Array.from(bytes)),
);
const accounts = v.pipe(
  v.array(
    v.object({
      label: v.exactOptional(text),
      seed: v.exactOptional(seed),
      isGranted: v.exactOptional(truth),
    }),
    'must be an array of accounts',
  ),
  v.minLength(1, 'must have an account'),
  v.maxLength(MAX_ACCOUNTS, `must have at most ${MAX_ACCOUNTS} accounts`),
);
const setAccounts = v.pipe(definedObject, v.object({ accounts }));
const waitForRequest = v.pipe(
  definedObject,
  v.object({ timeoutMs: v.optional(integerTo(MAX_MS), TIMEOUT_MS) }),
);
const lamports = v.pipe(definedObject, v.object({ lamports: units }));
const newAccount = v.pipe(definedObject, v.object({ seed: v.exactOptional(seed) }));

/** Reads a command of a test runner, as JSON. Throws a TypeError or RangeError if it is none. */
export function readRunnerCommand(command: JsonObject): RunnerCommand {
  const { type, method, ...members } = command;
  switch (type) {
    case 'approve-next':
      return answerNext({ ...members, approved: true }, method);
    case 'decline-next':
      return answerNext({ ...members, approved: false }, method);
    case 'fail-next': {
      const { afterMs, ...error } = members;
      return answerNext({ instead: { ...error, type: 'error' }, afterMs }, method);
    }
    case 'answer-next':
      return answerNext(members['decision'], method);
    case 'set-accounts':
      return { type, ...parse(setAccounts, members, 'command') };
    case 'wait-for-request':
      return { type, method: readMethod(method), ...parse(waitForRequest, members, 'command') };
    case 'airdrop':
      return run({ ...command, ...parse(lamports, command, 'command') });
    case 'add-account':
      return run({ ...command, ...parse(newAccount, command, 'command') });
    // A test begins anew with all of it.
    case 'reset':
      return run({ type, hasSettings: true });
    default: {
      const change = readChainCommand(command);
      return change ? { type: 'chain', change } : run(command);
    }
  }
}

function answerNext(decision: unknown, method: unknown): RunnerCommand {
  if (!isJsonObject(decision)) throw new TypeError('`command.decision` must be an object.');
  return {
    type: 'answer-next',
    decision: readDecision(decision, MAX_MS),
    ...(method !== undefined && { method: readMethod(method) }),
  };
}

function run(command: JsonObject): RunnerCommand {
  return { type: 'run', command: readCommand(command) };
}

function readMethod(method: unknown): RequestMethod {
  assertRequestMethod(method);
  return method;
}
