import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { formatAmount, shortenAddress, toLamports } from '../../explain/text.js';
import type { AccountState } from '../../phone/wallet-state.js';
import { type Coin, formatCoin, getCoin, Total } from '../coin.js';
import { useRemembered } from '../memory.js';
import { AddressPicture, Button, Label, Text, useAttempt } from '../parts.js';
import { AccountSheet, type OpenSheet } from './account-sheet.js';
import { LatestRow } from './activity-row.js';
import { isMemorable } from './activity-text.js';
import { CopyButton, type ScreenProps } from './controls.js';
import { Icon, type IconName } from './icon.js';

/** Stands for the account that was added last, until the user chooses another one. */
const NEWEST = 'newest';
const LATEST_COUNT = 3;

/**
 * The screen of one of the wallet's accounts: what it holds, what can be done with it, and what happened
 * last.
 */
export function AccountsScreen({ state, run, open }: ScreenProps) {
  const { accounts, activity, chain } = state;
  const [chosen, choose] = useRemembered('account');
  const [amount, setAmount] = useRemembered('airdrop', '1');
  const [sheet, setSheet] = useState<OpenSheet>();
  const attempt = useAttempt();
  const account =
    accounts.find(({ address }) => address === chosen) ?? (chosen === NEWEST ? accounts.at(-1) : accounts[0]);
  const coin = getCoin(chain.hasFaucet);
  const latest = activity.filter(isMemorable).slice(0, LATEST_COUNT);

  const getSol = async (): Promise<void> => {
    if (account)
      await run({ type: 'airdrop', address: account.address, lamports: toLamports(Number(amount)) });
  };
  const onDrop = (event: DragEvent): void => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    setSheet({ view: 'import', file });
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Who cannot drop a key file chooses it in the form.
    <div
      class="stack column"
      onDrop={onDrop}
      onDragOver={(event) => event.dataTransfer?.types.includes('Files') && event.preventDefault()}
    >
      <h2 class="for-readers">Accounts</h2>
      <ul class="chips" aria-label="Accounts">
        {accounts.map((each) => (
          <li key={each.address}>
            <button
              type="button"
              class="chip"
              aria-pressed={each === account}
              onClick={() => choose(each.address)}
            >
              <AddressPicture address={each.address} />
              <Label>{each.label}</Label>
              <span class="quiet">{getBalanceText(each, coin)}</span>
            </button>
          </li>
        ))}
      </ul>
      <section class="stack chosen" aria-label={account?.label ?? 'No account'}>
        {account && <Account account={account} coin={coin} />}
        <div class="rounds">
          {account && chain.hasFaucet && (
            <Button kind="round" isBusy={attempt.isBusy} onPress={() => void attempt.run(getSol)}>
              <span class="disc" aria-hidden="true">
                +{amount}
              </span>
              Get test SOL
            </Button>
          )}
          <Scan />
          {account && (
            <CopyButton kind="round" detail="the address" getText={() => account.address}>
              <Disc icon="copy">Copy</Disc>
            </CopyButton>
          )}
          <Button kind="round" onPress={() => setSheet({ view: 'menu' })}>
            <Disc icon="more">More</Disc>
          </Button>
        </div>
        {attempt.note}
        {account?.tokens && account.tokens.length > 0 && (
          <ul class="card rows" aria-label="Tokens">
            {account.tokens.map((token) => (
              <TokenRow key={token.mint} token={token} />
            ))}
          </ul>
        )}
      </section>
      {latest.length > 0 && (
        <section aria-label="Latest activity">
          <div class="line screen-head">
            <h3>Latest</h3>
            <Button kind="action is-quiet" detail="of the activity" onPress={() => open('activity')}>
              See all
            </Button>
          </div>
          <ul class="card rows">
            {latest.map((entry) => (
              <LatestRow key={entry.id} entry={entry} chain={chain} />
            ))}
          </ul>
        </section>
      )}
      <AccountSheet
        sheet={sheet}
        account={account}
        state={state}
        run={run}
        amount={amount}
        setAmount={setAmount}
        show={setSheet}
        onAdded={() => {
          choose(NEWEST);
          setSheet(undefined);
        }}
      />
    </div>
  );
}

function Account({ account, coin }: Readonly<{ account: AccountState; coin: Coin }>) {
  return (
    <>
      <Total as="div" text={getBalanceText(account, coin)} />
      <p class="quiet">
        <code title={account.address}>{shortenAddress(account.address)}</code>
        {account.isGranted && <span class="tag">Default</span>}
      </p>
    </>
  );
}

/** In the panel, the form to join is in the panel itself, because joining is a visit to the wallet. */
function Scan() {
  const content = <Disc icon="scan">Scan</Disc>;
  if (parent === window) {
    return (
      <a class="round" href="wallet/">
        {content}
      </a>
    );
  }
  return (
    <Button kind="round" onPress={() => parent.postMessage({ type: 'mobile-wallet:scan' }, '*')}>
      {content}
    </Button>
  );
}

function Disc({ icon, children }: Readonly<{ icon: IconName; children: ComponentChildren }>) {
  return (
    <>
      <span class="disc">
        <Icon name={icon} />
      </span>
      {children}
    </>
  );
}

/** The mint's address is always shown, because every mint can give itself any sign and name. */
function TokenRow({
  token: { mint, amount, decimals, name, symbol },
}: Readonly<{ token: NonNullable<AccountState['tokens']>[number] }>) {
  return (
    <li class="line row">
      <AddressPicture address={mint} />
      <span class="row-text">
        <Label>{symbol ?? name ?? 'Token'}</Label>
        <span class="line quiet">
          {symbol !== undefined && name !== undefined && <Text>{name}</Text>}
          <CopyButton detail="copy the address of the token" getText={() => mint}>
            {shortenAddress(mint)}
          </CopyButton>
        </span>
      </span>
      <span class="amount">{formatAmount(amount, decimals)}</span>
    </li>
  );
}

function getBalanceText({ balance }: AccountState, coin: Coin): string {
  return balance === undefined ? '…' : formatCoin(balance, coin);
}
