import { type OnProgress, registerMobileWallet } from 'mobile-wallet-standard';
import { transact } from 'mobile-wallet-standard/session';
import { getJob, type Job } from './jobs.js';

/** Tells the test how each session ended. */
declare const report: (outcome: string) => Promise<void>;

// A dapp that is never reloaded. Each tap is a whole session: connect, sign, disconnect.
const identity = { name: 'Example' };
const chain = 'solana:devnet';
const message = new TextEncoder().encode('hello');
let endSession = (): void => {};
const onProgress: OnProgress = ({ state }) => {
  if (state === 'idle') endSession();
};
const registration = registerMobileWallet({ identity, chains: [chain], local: 'always', onProgress });

const SESSIONS: Readonly<Record<Job['api'], (fault: Job['fault']) => Promise<unknown>>> = {
  async standard() {
    if (!registration.registered) throw new Error(registration.reason);
    const { features } = registration.wallet;
    try {
      const [account] = (await features['standard:connect'].connect()).accounts;
      if (account) await features['solana:signMessage'].signMessage({ account, message });
    } finally {
      await features['standard:disconnect'].disconnect();
    }
  },
  raw(fault) {
    const controller = new AbortController();
    return transact(
      async (wallet) => {
        const { accounts, auth_token } = await wallet.authorize({ identity, chain });
        const signed = wallet.signMessages({ addresses: [accounts[0].address], payloads: [message] });
        if (fault === 'aborted') controller.abort(new Error('aborted'));
        await signed;
        if (fault === 'thrown') throw new Error('thrown');
        await wallet.deauthorize({ auth_token });
      },
      { signal: controller.signal, onProgress },
    );
  },
};

const describe = (error: Error & { code?: string }): string => error.code ?? error.message;

let number = 0;
addEventListener('click', async () => {
  const { api, fault } = getJob(number++);
  const idle = new Promise<void>((resolve) => {
    endSession = resolve;
  });
  const outcome = await SESSIONS[api](fault).then(() => 'ok', describe);
  await idle;
  await report(outcome);
});
