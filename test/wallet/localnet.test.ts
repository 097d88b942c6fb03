import { describe, expect, it } from 'vitest';
import { createLiteSvmChain } from '../../mock/src/chain/litesvm-chain.js';
import { transact } from '../../src/transact/bytes.js';
import { fetchBlockhash } from '../support/chain.js';
import { createPhone } from '../support/phone.js';
import { getParams } from '../support/requests.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createTransaction, setUp, setUpConnected } from '../support/wallet.js';

const chain = 'solana:localnet';
const options = { chains: [chain] } as const;

describe('solana:localnet', () => {
  it('is used to connect, sign and send like every other chain', async () => {
    const svm = createLiteSvmChain();
    const { wallet, signAndSendTransaction, phone, account } = await setUpConnected({ chain: svm }, options);
    expect([wallet.chains, account.chains]).toEqual([[chain], [chain]]);
    svm.airdrop(account.address, 1_000_000_000n);
    const transaction = createTransaction(account.address, 'a', await fetchBlockhash(svm));
    const input = { account, transaction, chain } as const;
    expect(await getSignTransaction(wallet.features).signTransaction(input)).toHaveLength(1);
    const sent = await signAndSendTransaction(input);
    expect(sent[0]?.signature).toHaveLength(64);
    expect(svm.getBalance(account.address)).toBeLessThan(1_000_000_000n);
    await phone.whenIdle();
    const asked = getParams(phone, 'authorize').map((params) => params['chain']);
    expect(new Set(asked)).toEqual(new Set([chain]));
  });

  it('is used to sign in, and together with other chains', async () => {
    const { wallet, signIn, phone } = await setUp({}, { chains: ['solana:devnet', chain] });
    for (const chainId of ['localnet', chain]) {
      await signIn({ chainId });
      expect(getParams(phone, 'authorize').at(-1)?.['chain']).toBe(chain);
    }
    expect(wallet.accounts[0]?.chains).toEqual([chain, 'solana:devnet']);
    await phone.whenIdle();
  });

  it('is refused before it is sent to a 1.x wallet, which has no name for it', async () => {
    const refused = ['INVALID_ARGUMENT', { argument: 'chain' }] as const;
    const { connect, phone } = await setUp({ protocol: 'legacy' }, options);
    await expect(connect()).toRejectWith(...refused);
    const other = await createPhone({ protocol: 'legacy' });
    await expect(transact((mobile) => mobile.authorize({ chain }), other)).toRejectWith(...refused);
    expect([...phone.getMethods(), ...other.getMethods()]).not.toContain('authorize');
  });
});
