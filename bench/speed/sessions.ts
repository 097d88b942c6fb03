import { transact as transactAsPeer } from '@solana-mobile/mobile-wallet-adapter-protocol';
import {
  base64FromUint8Array,
  base64ToUint8Array,
} from '@solana-mobile/mobile-wallet-adapter-protocol/encoding';
import { transact } from 'mobile-wallet-standard/session';
import { CHAIN as chain, IDENTITY as identity, type Library } from '../dapp.js';
import type { Control } from './control.js';
import { createFloorAssociation, openFloor, signByFloor } from './floor.js';
import { blur, catchLaunch } from './launches.js';

/** A library, or a page's bare code (the floor). */
export type Who = 'floor' | Library;

/** A session whose transactions are bytes. */
export type BenchSession = Readonly<{
  authorize(): Promise<unknown>;
  sign(transactions: readonly Uint8Array[]): Promise<readonly Uint8Array[]>;
}>;

/** When the page loses its focus: when the wallet listens, or when it is launched. */
export type Blurring = 'ready' | 'launched';

/**
 * Opens a session in response to a tap and calls `use` with it. Resolves with the result of `use` and with
 * the time when the wallet began to listen, by the page's clock. The floor connects only then, and only once.
 */
export async function runSession<T>(
  who: Who,
  control: Control,
  use: (session: BenchSession) => Promise<T>,
  { after = 0, blurring = 'ready' as Blurring } = {},
): Promise<Readonly<{ listening: number; result: T }>> {
  if (who === 'floor') return runFloor(control, use, after);
  const launch = catchLaunch();
  const running =
    who === 'own'
      ? transact((wallet) =>
          use({
            authorize: () => wallet.authorize({ chain, identity }),
            sign: (transactions) => wallet.signTransactions({ transactions }),
          }),
        )
      : transactAsPeer((wallet) =>
          use({
            authorize: () => wallet.authorize({ chain, identity }),
            async sign(transactions) {
              const payloads = transactions.map((transaction) =>
                base64FromUint8Array(transaction as Uint8Array<ArrayBuffer>),
              );
              const { signed_payloads } = await wallet.signTransactions({ payloads });
              return signed_payloads.map((payload) => base64ToUint8Array(payload));
            },
          }),
        );
  const { uri } = await launch;
  const opened = control.open(uri, after);
  if (blurring === 'launched') blur();
  const listening = await opened;
  if (blurring === 'ready') blur();
  return { listening, result: await running };
}

async function runFloor<T>(
  control: Control,
  use: (session: BenchSession) => Promise<T>,
  after: number,
): Promise<Readonly<{ listening: number; result: T }>> {
  const association = await createFloorAssociation();
  await control.open(association.uri, after);
  const listening = performance.now();
  const session = await openFloor(association);
  try {
    const result = await use({
      authorize: () => session.call('authorize', JSON.stringify({ chain, identity })),
      sign: (transactions) => signByFloor(session, transactions),
    });
    return { listening, result };
  } finally {
    session.close();
  }
}
