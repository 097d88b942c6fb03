import { transact as transactAsPeer } from '@solana-mobile/mobile-wallet-adapter-protocol';
import {
  base64FromUint8Array,
  base64ToUint8Array,
} from '@solana-mobile/mobile-wallet-adapter-protocol/encoding';
import { transact } from 'mobile-wallet-standard/session';
import type { Control } from './control.js';
import { createFloorAssociation, openFloor, signByFloor } from './floor.js';
import { blur, catchLaunch } from './launches.js';

/** The published peer, this library, or a page's bare code. */
export type Who = 'floor' | 'own' | 'peer';

/** A session whose transactions are bytes. */
export type BenchSession = Readonly<{
  authorize(): Promise<unknown>;
  sign(transactions: readonly Uint8Array[]): Promise<readonly Uint8Array[]>;
}>;

const identity = { name: 'Bench', uri: location.origin, icon: 'favicon.png' };
const chain = 'solana:devnet';

/** When the page loses its focus: once the wallet listens, or as soon as it is launched. */
export type Blurring = 'ready' | 'launched';

/**
 * Runs `use` in a session, opened in response to a tap. Gives what `use` gives, and from when on the wallet listened, by
 * the page's clock. The floor connects only then, and once.
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
