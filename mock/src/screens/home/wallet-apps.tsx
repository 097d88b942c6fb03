import type { WalletAppState } from '../../phone/wallet-apps.js';
import type { WalletHost, WalletState } from '../../phone/wallet-state.js';
import { Button, Quiet, useAttempt } from '../parts.js';
import { Choice, type Option, Select } from './fields.js';

type AppsProps = NonNullable<WalletState['walletApps']> & Pick<WalletHost, 'run'>;

const STATES: readonly Option<WalletAppState>[] = [
  ['works', 'works'],
  ['silent', 'never answers'],
  ['missing', 'is not on the phone'],
];

/** Chooses which of the phone's wallet apps the screens show. */
export function AppSwitch({ apps, shown, run }: AppsProps) {
  const { run: attempt, note } = useAttempt();
  const options = apps
    .filter(({ androidPackage, state }) => state === 'works' || androidPackage === shown)
    .map(({ androidPackage, name }) => [androidPackage, name] as const);
  return (
    <div class="app-switch">
      <Select
        title="Wallet app"
        value={shown}
        options={options}
        onChange={(androidPackage) => void attempt(() => run({ type: 'show-app', androidPackage }))}
      />
      {note}
    </div>
  );
}

/** How the phone's wallet apps are, and which one opens always. */
export function WalletAppSettings({ apps, defaultApp, run }: AppsProps) {
  const { run: attempt, note, isBusy } = useAttempt();
  const always = apps.find(({ androidPackage }) => androidPackage === defaultApp);
  return (
    <>
      {apps.map(({ name, androidPackage, state }) => (
        <Choice
          key={androidPackage}
          title={name}
          value={state}
          options={STATES}
          change={(next) => run({ type: 'change-app', androidPackage, state: next })}
        />
      ))}
      {always ? (
        <div class="stack">
          <Quiet>Links of wallet apps always open {always.name}.</Quiet>
          <Button isBusy={isBusy} onPress={() => void attempt(() => run({ type: 'clear-default-app' }))}>
            Clear default
          </Button>
        </div>
      ) : (
        <Quiet>The phone asks which app opens.</Quiet>
      )}
      {note}
    </>
  );
}
