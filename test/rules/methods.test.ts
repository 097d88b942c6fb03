import { describe, expect, it } from 'vitest';
import { setUp, setUpConnected } from '../support/wallet.js';

type Method = (...inputs: readonly unknown[]) => unknown;

const JUNK: readonly unknown[] = [
  undefined,
  null,
  {},
  [],
  'text',
  1,
  { account: null, chain: null, options: null },
];

/** Takes every method that gives a promise off its object, as wallet pickers do. */
function detach({ wallet }: Awaited<ReturnType<typeof setUp>>): readonly (readonly [string, Method])[] {
  const features = Object.values(wallet.features) as readonly object[];
  return features.flatMap((feature) =>
    Object.entries(feature).filter(
      (entry): entry is [string, Method] => typeof entry[1] === 'function' && entry[0] !== 'on',
    ),
  );
}

describe('methods', () => {
  it('rule 12: every method returns a promise when it is detached and called with undefined', async () => {
    const context = await setUp();
    const methods = detach(context);
    expect(methods.map(([name]) => name).sort()).toEqual([
      'connect',
      'disconnect',
      'revoke',
      'signAndSendAllTransactions',
      'signAndSendTransaction',
      'signIn',
      'signMessage',
      'signOffchainMessage',
      'signTransaction',
      'transact',
    ]);
    for (const [name, method] of methods) {
      const result = method(undefined);
      expect([name, result instanceof Promise]).toEqual([name, true]);
      const [outcome] = await Promise.allSettled([result]);
      if (outcome?.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Error);
    }
    await context.phone.whenIdle();
  });

  it('rule 12: no argument makes a method throw, with accounts or without', async () => {
    for (const context of [await setUp(), await setUpConnected()]) {
      const methods = detach(context).filter(([name]) => !['connect', 'disconnect', 'revoke'].includes(name));
      for (const [name, method] of methods) {
        for (const junk of JUNK) {
          const results = [method(junk), method(junk, junk)];
          expect([name, junk, results.every((result) => result instanceof Promise)]).toEqual([
            name,
            junk,
            true,
          ]);
          for (const outcome of await Promise.allSettled(results)) {
            if (outcome.status === 'rejected')
              expect(outcome.reason).toMatchObject({ code: expect.any(String) });
          }
        }
      }
      await context.phone.whenIdle();
    }
  });

  it.each([[undefined], [{}], [{ silent: undefined }], [{ silent: false }], [null]])(
    'rule 12: connect(%j) asks the user',
    async (input) => {
      const { wallet, phone } = await setUp();
      const { connect } = wallet.features['standard:connect'];
      expect((await connect(input as undefined)).accounts).toHaveLength(1);
      expect(phone.launches).toHaveLength(1);
      await phone.whenIdle();
    },
  );

  it('rule 12: `on` works detached, and accepts unknown events', async () => {
    const { on, connect, disconnect, phone } = await setUp();
    const received: unknown[] = [];
    const off = on('change', () => received.push('change'));
    const onAny = on as (event: unknown, listener: Method) => () => void;
    const offs = ['connect', 'accountsChanged', undefined].map((event) =>
      onAny(event, () => received.push(event)),
    );
    await connect();
    off();
    await phone.whenIdle();
    await disconnect();
    for (const offOther of offs) offOther();
    expect(received).toEqual(['change']);
  });
});
