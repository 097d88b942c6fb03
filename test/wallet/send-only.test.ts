import { describe, expect, it } from 'vitest';
import { createMobileWallet } from '../../src/wallet/register.js';
import { error, reply } from '../faults/replies.js';
import { countRequests } from '../support/requests.js';
import { createTransaction, setUp, setUpConnected } from '../support/wallet.js';

const SIGN = 'solana:signTransaction';
const SEND_ONLY = { capabilities: { features: ['solana:signInWithSolana'] } } as const;
/** The mock wallet publishes the booleans of 1.x as well, as the reference wallet does. */
const isOffered = (wallet: ReturnType<typeof createMobileWallet>): readonly boolean[] => [
  SIGN in wallet.features,
  ...wallet.accounts.map(({ features }) => features.includes(SIGN)),
];

describe('a wallet whose capabilities do not include signing transactions', () => {
  it('offers the feature until it is connected, and not afterwards', async () => {
    const { wallet, connect, changes } = await setUp(SEND_ONLY);
    expect(isOffered(wallet)).toEqual([true]);
    await connect();
    expect(isOffered(wallet)).toEqual([false, false]);
    expect(wallet.features['solana:signAndSendTransaction']).toBeDefined();
    // One change, with the accounts (rule 24), in which no account has a feature that the wallet lacks (rule
    // 18).
    expect(changes).toEqual([{ accounts: wallet.accounts, features: wallet.features }]);
  });

  it('does not offer the feature after a reload, and offers it again when disconnected', async () => {
    const { settings } = await setUpConnected(SEND_ONLY);
    const wallet = createMobileWallet(settings);
    expect(isOffered(wallet)).toEqual([false, false]);
    await wallet.features['standard:disconnect'].disconnect();
    expect(isOffered(wallet)).toEqual([true]);
  });

  it.each(['solana:signTransactions', 'solana:signTransaction'])('offers it by the name %s', async (name) => {
    const { wallet } = await setUpConnected({ capabilities: { features: [name] } });
    expect(isOffered(wallet)).toEqual([true, true]);
  });

  it('offers the feature in a legacy session, in which every wallet must have it', async () => {
    const { wallet } = await setUpConnected({ ...SEND_ONLY, protocol: 'legacy' });
    expect(isOffered(wallet)).toEqual([true, true]);
  });

  it('does not offer the feature if the wallet app does not say what it supports in the next session', async () => {
    let isSilent = false;
    const { wallet, signText, phone } = await setUpConnected({
      ...SEND_ONLY,
      faults: [
        reply('get_capabilities', ({ result, ...rest }) =>
          isSilent ? { ...rest, error: { code: -32_603, message: 'No' } } : { ...rest, result },
        ),
      ],
    });
    isSilent = true;
    await signText('a');
    await phone.whenIdle();
    expect(countRequests(phone, 'get_capabilities')).toBe(2);
    expect(isOffered(wallet)).toEqual([false, false]);
  });

  it('offers the feature again in the next session after the app was updated to support it', async () => {
    const { wallet, signText, phone } = await setUpConnected(SEND_ONLY);
    phone.wallet.changeCapabilities({ features: ['solana:signTransactions'] });
    await signText('a');
    await phone.whenIdle();
    expect(isOffered(wallet)).toEqual([true, true]);
  });
});

describe('a wallet that answers sign_transactions with “method not found”', () => {
  const refusing = { faults: [error('sign_transactions', -32_601)] };

  it('stops offering the feature, and one that was captured before rejects with a typed error', async () => {
    const { wallet, signTransaction, signText, account, changes, phone } = await setUpConnected(refusing);
    const input = { account, transaction: createTransaction(account.address, 'a') };
    await expect(signTransaction(input)).toRejectWith('METHOD_NOT_SUPPORTED', { rpcCode: -32_601 });
    expect(isOffered(wallet)).toEqual([false, false]);
    expect(changes.at(-1)).toEqual({ accounts: wallet.accounts, features: wallet.features });
    await expect(signTransaction(input)).toRejectWith('METHOD_NOT_SUPPORTED', { rpcCode: -32_601 });
    // Its capabilities name the feature all the same; that does not bring it back, nor does another session.
    expect(isOffered(wallet)).toEqual([false, false]);
    await phone.whenIdle();
    await signText('a');
    expect(isOffered(wallet)).toEqual([false, false]);
  });

  it('stops offering the feature if a callback made the request, until a fresh authorization', async () => {
    const { wallet, transact, signText, account, phone } = await setUpConnected(refusing);
    const transactions = [createTransaction(account.address, 'a')];
    await expect(transact((mobile) => mobile.signTransactions({ transactions }))).toRejectWith(
      'METHOD_NOT_SUPPORTED',
    );
    expect(isOffered(wallet)).toEqual([false, false]);
    await phone.whenIdle();
    phone.wallet.revokeTokens();
    await signText('a');
    expect(isOffered(wallet)).toEqual([true, true]);
  });
});

describe('a wallet whose user declines to sign', () => {
  it('still offers the feature, and signs when the user approves', async () => {
    let approved = true;
    const { wallet, signTransaction, account } = await setUpConnected({ approve: () => ({ approved }) });
    const input = { account, transaction: createTransaction(account.address, 'a') };
    approved = false;
    await expect(signTransaction(input)).toRejectWith('USER_REJECTED');
    expect(isOffered(wallet)).toEqual([true, true]);
    approved = true;
    expect(await signTransaction(input)).toHaveLength(1);
  });
});
