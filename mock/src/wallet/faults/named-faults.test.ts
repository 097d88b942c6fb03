import { type MobileWallet, transact } from 'mobile-wallet-standard/session';
import { afterEach, describe, expect, it } from 'vitest';
import { createLink, type Link } from '../../../../test/faults/link.js';
import { connectAuthorized, getResult, IDENTITY } from '../../../../test/support/mock-wallet.js';
import type { ActivityOutcome } from '../activity.js';
import type { MockWallet, MockWalletOptions } from '../mock-wallet.js';
import { createNamedFault, FAULT_NAMES, type FaultName, NAMED_FAULTS } from './named-faults.js';

const links: Link[] = [];

afterEach(async () => {
  await Promise.all(links.splice(0).map((link) => link.close()));
});

/** How `signMessages` ends when its reply has the fault. */
const OUTCOMES: Readonly<Record<FaultName, string>> = {
  'wrong-id': 'PROTOCOL_VIOLATION',
  'not-json': 'PROTOCOL_VIOLATION',
  'no-result': 'PROTOCOL_VIOLATION',
  'result-of-wrong-type': 'INVALID_RESPONSE',
  'unknown-error-code': 'WALLET_ERROR',
  'bad-tag': 'PROTOCOL_VIOLATION',
  'wrong-sequence-number': 'PROTOCOL_VIOLATION',
  'repeated-frame': 'success',
  // Nothing is missing for the dapp but the reply, so the test leaves the wallet.
  'empty-frame': 'SESSION_CLOSED',
  'short-frame': 'PROTOCOL_VIOLATION',
  'text-frame': 'PROTOCOL_VIOLATION',
  'close-1000': 'SESSION_CLOSED',
  'close-1001': 'SESSION_CLOSED',
  'close-1011': 'SESSION_CLOSED',
  drop: 'SESSION_CLOSED',
  deaf: 'success',
};

/**
 * Authorizes over a real WebSocket, prepares the wallet, and returns how a call of `signMessages` ends then.
 */
async function run(options: MockWalletOptions, prepare: (wallet: MockWallet) => void) {
  const link = await createLink('socket', options);
  links.push(link);
  const { wallet } = link;
  const sign = async (session: MobileWallet): Promise<string> => {
    const { accounts } = await session.authorize({ chain: 'solana:devnet', identity: IDENTITY });
    prepare(wallet);
    const addresses = [accounts[0]?.address ?? ''];
    const signed = session.signMessages({ addresses, payloads: [Uint8Array.of(1)] });
    const outcome = signed.then(
      () => 'success',
      (error: { code: string }) => error.code,
    );
    const answer = await whenAnswered(wallet);
    if ('unanswered' in answer && answer.unanswered === 'silence') void link.close();
    return outcome;
  };
  return { wallet, outcome: await transact(sign, link) };
}

/** Resolves with the end of a request to sign. */
function whenAnswered(wallet: MockWallet): Promise<ActivityOutcome> {
  return new Promise((resolve) => {
    const stop = wallet.watch(() => {
      const last = wallet.getActivity().at(-1);
      if (last?.method !== 'sign_messages' || !last.outcome) return;
      stop();
      resolve(last.outcome);
    });
  });
}

describe('named faults', () => {
  it.each(FAULT_NAMES)('%s is an answer to one request', async (name) => {
    const { wallet, outcome } = await run({}, ({ answerNext }) =>
      answerNext({ instead: { type: 'fault', name } }),
    );
    expect(outcome).toBe(OUTCOMES[name]);
    const { unanswered } = NAMED_FAULTS[name];
    expect(wallet.getActivity().at(-1)).toMatchObject({
      decision: 'fault',
      fault: name,
      outcome: unanswered ? { unanswered } : { result: { signed_payloads: [expect.any(String)] } },
    });
  });

  it.each(['no-result', 'drop'] as const)('%s is a setting for every request for approval', async (fault) => {
    const { wallet, outcome } = await run({}, ({ changeSettings }) => changeSettings({ fault }));
    expect(outcome).toBe(OUTCOMES[fault]);
    expect(wallet.getActivity().at(-1)).toMatchObject({ decision: 'approved', fault });
  });

  it('a setting spares requests that ask nobody', async () => {
    const { dapp, wallet, token } = await connectAuthorized();
    wallet.changeSettings({ fault: 'not-json' });
    expect(await getResult(dapp, 'get_capabilities')).toHaveProperty('features');
    expect(await getResult(dapp, 'authorize', { auth_token: token })).toHaveProperty('accounts');
    await expect(dapp.call('authorize', {})).toRejectWith('PROTOCOL_VIOLATION');
  });

  it.each(['bad-tag', 'close-1011'] as const)('%s is a fault of a method', async (name) => {
    const { outcome } = await run({ faults: [createNamedFault(name, 'sign_messages')] }, () => {});
    expect(outcome).toBe(OUTCOMES[name]);
  });
});
