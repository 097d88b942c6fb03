import type { WalletAccount } from '@wallet-standard/base';
import type { Ref } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { shortenAddress } from './addresses.js';
import { addTestSol, getBalance } from './chain.js';
import type { Connection } from './connection.js';
import { isForThisChain } from './dapp.js';
import { formatSol, LAMPORTS_PER_SOL } from './lamports.js';
import { OutcomeView, useTask } from './outcome.js';
import { BusyButton, CopyButton, ForReaders, Icon, WalletIcon } from './parts.js';

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
  button: Ref<HTMLButtonElement>;
  select(address: string): void;
  disconnect(): void;
}>;

/** The account in use: a button with its balance, and behind it what it is and what can be done with it. */
export function AccountBar({ connection, balance, button, select, disconnect }: AccountBarProps) {
  const { wallet, account } = connection;
  const name = account.label ?? wallet.name;
  return (
    <section class="account" aria-label="Your account">
      <button type="button" class="button quiet" popovertarget="account-menu" ref={button}>
        <WalletIcon wallet={wallet} />
        <ForReaders>Account {name}, </ForReaders>
        <span data-testid="balance">{describeBalance(balance)}</span>
        <Icon name="down" />
      </button>
      <span class="for-readers" role="status">
        {balance.hasFailed && describeBalance(balance)}
      </span>
      <div id="account-menu" class="card" popover="auto">
        <h2>{name}</h2>
        <p class="quiet">
          <span class="code" title={account.address}>
            {shortenAddress(account.address)}
          </span>
          <CopyButton text={account.address} name="address" />
        </p>
        {wallet.accounts.length > 1 ? <Chooser connection={connection} select={select} /> : null}
        <button type="button" class="button quiet" onClick={disconnect}>
          Disconnect
        </button>
      </div>
      {isForThisChain(account) ? null : (
        <p class="bad">The wallet does not offer this account on Devnet. Signing may fail.</p>
      )}
      <Faucet address={account.address} balance={balance} />
    </section>
  );
}

function describeBalance({ lamports, hasFailed }: Balance): string {
  if (lamports !== undefined) return formatSol(lamports);
  return hasFailed ? 'Balance not available' : '…';
}

function Chooser({
  connection: { wallet, account },
  select,
}: Pick<AccountBarProps, 'connection' | 'select'>) {
  return (
    <div class="field">
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
    <div class="faucet">
      <p>This account needs some test SOL before it can send.</p>
      <BusyButton isBusy={task.isBusy} onPress={add}>
        Add test SOL
      </BusyButton>
      <OutcomeView task={task} />
    </div>
  );
}
