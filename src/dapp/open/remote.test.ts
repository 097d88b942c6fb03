import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createReflector, type ReflectorOptions } from '../../../mock/src/sockets/reflector.js';
import { openSession } from '../../../test/support/open-by-attempts.js';
import { collectCodes, createScanner } from '../../../test/support/remote.js';
import { joinRemoteAssociation } from '../../connection/join.js';
import { parseAssociationUri } from '../../protocol/association.js';
import { transact } from '../../transact/bytes.js';
import { delay } from '../../util/abort.js';
import { MobileWalletError } from '../../util/errors.js';
import type { DialogChoice, SessionUi } from './session-ui.js';

async function setUp(options: ReflectorOptions = {}) {
  const reflector = await createReflector(options);
  const scanner = await createScanner();
  onTestFinished(reflector.close);
  onTestFinished(scanner.leave);
  return { scanner, reflector, remote: { type: 'reflector', host: reflector.host } as const };
}

describe('transact with a wallet on another device', () => {
  it('runs its callback after a scan', async () => {
    const { scanner, remote } = await setUp();
    const { scan, codes } = collectCodes(({ uri }) => scanner.scan(uri));
    const { accounts } = await transact((wallet) => wallet.authorize({ chain: 'solana:devnet' }), {
      remote,
      scan,
    });
    expect(accounts[0]?.address).toMatch(/./);
    expect(codes).toMatchObject([{ reason: 'first', uri: expect.stringContaining('/associate/remote?') }]);
  });

  it('rejects at once without a WebSocket, as in Node 20', async () => {
    const { remote } = await setUp();
    vi.stubGlobal('WebSocket', undefined);
    const { scan, codes } = collectCodes(() => {});
    await expect(transact(() => {}, { remote, scan })).toRejectWith('INVALID_ARGUMENT', {
      argument: 'remote',
    });
    expect(codes).toEqual([]);
  });

  it('goes on if the dialog fails when it is hidden', async () => {
    const { scanner, remote } = await setUp();
    const { scan } = collectCodes(async ({ uri, signal }) => {
      const hidden = new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('hidden')));
      });
      await scanner.scan(uri);
      await hidden;
    });
    const { accounts } = await transact((wallet) => wallet.authorize(), { remote, scan });
    expect(accounts).toHaveLength(1);
  });

  it('rejects with the signal’s reason while the code is shown', async () => {
    const { remote } = await setUp();
    const controller = new AbortController();
    const { scan, codes } = collectCodes(() => controller.abort(new Error('enough')));
    const call = transact(() => {}, { remote, scan, signal: controller.signal });
    await expect(call).rejects.toThrow('enough');
    expect(codes[0]?.signal.aborted).toBe(true);
  });

  it('shows no fresh code in a hidden page, but does when the user returns', async () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
    vi.stubGlobal('document', page);
    const { scanner, reflector, remote } = await setUp({ halfOpenTimeout: 1_200 });
    const { scan, getReasons } = collectCodes(({ uri }, count) => count === 2 && scanner.scan(uri));
    const call = transact(() => 'done', { remote, scan });
    await expect.poll(getReasons).toEqual(['first']);
    await expect.poll(() => reflector.getStats().halfOpen).toBe(0);
    // Long enough for another offer at this reflector.
    await delay(300, new AbortController().signal);
    expect(getReasons()).toEqual(['first']);
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    expect(await call).toBe('done');
    expect(getReasons()).toEqual(['first', 'expired']);
  });

  it('ends, typed, when somebody else has joined', async () => {
    const { remote } = await setUp();
    const { scan, codes } = collectCodes(async ({ uri }) => {
      const channel = await joinRemoteAssociation(parseAssociationUri(uri));
      await channel.read();
      channel.send(new Uint8Array(65));
    });
    await expect(transact(() => {}, { remote, scan })).toRejectWith('PROTOCOL_VIOLATION');
    expect(codes).toHaveLength(1);
  });
});

describe('where the wallet app on this device is tried first', () => {
  const fail = () => Promise.reject(new MobileWalletError('WALLET_NOT_FOUND', 'none'));

  const createUi = (choice: DialogChoice) => {
    const asked: unknown[] = [];
    const ui: SessionUi = {
      waiting: () => {},
      permission: () => Promise.reject(new Error('nobody asks')),
      blocked: () => Promise.reject(new Error('nothing is blocked')),
      async notFound({ choices }) {
        asked.push(choices);
        return choice;
      },
    };
    return { ui, asked };
  };

  it('a code is shown when the user asks for it', async () => {
    const { scanner, remote } = await setUp();
    const { ui, asked } = createUi('qr-code');
    const { scan, codes } = collectCodes(({ uri }) => scanner.scan(uri));
    const config = { remote, scan, launch: fail };
    const session = await openSession(config, ui, { way: 'local' });
    expect(asked).toEqual([['try-again', 'relay', 'qr-code']]);
    expect(codes).toHaveLength(1);
    expect(session.transport).toBe('reflector');
    session.close();
  });

  it('no code is shown when the user closes the dialog', async () => {
    const { remote } = await setUp();
    const { scan, codes } = collectCodes(() => {});
    const opening = openSession({ remote, scan, launch: fail }, createUi('cancel').ui, { way: 'local' });
    await expect(opening).toRejectWith('WALLET_NOT_FOUND');
    expect(codes).toEqual([]);
  });

  it('an error of the dapp’s own `scan` is the caller’s, whatever its code', async () => {
    const { remote } = await setUp();
    const { ui, asked } = createUi('try-again');
    const error = new MobileWalletError('WALLET_NOT_FOUND', 'its own');
    const opening = openSession({ remote, scan: () => Promise.reject(error) }, ui);
    await expect(opening).rejects.toBe(error);
    expect(asked).toEqual([]);
  });

  it('no code is offered without `remote`', async () => {
    await setUp();
    const { ui, asked } = createUi('cancel');
    await expect(openSession({ launch: fail }, ui)).toRejectWith('WALLET_NOT_FOUND');
    expect(asked).toEqual([['try-again']]);
  });
});
