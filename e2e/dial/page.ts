import { transact } from 'mobile-wallet-standard/session';

// A dapp that opens a session when the test calls `connect`. The test handles the launch.
const launch = (uri: string): void => (globalThis as unknown as { launch(uri: string): void }).launch(uri);

Object.assign(globalThis, {
  connect: () =>
    transact((wallet) => wallet.getCapabilities(), { launch }).then(
      () => 'connected',
      ({ code }) => code,
    ),
});
