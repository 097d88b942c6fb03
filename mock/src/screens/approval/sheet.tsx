import type { ComponentProps } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ApprovalState } from '../../phone/approval-desk.js';
import type { ApprovalDecision } from '../../wallet/approval.js';
import { getChainName } from '../identity.js';
import { JoinForm } from '../join-form.js';
import { Quiet } from '../parts.js';
import { Request } from './request.js';

export type SheetOptions = Readonly<{
  /** At first nothing is known. */
  state?: ApprovalState;
  /** Whether the dev server does not answer. */
  isLost?: boolean;
  /** Joins a dapp by a link. Without it, there is no form for that. */
  join: ((uri: string) => Promise<void>) | undefined;
  decide(id: number, decision: ApprovalDecision): void;
  /** Called when the user leaves the wallet without a decision. */
  leave(): void;
}>;

/** Shows the request that has waited longest, or that no request waits. */
export function Sheet({
  state,
  isLost = false,
  join,
  decide,
  leave,
  ...options
}: SheetOptions & Pick<ComponentProps<typeof Request>, 'place' | 'notice' | 'hasTapped'>) {
  const request = state?.requests[0];
  const isJoining = join !== undefined && state?.sessions === 0 && !request;
  return (
    <main class="app" aria-label="Mock wallet">
      <header>
        <span class="brand">Mock wallet</span>
        {request && <span class="tag">{getChainName(request.chain)}</span>}
        <button
          type="button"
          class="leave"
          hidden={isJoining}
          aria-label="Leave the wallet"
          title="Leave the wallet without an answer"
          onClick={leave}
        />
      </header>
      {/* Only hidden, because it keeps what the user has entered, and says why joining failed. */}
      {join && (
        <div class="content" hidden={!isJoining}>
          <div class="idle">
            <h1 class="title">Join from another device</h1>
            <Quiet>Scan the code that the page shows, or paste its link.</Quiet>
            <JoinForm join={join} isPhone />
            <a class="action is-quiet" href="../">
              Accounts, apps, activity and settings
            </a>
          </div>
        </div>
      )}
      {state && request ? (
        <Request
          key={request.id}
          request={request}
          accounts={state.accounts}
          decide={(decision) => decide(request.id, decision)}
          {...options}
        />
      ) : (
        !isJoining && (state || isLost) && <Idle sessions={state?.sessions} />
      )}
    </main>
  );
}

/** Without a number of sessions, the dev server does not answer. */
function Idle({ sessions }: Readonly<{ sessions: number | undefined }>) {
  const shown = useRef<HTMLDivElement>(null);
  // The request that had the focus is gone. A page that does not have the focus must not take it.
  useLayoutEffect(() => {
    if (document.hasFocus() && document.activeElement === document.body) shown.current?.focus();
  }, []);
  const isLost = sessions === undefined;
  const text = sessions ? 'Waiting for the dapp…' : 'Session ended';
  return (
    <div class="content">
      <div class="idle" role="status" tabIndex={-1} ref={shown}>
        <span class="idle-mark" aria-hidden="true" />
        <h1 class="title">{isLost ? 'The dev server does not answer' : text}</h1>
        {isLost && <Quiet>Is it still running? This page tries again by itself.</Quiet>}
      </div>
    </div>
  );
}
