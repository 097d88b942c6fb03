import { useLayoutEffect, useRef } from 'preact/hooks';
import type { AccountState } from '../../phone/wallet-state.js';
import { Button, Check, Facts, Text, useAttempt } from '../parts.js';
import { ConfirmedButton, CopyButton, type ScreenProps, Sheet } from './controls.js';
import { Select } from './fields.js';
import { ImportForm } from './import-form.js';

/** What the sheet shows: what else can be done, or one of its forms, with a dropped file. */
export type OpenSheet = Readonly<{ view: 'menu' | 'rename' | 'import'; file?: File }>;

type SheetProps = Pick<ScreenProps, 'state' | 'run'> &
  Readonly<{
    /** Absent while it is closed. */
    sheet: OpenSheet | undefined;
    account: AccountState | undefined;
    /** How much “Get test SOL” adds. */
    amount: string;
    setAmount(amount: string): void;
    show(sheet: OpenSheet | undefined): void;
    onAdded(): void;
  }>;

const AMOUNTS = ['0.1', '1', '10', '100', '1000'].map((each) => [each, `+${each} test SOL`] as const);

/** The sheet with what is done seldom: with the account, and with the wallet. */
export function AccountSheet(props: SheetProps) {
  const { sheet, account, state, run, show, onAdded } = props;
  const close = (): void => show(undefined);
  const name = account ? <Text>{account.label}</Text> : 'Accounts';
  return (
    <Sheet
      title={sheet?.view === 'import' ? 'Import an account' : sheet?.view === 'rename' ? 'Rename' : name}
      isOpen={sheet !== undefined}
      onClose={close}
    >
      {sheet?.view === 'import' ? (
        <ImportForm accounts={state.accounts} file={sheet.file} run={run} onDone={onAdded} onCancel={close} />
      ) : sheet?.view === 'rename' && account ? (
        <RenameForm key={account.address} account={account} run={run} onDone={close} />
      ) : (
        <Menu {...props} />
      )}
    </Sheet>
  );
}

function Menu({ account, state, run, amount, setAmount, show, onAdded }: SheetProps) {
  const attempt = useAttempt();
  const { name, rpcUrl, hasFaucet } = state.chain;
  const add = async (): Promise<void> => {
    if (await attempt.run(() => run({ type: 'add-account' }))) onAdded();
  };
  return (
    <>
      {account && <AccountActions key={account.address} account={account} run={run} show={show} />}
      <div class="stack group">
        <Button isBusy={attempt.isBusy} onPress={() => void add()}>
          New account
        </Button>
        <Button onPress={() => show({ view: 'import' })}>Import an account</Button>
        {hasFaucet && (
          <Select title="“Get test SOL” adds" value={amount} options={AMOUNTS} onChange={setAmount} />
        )}
        {attempt.note}
      </div>
      <Facts
        facts={[
          ['Chain', name],
          [
            'RPC',
            rpcUrl && (
              <>
                <code>{rpcUrl}</code>{' '}
                <CopyButton detail="the URL of the chain’s RPC" getText={() => rpcUrl}>
                  Copy
                </CopyButton>
              </>
            ),
          ],
        ]}
      />
    </>
  );
}

function AccountActions({
  account,
  run,
  show,
}: Pick<SheetProps, 'run' | 'show'> & Readonly<{ account: AccountState }>) {
  const { address, label, isGranted } = account;
  const attempt = useAttempt();
  return (
    <div class="stack group">
      <Check
        isChecked={isGranted}
        onChange={(isChecked) =>
          void attempt.run(() => run({ type: 'grant-account', address, isGranted: isChecked }))
        }
      >
        Default
        <span class="quiet">Suggested to apps that connect</span>
      </Check>
      <Button detail={label} onPress={() => show({ view: 'rename' })}>
        Rename
      </Button>
      <ConfirmedButton
        text="Remove"
        detail={label}
        question="Remove this account? Its key is deleted, and apps lose access to it."
        attempt={attempt}
        work={async () => {
          await run({ type: 'remove-account', address });
          show(undefined);
        }}
      />
      {attempt.note}
    </div>
  );
}

/** Enter saves the name, Escape closes the sheet and keeps the old one. */
function RenameForm({
  account: { address, label },
  run,
  onDone,
}: Pick<SheetProps, 'run'> & Readonly<{ account: AccountState; onDone(): void }>) {
  const attempt = useAttempt();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const onSubmit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const next = input.current?.value.trim() ?? '';
    if (await attempt.run(() => run({ type: 'rename-account', address, label: next }))) onDone();
  };
  return (
    <form class="stack" onSubmit={onSubmit}>
      <input
        ref={input}
        aria-label="Name of the account"
        defaultValue={label}
        maxLength={60}
        autocomplete="off"
        spellcheck={false}
      />
      {attempt.note}
      <div class="buttons-row">
        <button type="submit" class="action is-main">
          Save
        </button>
        <Button onPress={onDone}>Cancel</Button>
      </div>
    </form>
  );
}
