import { describe, expect, it } from 'vitest';
import { decodeBase58, encodeBase58 } from '../../src/util/base58.js';
import { encodeBase64 } from '../../src/util/bytes.js';
import { formatGrant, type Grant, parseGrant } from '../../src/wallet/grant/stored-grant.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { localAuthorizationStore } from '../../src/wallet/store.js';
import { createPhone } from '../support/phone.js';
import { setUpRemote } from '../support/remote.js';
import { createTabs } from '../support/tabs.js';
import { connect, signText } from './calls.js';
import { OTHER_PUBLIC_KEY } from './lying-wallet.js';

/** A page with a wallet on another device, and the other tabs of its origin. */
async function setUp(...[walletOptions, options]: Parameters<typeof setUpRemote>) {
  const tabs = createTabs();
  const context = await setUpRemote(walletOptions, { store: localAuthorizationStore, ...options });
  const getKey = (): string => [...tabs.entries.keys()][0] ?? KEY;
  return {
    ...context,
    tabs,
    getGrant: () => parseGrant(tabs.entries.get(getKey())),
    /** Another tab writes a grant. */
    writeGrant: (grant: Grant) => tabs.write(getKey(), formatGrant(grant)),
  };
}

const KEY = 'mobile-wallet-standard:3:https://example.com:solana:devnet';
const OTHER_ADDRESS = encodeBase58(OTHER_PUBLIC_KEY);
const LOCAL_TOKEN = 'issued-on-this-device';

/** A grant by the wallet app on this device. */
const createLocalGrant = (address: string): Grant => ({
  chain: 'solana:devnet',
  byChain: { 'solana:devnet': { token: LOCAL_TOKEN, accounts: [{ address }] } },
  accounts: [
    {
      address,
      key: encodeBase64(decodeBase58(address)),
      chains: ['solana:devnet'],
      features: ['solana:signMessage'],
    },
  ],
});

describe('a wallet on another device', () => {
  it('does not replace the accounts that another tab has connected while the code was shown', async () => {
    const context = await setUp(
      {},
      {
        async onCode({ uri }) {
          context.writeGrant(createLocalGrant(OTHER_ADDRESS));
          await context.scanner.scan(uri);
        },
      },
    );
    const transact = context.wallet.features['mobile-wallet-standard:transact'].transact(async (wallet) =>
      wallet.authorize(),
    );
    await expect(transact).toRejectWith('ACCOUNT_NOT_AUTHORIZED');
    expect(context.getGrant()?.accounts.map(({ address }) => address)).toEqual([OTHER_ADDRESS]);
    expect(JSON.stringify(context.scanner.requests)).not.toContain(LOCAL_TOKEN);
  });

  it('does not bring back its accounts in an open session after another tab has changed them', async () => {
    const context = await setUp();
    await connect(context.wallet);
    context.writeGrant(createLocalGrant(OTHER_ADDRESS));
    await expect(signText(context.wallet)).toRejectWith('ACCOUNT_NOT_AUTHORIZED');
    expect(context.getGrant()?.accounts.map(({ address }) => address)).toEqual([OTHER_ADDRESS]);
    expect(JSON.stringify(context.scanner.requests)).not.toContain(LOCAL_TOKEN);
  });

  it('gets no token of the wallet app on this device while all are revoked, even if another tab has dropped it', async () => {
    const context = await setUp(
      {
        onRequest(method) {
          const grant = context.getGrant();
          if (method !== 'deauthorize' || !grant) return;
          const { 'solana:testnet': _, ...byChain } = grant.byChain;
          context.writeGrant({ ...grant, byChain });
        },
      },
      { chains: ['solana:devnet', 'solana:testnet'] },
    );
    const { address } = await connect(context.wallet);
    const grant = context.getGrant() as Grant;
    const testnet = { token: LOCAL_TOKEN, accounts: [{ address }] };
    context.writeGrant({ ...grant, byChain: { ...grant.byChain, 'solana:testnet': testnet } });
    const revoking = context.wallet.features['mobile-wallet-standard:transact'].revoke();
    await expect(revoking).toRejectWith(
      'ACCOUNT_NOT_AUTHORIZED',
      { address },
      expect.stringContaining('not in the wallet app'),
    );
    expect(context.wallet.accounts).toEqual([]);
    expect(context.getGrant()).toBeUndefined();
    expect(context.scanner.getMethods()).toContain('deauthorize');
    expect(JSON.stringify(context.scanner.requests)).not.toContain(LOCAL_TOKEN);
  });

  it('loses its session when another tab disconnects, and gets no token of the wallet app on this device', async () => {
    const context = await setUp();
    await connect(context.wallet);
    const grant = context.getGrant() as Grant;
    context.writeGrant({ ...grant, formerTokens: [LOCAL_TOKEN] });
    context.tabs.clear();
    await expect.poll(() => context.reflector.getStats().pairs).toBe(0);
    expect(context.wallet.accounts).toEqual([]);
    expect(context.scanner.getMethods()).toContain('deauthorize');
    expect(JSON.stringify(context.scanner.requests)).not.toContain(LOCAL_TOKEN);
  });

  it('leaves the link of the wallet app on this device as it is, also if the user cancels the scan', async () => {
    const baseUri = 'https://wallet.example/app';
    const context = await setUp({}, { local: 'never', onCode: ({ cancel }) => cancel() });
    context.tabs.write(KEY, formatGrant({ ...createLocalGrant(OTHER_ADDRESS), baseUri }));
    await expect(signText(context.wallet)).toRejectWith('USER_CANCELLED');
    expect(context.getGrant()).toMatchObject({ baseUri });
  });

  it('leaves one entry behind, which has nothing of the session', async () => {
    const context = await setUp();
    await connect(context.wallet);
    await signText(context.wallet);
    const [code] = context.codes;
    const { searchParams } = new URL(code?.uri ?? '');
    expect([...context.tabs.entries.keys()]).toEqual([KEY]);
    const text = context.tabs.entries.get(KEY);
    for (const name of ['association', 'id', 'reflector']) {
      expect(text).not.toContain(searchParams.get(name) ?? fail());
    }
    expect(text).not.toContain('hello');
  });

  it('does not make its token one of the wallet app on this device, in this tab or another', async () => {
    const context = await setUp();
    await connect(context.wallet);
    const grant = context.getGrant() as Grant;
    const token = grant.byChain['solana:devnet']?.token ?? fail();
    await context.scanner.leave();
    const phone = await createPhone();
    const { remote: _, ...settings } = context.settings;
    const local = createMobileWallet({ ...settings, launch: phone.launch, dial: phone.dial });
    await signText(local).catch(() => {});
    expect(phone.getMethods()).toContain('authorize');
    expect(JSON.stringify(phone.requests)).not.toContain(token);
  });
});

function fail(): never {
  throw new Error('missing');
}
