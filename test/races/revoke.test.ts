import { describe, expect, it } from 'vitest';
import type { AuthorizationResult } from '../../src/protocol/types.js';
import { transact } from '../../src/transact/bytes.js';
import { encodeBase64, encodeUtf8 } from '../../src/util/bytes.js';
import { addAuthorization, getTokens, retireToken } from '../../src/wallet/grant/grant.js';
import { parseGrant } from '../../src/wallet/grant/stored-grant.js';
import { createPhone } from '../support/phone.js';
import { getError } from '../support/rejections.js';
import { createMemoryStore, setUp, setUpConnected } from '../support/wallet.js';

const CLOSED = { code: 'SESSION_CLOSED' };
const readTokens = ({ entries }: ReturnType<typeof createMemoryStore>): readonly string[] =>
  [...entries.values()].flatMap((text) => getTokens(parseGrant(text)));

describe('revoke', () => {
  it('waits for a pending signing call, in its session', async () => {
    const setup = await setUpConnected({ approve: 'manually' });
    const signing = setup.signText('a');
    const revoking = setup.revoke();
    await setup.approveNext();
    expect(await signing).toHaveLength(1);
    await revoking;
    expect(setup.phone.getMethods().slice(-2)).toEqual(['sign_messages', 'deauthorize']);
    expect(setup.phone.launches).toHaveLength(2);
    expect(setup.countAccounts()).toEqual([0]);
    await setup.expectQuiet();
  });

  it('rejects later calls, which sign nothing', async () => {
    const setup = await setUpConnected();
    const revoking = setup.revoke();
    const error = getError(setup.signText('a'));
    await revoking;
    expect(await error).toMatchObject(CLOSED);
    expect(setup.phone.getMethods()).not.toContain('sign_messages');
    await setup.expectQuiet();
  });

  it('causes one change and one launch for several calls at the same time', async () => {
    const setup = await setUpConnected();
    await Promise.all([setup.revoke(), setup.revoke()].map(getError));
    expect(setup.countAccounts()).toEqual([0]);
    expect(setup.phone.launches).toHaveLength(2);
    expect(setup.phone.getMethods().filter((method) => method === 'deauthorize')).toHaveLength(1);
    await setup.expectQuiet();
  });

  it('launches nothing if nothing was authorized', async () => {
    const setup = await setUp({ approve: 'manually' });
    await setup.revoke();
    expect(setup.phone.launches).toEqual([]);
    expect(setup.progress).toEqual([]);
  });

  it('keeps the tokens that are still valid if the session breaks, and can be tried again', async () => {
    const setup = await setUpConnected({ quirks: { hangsUpOn: 'deauthorize' } });
    expect(await getError(setup.revoke())).toMatchObject(CLOSED);
    expect(setup.wallet.accounts).toEqual([setup.account]);
    expect(setup.changes).toEqual([]);
    expect(await getError(setup.revoke())).toMatchObject(CLOSED);
    expect(setup.phone.launches).toHaveLength(3);
    await setup.expectQuiet();
  });

  it('revokes every authorization, even if a later one has replaced it', async () => {
    const setup = await setUpConnected();
    const [, auth_token = ''] = /"token":"([^"]+)"/.exec([...setup.store.entries.values()].join()) ?? [];
    await setup.signIn({});
    await setup.revoke();
    await setup.phone.whenIdle();
    await expect(
      transact(
        (wallet) => wallet.authorize({ chain: 'solana:devnet', auth_token, identity: { name: 'Example' } }),
        { launch: setup.phone.launch, dial: setup.phone.dial },
      ),
    ).toRejectWith('NOT_AUTHORIZED');
  });

  it('revokes a token that another wallet app refused, at the app that issued it', async () => {
    const accounts = [{ seed: new Uint8Array(32).fill(1) }];
    const [own, other] = await Promise.all([createPhone({ accounts }), createPhone({ accounts })]);
    let chosen = own;
    const store = createMemoryStore();
    const { wallet, connect, revoke, transact, signMessage } = await setUp(
      { approve: 'manually' },
      {
        store,
        launch: (uri, options) => chosen.launch(uri, options),
        dial: (url, options) => chosen.dial(url, options),
      },
    );
    const [account] = (await connect()).accounts;
    if (!account) throw new Error('no account');
    const auth_token = readTokens(store)[0] as string;
    await own.whenIdle();
    chosen = other;
    for (const text of ['a', 'b', 'c']) await signMessage({ account, message: encodeUtf8(text) });
    const tokensSent = other.requests.map(({ params }) => params['auth_token']);
    expect(tokensSent.filter((token) => token === auth_token)).toHaveLength(1);
    expect(readTokens(store)).toContain(auth_token);
    await other.whenIdle();
    chosen = own;
    await revoke();
    expect(own.requests).toContainEqual({ method: 'deauthorize', params: { auth_token } });
    expect(wallet.accounts).toEqual([]);
    const error = getError(transact((mobile) => mobile.authorize({ auth_token })));
    expect(await error).toMatchObject({ code: 'NOT_AUTHORIZED' });
    await Promise.all([own.whenIdle(), other.whenIdle()]);
  });

  it('revokes the last 20 tokens that were replaced or refused, each once', () => {
    const accounts: AuthorizationResult['accounts'] = [
      { address: encodeBase64(new Uint8Array(32)), chains: [] },
    ];
    const chain = 'solana:devnet';
    let grant = addAuthorization(undefined, { auth_token: '0', accounts }, chain);
    for (let index = 1; index <= 30; index++) {
      grant = addAuthorization(retireToken(grant, chain), { auth_token: `${index}`, accounts }, chain);
    }
    expect(getTokens(grant)).toEqual(Array.from({ length: 21 }, (_, index) => `${index + 10}`));
    const retired = retireToken(grant, chain);
    expect(getTokens(retired)).toEqual(Array.from({ length: 20 }, (_, index) => `${index + 11}`));
    expect(retireToken(retired, chain)).toBe(retired);
    expect(retired.byChain[chain]).not.toHaveProperty('token');
  });

  it('is settled by a disconnect, which revokes the tokens instead if the session is open', async () => {
    const setup = await setUpConnected({ approve: 'manually' });
    const signing = getError(setup.signText('a'));
    const revoking = getError(setup.revoke());
    await setup.person.next();
    await setup.disconnect();
    expect(await signing).toMatchObject(CLOSED);
    expect(await revoking).toMatchObject(CLOSED);
    expect(setup.phone.getMethods().at(-1)).toBe('deauthorize');
    expect(setup.wallet.accounts).toEqual([]);
    await setup.expectQuiet();
  });
});
