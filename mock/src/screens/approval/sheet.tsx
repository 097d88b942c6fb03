import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ApprovalState } from '../../phone/approval-desk.js';
import type { ApprovalDecision } from '../../wallet/approval.js';
import { getChainName } from '../identity.js';
import { Quiet } from '../parts.js';
import { Request } from './request.js';

/** Shows the request that has waited longest, or that no request waits. */
export function Sheet({
  state,
  place,
  notice,
  welcome,
  decide,
  leave,
}: Readonly<{
  /** `lost`: the dev server does not answer. At first nothing is known. */
  state: ApprovalState | 'lost' | undefined;
  /** The place of the request among those of the dapp. */
  place: string;
  /** What the user should know beside the request. */
  notice?: string | undefined;
  /** What to show while there is no session; by default that the last one has ended. */
  welcome?: ComponentChildren;
  decide(id: number, decision: ApprovalDecision): void;
  /** Called when the user leaves the wallet without a decision. */
  leave(): void;
}>) {
  const hasTapped = useRef(false);
  useLayoutEffect(() => {
    const note = (): void => {
      hasTapped.current = true;
    };
    addEventListener('pointerdown', note);
    return () => removeEventListener('pointerdown', note);
  }, []);
  const isKnown = state !== undefined && state !== 'lost';
  const request = isKnown ? state.requests[0] : undefined;
  const isWelcome = welcome !== undefined && isKnown && !request && state.sessions === 0;
  return (
    <main class="app" aria-label="Mock wallet">
      <header>
        <span class="brand">Mock wallet</span>
        {request && <span class="tag">{getChainName(request.chain)}</span>}
        <button
          type="button"
          class="leave"
          hidden={isWelcome}
          aria-label="Leave the wallet"
          title="Leave the wallet without an answer"
          onClick={leave}
        />
      </header>
      {/* Only hidden, because it keeps what the user has entered, and says why joining failed. */}
      {welcome !== undefined && (
        <div class="content" hidden={!isWelcome}>
          {welcome}
        </div>
      )}
      {isKnown && request ? (
        <Request
          key={request.id}
          request={request}
          accounts={state.accounts}
          place={place}
          notice={notice}
          hasTapped={hasTapped.current}
          decide={(decision) => decide(request.id, decision)}
        />
      ) : (
        !isWelcome && state !== undefined && <Idle state={state} />
      )}
    </main>
  );
}

function Idle({ state }: Readonly<{ state: ApprovalState | 'lost' }>) {
  const shown = useRef<HTMLDivElement>(null);
  // The request that had the focus is gone. A page that does not have the focus must not take it.
  useLayoutEffect(() => {
    if (document.hasFocus() && document.activeElement === document.body) shown.current?.focus();
  }, []);
  const isLost = state === 'lost';
  const text = isLost
    ? 'The dev server does not answer'
    : state.sessions > 0
      ? 'Waiting for the dapp…'
      : 'Session ended';
  return (
    <div class="content">
      <div class="idle" role="status" tabIndex={-1} ref={shown}>
        <span class="idle-mark" aria-hidden="true" />
        <h1 class="title">{text}</h1>
        {isLost && <Quiet>Is it still running? This page tries again by itself.</Quiet>}
      </div>
    </div>
  );
}
