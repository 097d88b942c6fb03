import type { WalletAccount } from '@wallet-standard/base';
import type { Ref } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { shortenAddress } from './addresses.js';
import { addTestSol, getBalance } from './chain.js';
import type { Connection } from './connection.js';
import { isForThisChain } from './dapp.js';
import { formatSol, LAMPORTS_PER_SOL } from './lamports.js';
import { OutcomeView, useTask } from './outcome.js';
import { BusyButton, CopyButton, WalletIcon } from './parts.js';

/** In lamports. Below this balance, the page offers test SOL. */
const LOW_BALANCE = LAMPORTS_PER_SOL / 20n;

/** An account's balance: in lamports, `undefined` before the chain has answered. */
export type Balance = Readonly<{
  lamports: bigint | undefined;
  hasFailed: boolean;
  /** Reads it again. Never rejects. */
  refresh(): Promise<void>;
}>;

/** Reads the balance of an account, and again whenever the account changes. */
export function useBalance(account: WalletAccount | undefined): Balance {
  const address = account?.address;
  const [known, setKnown] = useState<Readonly<{ address: string; lamports?: bigint }>>();
  const current = useRef(address);
  current.current = address;
  const refresh = async (): Promise<void> => {
    // Of the account that is in use now, because callers may have kept this function.
    const asked = current.current;
    if (asked === undefined) return;
    const lamports = await getBalance(asked).catch(() => undefined);
    if (asked !== current.current) return;
    setKnown((before) =>
      lamports === undefined
        ? { ...(before?.address === asked && before), address: asked }
        : { address: asked, lamports },
    );
  };
  useEffect(() => void refresh(), [address]);
  const own = known?.address === address ? known : undefined;
  return {
    lamports: own?.lamports,
    hasFailed: own !== undefined && own.lamports === undefined,
    refresh,
  };
}

type AccountBarProps = Readonly<{
  connection: Connection;
  balance: Balance;
  heading: Ref<HTMLHeadingElement>;
  select(address: string): void;
  disconnect(): void;
}>;

/**
 * The account in use: its name and balance, the choice of another one, and the button to disconnect.
 */
export function AccountBar({ connection, balance, heading, select, disconnect }: AccountBarProps) {
  const { wallet, account } = connection;
  return (
    <section class="account" aria-labelledby="account">
      <WalletIcon wallet={wallet} />
      <div class="identity">
        <h2 id="account" tabIndex={-1} ref={heading}>
          {account.label ?? wallet.name}
        </h2>
        <p class="balance">
          <span aria-live="polite" data-testid="balance">
            {balance.lamports === undefined
              ? balance.hasFailed
                ? 'Balance not available'
                : '…'
              : formatSol(balance.lamports)}
          </span>
        </p>
      </div>
      <button type="button" class="button quiet" onClick={disconnect}>
        Disconnect
      </button>
      {wallet.accounts.length > 1 ? <Chooser connection={connection} select={select} /> : null}
      {isForThisChain(account) ? null : (
        <p class="wide bad">The wallet does not offer this account on Devnet. Signing may fail.</p>
      )}
      <Faucet address={account.address} balance={balance} />
    </section>
  );
}

/** An account's address, to be copied. */
export function Address({ account: { address } }: Readonly<{ account: WalletAccount }>) {
  return (
    <p class="address quiet">
      Your address:
      <span class="code" title={address}>
        {shortenAddress(address)}
      </span>
      <CopyButton text={address} name="address" />
    </p>
  );
}

function Chooser({
  connection: { wallet, account },
  select,
}: Pick<AccountBarProps, 'connection' | 'select'>) {
  return (
    <div class="field wide">
      <label for="account-choice">Account</label>
      <select
        id="account-choice"
        value={account.address}
        onChange={({ currentTarget }) => select(currentTarget.value)}
      >
        {wallet.accounts.map(({ address, label }) => (
          <option key={address} value={address}>
            {[label, shortenAddress(address)].filter(Boolean).join(' · ')}
          </option>
        ))}
      </select>
    </div>
  );
}

function Faucet({ address, balance }: Readonly<{ address: string; balance: Balance }>) {
  const task = useTask();
  if (balance.lamports === undefined || balance.lamports >= LOW_BALANCE) return null;
  const add = () =>
    task.run(async (report) => {
      report('Adding test SOL…', 'This takes a few seconds.', { late: 'Longer than usual.' });
      await addTestSol(address, LAMPORTS_PER_SOL);
      await balance.refresh();
      return undefined;
    });
  return (
    <div class="wide faucet">
      <p>This account needs some test SOL before it can send.</p>
      <BusyButton isBusy={task.isBusy} onPress={add}>
        Add test SOL
      </BusyButton>
      <OutcomeView task={task} />
    </div>
  );
}
