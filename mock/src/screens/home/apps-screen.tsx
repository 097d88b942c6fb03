import { shortenAddress } from '../../explain/text.js';
import type { AccountState } from '../../phone/wallet-state.js';
import type { ConnectedApp } from '../../wallet/activity.js';
import { getChainName } from '../chain-name.js';
import { getIdentityView } from '../identity.js';
import { Facts, Label, Picture, Text, useAttempt } from '../parts.js';
import { ConfirmedButton, type ScreenProps } from './controls.js';
import { formatTime } from './words.js';

/** The apps of one site. A site that connects on two chains, or again, is two of them. */
type Site = Readonly<{ key: string; apps: readonly [ConnectedApp, ...ConnectedApp[]] }>;

/** The screen with the dapps that hold a token, and what each may use. */
export function AppsScreen({ state: { apps, accounts }, run }: ScreenProps) {
  const attempt = useAttempt();
  return (
    <div class="stack column">
      <div class="line screen-head">
        <h2>Connected apps</h2>
        {apps.length > 1 && (
          <ConfirmedButton
            text="Revoke all"
            question="Revoke the access of all apps? Each has to connect again."
            isQuiet
            attempt={attempt}
            work={() => run({ type: 'revoke-all-apps' })}
          />
        )}
      </div>
      {attempt.note}
      {apps.length === 0 ? (
        <p class="quiet empty">No app is connected. Connect on the page: its request appears here.</p>
      ) : (
        <ul class="card rows" aria-label="Connected apps">
          {getSites(apps).map(({ key, apps: siteApps }) => (
            <SiteRow key={key} apps={siteApps} accounts={accounts} run={run} />
          ))}
        </ul>
      )}
    </div>
  );
}

function SiteRow({
  apps,
  accounts,
  run,
}: Pick<Site, 'apps'> & Pick<ScreenProps, 'run'> & Readonly<{ accounts: readonly AccountState[] }>) {
  const attempt = useAttempt();
  const { name, host, iconUrl } = getIdentityView(apps[0].identity);
  const chains = Array.from(new Set(apps.map(({ chain }) => getChainName(chain))));
  return (
    <li>
      <details>
        <summary class="plain line row">
          <Picture url={iconUrl} name={name ?? host ?? '?'} />
          <span class="row-text">
            <Label>{name ?? 'Unnamed app'}</Label>
            <span class="quiet">
              <Text>{host ?? 'It does not say which site it is'}</Text>
            </span>
          </span>
          <span class="quiet">
            <Text>{chains.join(', ')}</Text>
          </span>
        </summary>
        <div class="stack row-body">
          {apps.map(({ id, chain, addresses, since, lastUsed }) => (
            <Facts
              key={id}
              facts={[
                ['Chain', apps.length > 1 ? <Text>{getChainName(chain)}</Text> : undefined],
                [
                  'May use',
                  <Text>{addresses.map((each) => getAccountName(each, accounts)).join(', ')}</Text>,
                ],
                ['Connected', formatTime(since)],
                ['Last used', formatTime(lastUsed)],
              ]}
            />
          ))}
          <ConfirmedButton
            text="Revoke"
            detail={`the access of ${name ?? 'an unnamed app'}`}
            question="Revoke its access? The app has to connect again."
            isQuiet
            attempt={attempt}
            work={async () => {
              for (const { id } of apps) await run({ type: 'revoke-app', id });
            }}
          />
          {attempt.note}
        </div>
      </details>
    </li>
  );
}

/** Returns the apps by their sites, in the order of the first app of each. */
function getSites(apps: readonly ConnectedApp[]): readonly Site[] {
  const sites = new Map<string, Site>();
  for (const app of apps) {
    const { host, name } = getIdentityView(app.identity);
    // An app that does not say which site it is could be any other.
    const key = host === undefined ? `app ${app.id}` : `${host} ${name ?? ''}`;
    const site = sites.get(key);
    sites.set(key, { key, apps: site ? [...site.apps, app] : [app] });
  }
  return Array.from(sites.values());
}

function getAccountName(address: string, accounts: readonly AccountState[]): string {
  return accounts.find((account) => account.address === address)?.label ?? shortenAddress(address);
}
