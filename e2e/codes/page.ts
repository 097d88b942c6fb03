import { findMobileWalletError, transact } from 'mobile-wallet-standard/session';

/** A dapp that opens two sessions with wallets on other devices at once, at the reflector in its fragment. */
const remote = { type: 'reflector', host: location.hash.slice(1) } as const;
const output = document.createElement('output');
document.body.append(output);

for (const name of ['first', 'second']) {
  transact(async () => {}, { remote }).catch((error: unknown) => {
    output.append(`${name}: ${findMobileWalletError(error)?.code ?? String(error)}\n`);
  });
}
