import { registerMobileWallet } from 'mobile-wallet-standard';

/** What came of one tap, sent to `/outcome` as JSON. */
export type TapOutcome = Readonly<{
  /** The account and, in hex, its signature of "hello". */
  signed: Readonly<{ address: string; signature: string }> | string;
  /** How the same ended once more, when the tap had been used. */
  again: TapOutcome['signed'];
}>;

const message = new TextEncoder().encode('hello');
let endSession = (): void => {};
const registration = registerMobileWallet({
  identity: { name: 'Example' },
  chains: ['solana:devnet'],
  local: 'always',
  // Otherwise the second visit would ask for a tap instead of failing.
  dialogs: false,
  onProgress: (state) => state === 'idle' && endSession(),
});

/** Connects where it is not connected, and signs: one session. Gives the error's code where that fails. */
async function sign(): Promise<TapOutcome['signed']> {
  if (!registration.registered) return registration.reason;
  const { wallet } = registration;
  try {
    const [account] = (await wallet.features['standard:connect'].connect()).accounts;
    if (!account) return 'no account';
    const [output] = await wallet.features['solana:signMessage'].signMessage({ account, message });
    const signature = Array.from(output?.signature ?? [], (byte) => byte.toString(16).padStart(2, '0'));
    return { address: account.address, signature: signature.join('') };
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const button = document.createElement('button');
button.textContent = 'Connect and sign';
button.addEventListener('click', async () => {
  const idle = new Promise<void>((resolve) => {
    endSession = resolve;
  });
  const signed = await sign();
  await idle;
  const again = await sign();
  navigator.sendBeacon('/outcome', JSON.stringify({ signed, again } satisfies TapOutcome));
  // What a page does that opens a wallet app when nobody has tapped: the browser blocks it, and says so.
  location.assign('solana-wallet:/v1/associate/local?association=none&port=65535&v=v1');
});
document.body.append(button);
