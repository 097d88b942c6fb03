import type { Identity } from 'mobile-wallet-standard/endpoint';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ApprovalDecision, ApprovalRequest } from '../../wallet/approval.js';
import { ChainCoin, type Coin, getCoin, Total } from '../coin.js';
import { getIdentityView, getPageHost } from '../identity.js';
import { Picture, Quiet, Text } from '../parts.js';
import { type AccountChoice, getConnectView } from './connect.js';
import { getMessagesView } from './messages.js';
import { OtherAnswers } from './other-answers.js';
import { getTransactionsView } from './transactions.js';
import { type Accounts, OwnAccounts, type RequestView } from './view.js';
import { isDiscouraged, Warnings } from './warnings.js';

/** A user who answers within this time may still mean the previous request, or what the page was about. */
const HOLD_MS = 1_000;

/** A request with its answers. Give it the request's id as its key: each request begins anew. */
export function Request({
  request,
  accounts,
  isTest,
  place,
  notice,
  hasTapped,
  decide,
}: Readonly<{
  request: ApprovalRequest;
  accounts: Accounts;
  /** Whether the chain is a test. */
  isTest: boolean;
  /** Its place among the requests of the dapp. */
  place: string;
  /** What else the user should know. */
  notice?: string | undefined;
  /** Whether the user has tapped on this page. */
  hasTapped: boolean;
  decide(decision: ApprovalDecision): void;
}>) {
  const [chosen, setChosen] = useState('accounts' in request ? request.defaultAddresses : []);
  const [isAnswered, setAnswered] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const isNew = useNew();
  // No earlier tap can be meant for the first request.
  const [isTapped] = useState(hasTapped);
  const shown = useRef<HTMLElement>(null);
  useLayoutEffect(() => shown.current?.focus(), []);

  const coin = getCoin(isTest);
  const view = getView(request, accounts, coin, { chosen, onChoose: setChosen });
  const needsCare = isDiscouraged(view);
  // In the order of the wallet's accounts.
  const addresses = 'accounts' in request ? request.accounts.map(({ address }) => address) : undefined;
  const granted = addresses?.filter((address) => chosen.includes(address));
  const canApprove = granted?.length !== 0;
  const isHeld = isNew && isTapped;
  const keys = /^Mac|^iP/.test(navigator.platform) ? '⌘ ↵' : 'Ctrl ↵';

  const answer = (decision: ApprovalDecision): void => {
    if (isAnswered || (decision.approved && !canApprove)) return;
    setAnswered(true);
    decide(granted && isGrant(decision) ? { ...decision, accounts: granted } : decision);
  };
  /**
   * The buttons stay in place while requests change, so a tap may come too early. A key on them never does.
   */
  const onTap = (act: () => void) => (event: MouseEvent) => {
    // `detail` is 0 for a key, and 2 or more for the later clicks of a double click.
    if (!isAnswered && event.detail <= 1 && !(isHeld && event.detail > 0)) act();
  };
  useAnswerKeys((approved) => {
    if (!isNew && !isChoosing) answer({ approved });
  });

  return (
    <ChainCoin.Provider value={coin}>
      <OwnAccounts.Provider value={accounts}>
        <div class="content">
          <section class="stack column request" tabIndex={-1} aria-labelledby="title" ref={shown}>
            {notice !== undefined && <p class="warning">{notice}</p>}
            <Dapp identity={request.identity} />
            {view.isAmount ? <Total as="h1" id="title" text={view.title} /> : <Title text={view.title} />}
            <Warnings {...view} />
            {view.body}
          </section>
        </div>
        <footer class={isNew ? 'is-new' : ''}>
          <p class="queue" role="status">
            {place}
          </p>
          <div class="buttons">
            <button
              type="button"
              class={needsCare ? 'action is-main' : 'action'}
              aria-disabled={isHeld || isAnswered}
              aria-keyshortcuts="Escape"
              onClick={onTap(() => answer({ approved: false }))}
            >
              Decline
              <span class="keys" aria-hidden="true">
                Esc
              </span>
            </button>
            <button
              type="button"
              class={needsCare ? 'action is-discouraged' : 'action is-main'}
              aria-disabled={isHeld || isAnswered || !canApprove}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              onClick={onTap(() => answer({ approved: true }))}
            >
              {needsCare ? 'Approve anyway' : 'Approve'}
              <span class="keys" aria-hidden="true">
                {keys}
              </span>
            </button>
            <button
              type="button"
              class="action others"
              aria-label="Other answers"
              aria-haspopup="dialog"
              aria-disabled={isHeld || isAnswered}
              title="Answer with an error, late, twice or not at all"
              onClick={onTap(() => setChoosing(true))}
            />
          </div>
        </footer>
        {isChoosing && (
          <OtherAnswers
            request={request}
            canApprove={canApprove}
            answer={answer}
            onClose={() => setChoosing(false)}
          />
        )}
      </OwnAccounts.Provider>
    </ChainCoin.Provider>
  );
}

