import { shortenAddress } from '../../explain/text.js';
import { getSignInWarnings } from '../../explain/warnings/sign-in-warnings.js';
import type { ApprovalRequest } from '../../wallet/approval.js';
import { AddressPicture, Details, Label, Quiet, Text, TextBox } from '../parts.js';
import type { RequestView } from './view.js';
import { getTextContext } from './warnings.js';

/** A request that asks which accounts to share. */
type ConnectRequest = Extract<ApprovalRequest, { type: 'authorize' | 'sign-in' }>;

/** The base58 addresses that are ticked, and what is called when the user changes that. */
export type AccountChoice = Readonly<{
  chosen: readonly string[];
  onChoose(chosen: readonly string[]): void;
}>;

/** Texts by the identifiers of Mobile Wallet Adapter and Wallet Standard, in the singular. */
const FEATURE_TEXTS: ReadonlyMap<string, string> = new Map([
  ['solana:signMessage', 'Ask you to sign messages'],
  ['solana:signTransaction', 'Ask you to sign transactions'],
  ['solana:signAndSendTransaction', 'Ask you to sign and send transactions'],
  ['solana:signIn', 'Ask you to sign in'],
  ['solana:signInWithSolana', 'Ask you to sign in'],
  ['solana:cloneAuthorization', 'Share its access'],
]);

/**
 * Returns the view that asks which accounts to share, and says what the dapp may then do. Of a sign-in, it
 * shows the text, with warnings if that is for another site, account or time.
 */
export function getConnectView(request: ConnectRequest, choice: AccountChoice): RequestView {
  if (request.type === 'authorize') {
    return {
      title: 'Connect to this app?',
      body: (
        <>
          <Accounts request={request} {...choice} />
          <Permissions features={request.features} />
        </>
      ),
    };
  }
  return {
    title: 'Sign in to this app?',
    warnings: getSignInWarnings(request.text, getTextContext(request, [request.address])),
    body: (
      <>
        <section class="card">
          <h2>Text to sign</h2>
          <TextBox label="Text to sign">
            <Text>{request.text}</Text>
          </TextBox>
        </section>
        <Accounts request={request} {...choice} />
      </>
    ),
  };
}

/** Returns what a feature lets the dapp do, in words. An unknown feature keeps its identifier. */
export function getFeatureText(feature: string): string {
  return FEATURE_TEXTS.get(feature.replace(/s$/, '')) ?? `Use ${feature}`;
}

/**
 * Of more accounts, only the first ones and those that are ticked at first can be seen before the user
 * unfolds them.
 */
const MAX_SHOWN = 4;

/** A list of accounts with a checkbox each. The account that signs in stays ticked. */
function Accounts({ request, chosen, onChoose }: AccountChoice & Readonly<{ request: ConnectRequest }>) {
  const { accounts, defaultAddresses } = request;
  const isShown = ({ address }: (typeof accounts)[number], index: number) =>
    accounts.length <= MAX_SHOWN + 1 || index < MAX_SHOWN || defaultAddresses.includes(address);
  const folded = accounts.filter((account, index) => !isShown(account, index));
  const ticked = folded.filter(({ address }) => chosen.includes(address)).length;
  return (
    <fieldset class="card">
      <legend>
        Accounts to share
        {folded.length > 0 && `, ${chosen.length} of ${accounts.length}`}
      </legend>
      <AccountList
        accounts={accounts.filter(isShown)}
        request={request}
        chosen={chosen}
        onChoose={onChoose}
      />
      {folded.length > 0 && (
        <Details summary={`${folded.length} more accounts${ticked > 0 ? `, ${ticked} chosen` : ''}`}>
          <AccountList accounts={folded} request={request} chosen={chosen} onChoose={onChoose} />
        </Details>
      )}
      <p class="hint" role="status">
        {chosen.length > 0 ? '' : 'Choose at least one account.'}
      </p>
    </fieldset>
  );
}

function AccountList({
  accounts,
  request,
  chosen,
  onChoose,
}: AccountChoice & Readonly<{ accounts: ConnectRequest['accounts']; request: ConnectRequest }>) {
  const signer = request.type === 'sign-in' && request.address;
  return (
    <>
      {accounts.map(({ address, label }) => (
        <label key={address} class="check account" title={address}>
          <AddressPicture address={address} />
          <span>
            <Label>{label}</Label>
            <span class="quiet">
              <code>{shortenAddress(address)}</code>
              {address === signer && ' · signs in'}
            </span>
          </span>
          <input
            type="checkbox"
            checked={chosen.includes(address)}
            disabled={address === signer}
            onChange={({ currentTarget: { checked } }) =>
              onChoose(checked ? [...chosen, address] : chosen.filter((each) => each !== address))
            }
          />
        </label>
      ))}
    </>
  );
}

function Permissions({ features }: Readonly<{ features: readonly string[] }>) {
  const asks = features.length > 0 ? features.map(getFeatureText) : ['Ask you to sign'];
  const texts = [...new Set(['See your addresses and balances', ...asks])];
  return (
    <section class="card" aria-labelledby="permissions">
      <h2 id="permissions">The app will be able to</h2>
      <ul class="permissions">
        {texts.map((text) => (
          <li key={text}>
            <Text>{text}</Text>
          </li>
        ))}
      </ul>
      <Quiet>Nothing is signed without your approval.</Quiet>
    </section>
  );
}
