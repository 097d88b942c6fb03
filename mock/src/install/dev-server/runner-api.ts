import type { IncomingMessage, ServerResponse } from 'node:http';
import { encodeBase64, isBytes, type JsonObject } from 'mobile-wallet-standard/endpoint';
import { HttpError, readJsonObject, send, sendError } from '../../sockets/http.js';
import type { ActivityEntry } from '../../wallet/activity.js';
import type { MockWallet } from '../../wallet/mock-wallet.js';
import { createWalletVerbs, type WalletVerbs } from '../testing/wallet-verbs.js';
import { refuseErrors } from './answers.js';
import { explainForeignProgram } from './own-program.js';
import { type RunnerCommand, readRunnerCommand } from './runner-command.js';
import type { ServedPhone } from './served-phone.js';

/** Answers a request of a test runner. */
export type RunnerApi = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const BODY_LIMIT = 64 * 1024;

/**
 * Creates what answers test runners at one address: GET with the wallet's state, and POST of a command with
 * the state after it. `isForThisMachine` says whether no other machine can reach the server.
 */
export function createRunnerApi(phone: ServedPhone, isForThisMachine: () => boolean): RunnerApi {
  const known = new WeakMap<MockWallet, WalletVerbs>();
  const getVerbs = (wallet: MockWallet): WalletVerbs => {
    const verbs = known.get(wallet) ?? createWalletVerbs(wallet, phone.launchLog);
    known.set(wallet, verbs);
    return verbs;
  };

  const readState = async (): Promise<JsonObject> => {
    const wallet = phone.getShownWallet();
    const { requests, launches, explainWaiting } = getVerbs(wallet);
    const { accounts, walletApps, settings, chain } = await phone.readWallet();
    const waitsFor = explainWaiting();
    return { accounts, walletApps, apps: wallet.getApps(), requests, launches, settings, chain, waitsFor };
  };

  const run = async (command: RunnerCommand, response: ServerResponse): Promise<object> => {
    const wallet = phone.getShownWallet();
    switch (command.type) {
      case 'answer-next':
        wallet.answerNext(command.decision, command.method);
        break;
      case 'set-accounts':
        await getVerbs(wallet).setAccounts(command.accounts);
        break;
      case 'wait-for-request':
        return waitForRequest(getVerbs(wallet), command, response);
      case 'chain':
        if (!phone.localChain)
          throw new TypeError('This chain is a cluster, which cannot be changed by hand.');
        await command.change(phone.localChain);
        break;
      case 'run':
        await phone.run(command.command);
        if (command.command.type === 'reset') phone.launchLog.clear();
    }
    return readState();
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<object> => {
    const reason = isForThisMachine()
      ? explainForeignProgram(request)
      : 'other machines can reach this server, too';
    if (reason !== undefined) {
      throw new HttpError(403, `Only programs on this machine may use this address: ${reason}`);
    }
    if (request.method === 'GET') return readState();
    if (request.method !== 'POST') throw new HttpError(405, 'GET the state, or POST a command');
    const body = await readJsonObject(request, BODY_LIMIT);
    return refuseErrors(() => run(readRunnerCommand(body), response));
  };

  return async (request, response) => {
    try {
      const body = JSON.stringify(await answer(request, response), toJson);
      send(response, 200, body, { 'Content-Type': 'application/json' });
    } catch (error) {
      sendError(response, error, 'GET, POST');
    }
  };
}

/** Resolves with the next request of a method. Stops waiting when the runner hangs up. */
async function waitForRequest(
  verbs: WalletVerbs,
  { method, timeoutMs }: Extract<RunnerCommand, { type: 'wait-for-request' }>,
  response: ServerResponse,
): Promise<ActivityEntry> {
  const end = new AbortController();
  response.once('close', () => end.abort());
  const timer = setTimeout(() => {
    // Written before the wait ends, because it names what is waited for.
    end.abort(new HttpError(504, `No request came in ${timeoutMs} ms. ${verbs.explainWaiting()}`));
  }, timeoutMs);
  try {
    return await verbs.waitForRequest(method, end.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Writes amounts as decimal texts, which may be larger than a number of JSON, and bytes as base64. */
function toJson(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return isBytes(value) ? encodeBase64(value) : value;
}
