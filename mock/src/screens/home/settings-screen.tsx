import { CHAINS, type TransactionVersion } from 'mobile-wallet-standard/endpoint';
import type { ComponentChildren } from 'preact';
import { FAULT_NAMES, NAMED_FAULTS } from '../../wallet/faults/named-faults.js';
import type { MockCapabilities, MockWalletSettings, PhoneKind } from '../../wallet/settings.js';
import { getChainName } from '../chain-name.js';
import { useRemembered } from '../memory.js';
import { Quiet, useAttempt } from '../parts.js';
import { ConfirmedButton, type ScreenProps } from './controls.js';
import { Choice, NumberField, type Option, Radios, SetOf, Switch } from './fields.js';
import { countChanges, Quirks } from './quirks.js';
import { WalletAppSettings } from './wallet-apps.js';

const DECISIONS: readonly Option<MockWalletSettings['decide']>[] = [
  ['ask', 'Ask me'],
  ['approve', 'Approve everything'],
  ['decline', 'Decline everything'],
];
const FAULTS: readonly Option<MockWalletSettings['fault']>[] = [
  [null, 'has none'],
  ...FAULT_NAMES.map((name) => [name, NAMED_FAULTS[name].title] as const),
];
const PHONES: readonly Option<MockWalletSettings['phone']>[] = [
  ['android', 'an Android phone'],
  ['android-apps', 'an Android phone with several wallet apps'],
  ['iphone', 'an iPhone'],
];
const PHONE_NAMES: Readonly<Record<PhoneKind, string>> = {
  android: 'Android phone',
  'android-apps': 'Several wallet apps',
  iphone: 'iPhone',
};
const PROTOCOLS: readonly Option<MockWalletSettings['protocol']>[] = [
  ['v1', '2.0'],
  ['legacy', '1.x (legacy)'],
];
const ATTESTATIONS: readonly Option<MockWalletSettings['attestation']>[] = [
  ['off', 'not demanded'],
  ['accept', 'demanded, and accepted'],
  ['refuse', 'demanded, and refused'],
];
const VERSIONS: readonly Option<TransactionVersion>[] = [
  ['legacy', 'legacy'],
  [0, '0'],
  [1, '1'],
];
const FEATURES: readonly Option<string>[] = [
  ['solana:signTransactions', 'sign_transactions'],
  ['solana:signInWithSolana', 'Sign in with Solana'],
  ['solana:cloneAuthorization', 'clone_authorization'],
];
const CHAIN_OPTIONS = CHAINS.map((chain) => [chain, getChainName(chain)] as const);
const NEXT_TIME = 'Applies when an app opens the wallet the next time.';

/** The screen with everything that can be changed about the wallet while it runs. */
export function SettingsScreen({ state: { settings, chain, walletApps }, run }: ScreenProps) {
  const attempt = useAttempt();
  const { capabilities, chains } = settings;
  const change = (changes: Partial<MockWalletSettings>): Promise<void> =>
    run({ type: 'change-settings', changes });
  /** What the field of a setting shows and changes. */
  const of = <K extends keyof MockWalletSettings>(name: K) => ({
    value: settings[name],
    change: (value: MockWalletSettings[K]) => change({ [name]: value }),
  });
  const ofCapability = <K extends keyof MockCapabilities>(name: K) => ({
    value: capabilities[name],
    change: (value: MockCapabilities[K]) => change({ capabilities: { ...capabilities, [name]: value } }),
  });
  const changed = countChanges(settings.quirks);
  return (
    <div class="stack column">
      <h2>Settings</h2>
      <section class="card group" aria-label="Answers">
        <Radios title="Requests" options={DECISIONS} {...of('decide')} />
        <NumberField title="Wait before each answer, in seconds" unit={1_000} {...of('delayMs')} />
        <Choice title="A fault in each reply: the wallet" options={FAULTS} {...of('fault')} />
      </section>
      <Group
        title="Phone"
        now={PHONE_NAMES[settings.phone]}
        hint="The page loads again. An iPhone has no sessions: links open the page in the wallet app’s own browser."
      >
        <Radios title="This phone is" options={PHONES} {...of('phone')} />
      </Group>
      {walletApps && (
        <Group
          title="Wallet apps"
          now={walletApps.defaultApp === undefined ? 'The phone asks' : 'One opens always'}
        >
          <WalletAppSettings {...walletApps} run={run} />
        </Group>
      )}
      <Group
        title="Sessions"
        now={settings.protocol === 'legacy' ? 'Version 1.x' : 'Version 2.0'}
        hint={NEXT_TIME}
      >
        <Choice title="Protocol" options={PROTOCOLS} {...of('protocol')} />
        <Choice title="Attestation of the app’s origin" options={ATTESTATIONS} {...of('attestation')} />
      </Group>
      <Group
        title="Capabilities and chains"
        now={chains === null ? 'Any chain' : chains.map(getChainName).join(', ') || 'No chain'}
      >
        <NumberField
          title="Transactions per request (0: no limit)"
          {...ofCapability('maxTransactionsPerRequest')}
        />
        <NumberField title="Messages per request (0: no limit)" {...ofCapability('maxMessagesPerRequest')} />
        <SetOf
          title="Transaction versions"
          options={VERSIONS}
          {...ofCapability('supportedTransactionVersions')}
        />
        <SetOf title="Optional features" options={FEATURES} {...ofCapability('features')} />
        <Switch
          title="Any chain"
          value={chains === null}
          change={(isAny) => change({ chains: isAny ? null : CHAINS })}
        >
          {chains === null
            ? 'Also those that no wallet knows, if the quirk “Unknown chains are authorized” is on.'
            : 'Only those with a tick. For the others an app gets error -7, chain not supported.'}
        </Switch>
        {chains !== null && (
          <SetOf
            title="Chains that may be authorized"
            options={CHAIN_OPTIONS}
            {...of('chains')}
            value={chains}
          />
        )}
      </Group>
      <Group
        title="Quirks"
        now={changed === 0 ? 'As the reference wallet' : `${changed} changed`}
        hint={NEXT_TIME}
      >
        <Quirks quirks={settings.quirks} change={of('quirks').change} />
      </Group>
      <Group title="Begin again">
        <ConfirmedButton
          text="Reset settings"
          question="Set everything on this screen back to its default?"
          confirm="Reset"
          attempt={attempt}
          work={() => run({ type: 'reset-settings' })}
        />
        {chain.canReset && (
          <ConfirmedButton
            text="Reset wallet and chain"
            question="Empty the chain, replace all accounts by new ones, and forget apps and activity?"
            confirm="Reset everything"
            attempt={attempt}
            work={() => run({ type: 'reset' })}
          />
        )}
        {attempt.note}
      </Group>
    </div>
  );
}

/** A folded card with some of the settings; `now` is what counts, in a few words. */
function Group({
  title,
  now,
  hint,
  children,
}: Readonly<{ title: string; now?: string; hint?: string; children: ComponentChildren }>) {
  const [isOpen, setOpen] = useRemembered(`group-${title}`);
  return (
    <section class="card" aria-label={title}>
      <details
        open={isOpen !== ''}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open ? 'open' : '')}
      >
        <summary class="plain line row">
          <span class="label">{title}</span>
          <span class="quiet">{now}</span>
        </summary>
        <div class="stack group">
          {children}
          {hint && <Quiet>{hint}</Quiet>}
        </div>
      </details>
    </section>
  );
}
