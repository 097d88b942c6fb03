import { transact } from 'mobile-wallet-standard/session';

// A dapp that opens a session when told to, and launches no app by itself.
const launch = (uri: string): void => (globalThis as unknown as { launch(uri: string): void }).launch(uri);

Object.assign(globalThis, {
  connect: () =>
    transact((wallet) => wallet.getCapabilities(), { launch }).then(
      () => 'connected',
      ({ code }) => code,
    ),
});