/** What the request is about. With large text, its letters shrink until the longest word fits into a line. */
function Title({ text }: Readonly<{ text: string }>) {
  const length = Math.max(...text.split(/\s+/).map((word) => word.length));
  return (
    <h1 id="title" style={{ '--length': length }}>
      <span>
        <Text>{text}</Text>
      </span>
    </h1>
  );
}

/** Returns whether what is shown is too new to have been read. Time in a hidden tab does not count. */
function useNew(): boolean {
  const [isNew, setNew] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(() => setNew(false), HOLD_MS);
    };
    wait();
    document.addEventListener('visibilitychange', wait);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wait);
    };
  }, []);
  return isNew;
}

/** Calls `onKey` when the user presses Ctrl+Enter or ⌘+Enter, which approve, or Escape, which declines. */
function useAnswerKeys(onKey: (approved: boolean) => void): void {
  // Before the browser draws, so that the keys count as soon as their hints are seen.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing } = event;
      if (altKey || shiftKey || isComposing) return;
      const isApproval = key === 'Enter' && ctrlKey !== metaKey;
      const isRefusal = key === 'Escape' && !ctrlKey && !metaKey;
      if (!isApproval && !isRefusal) return;
      // Otherwise the chord would also press the button that has the focus.
      if (isApproval) event.preventDefault();
      // A key that stays pressed was meant for the previous request.
      if (!repeat) onKey(isApproval);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
}

/** Shows which dapp asks, and the real host of its page if that differs from the claimed one. */
function Dapp({ identity }: Readonly<{ identity: Identity }>) {
  const { name, host, iconUrl } = getIdentityView(identity);
  const pageHost = getPageHost();
  return (
    <div class="dapp">
      <Picture url={iconUrl} name={name ?? host ?? '?'} />
      <div>
        <p class="title dapp-name" title={name}>
          {name === undefined ? 'Unnamed app' : <Text>{name}</Text>}
        </p>
        <Quiet>{host === undefined ? 'It does not say which site it is.' : <Text>{host}</Text>}</Quiet>
        {host !== pageHost && <Quiet>{`Opened from ${pageHost}`}</Quiet>}
      </div>
    </div>
  );
}

function getView(
  request: ApprovalRequest,
  accounts: Accounts,
  coin: Coin,
  choice: AccountChoice,
): RequestView {
  switch (request.type) {
    case 'authorize':
    case 'sign-in':
      return getConnectView(request, choice);
    case 'sign-messages':
      return getMessagesView(request);
    default:
      return getTransactionsView(request, accounts, coin);
  }
}

/** Whether a decision grants the accounts that it names. */
function isGrant(
  decision: ApprovalDecision,
): decision is Exclude<ApprovalDecision, Readonly<{ approved: false }>> {
  const { approved, instead } = decision;
  return approved ?? (instead.type === 'twice' || instead.type === 'fault');
}
