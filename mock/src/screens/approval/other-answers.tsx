import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ApprovalDecision, ApprovalRequest, OtherAnswer } from '../../wallet/approval.js';
import { FAULT_NAMES, type FaultName, NAMED_FAULTS } from '../../wallet/faults/named-faults.js';
import { Button, Quiet } from '../parts.js';
import { type AnswerOption, getAnswerGroups } from './answer-options.js';

type Asked = NonNullable<AnswerOption['asks']>;

/** A dialog in which a developer chooses what a wallet does besides approving and declining, and when. */
export function OtherAnswers({
  request,
  canApprove,
  answer,
  onClose,
}: Readonly<{
  request: ApprovalRequest;
  /** Whether the user has chosen all that an approval needs. */
  canApprove: boolean;
  /** Called with the decision when the user has chosen one. */
  answer(decision: ApprovalDecision): void;
  /** Called when the dialog has closed, with or without an answer. */
  onClose(): void;
}>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [chosen, setChosen] = useState<AnswerOption>();
  const [groups] = useState(() => getAnswerGroups(request, canApprove));
  useLayoutEffect(() => dialog.current?.showModal(), []);
  // What an answer asks for is below it.
  useLayoutEffect(
    () => dialog.current?.querySelector('[data-is-chosen]')?.scrollIntoView({ block: 'nearest' }),
    [chosen],
  );
  const submit = (form: HTMLFormElement): void => {
    if (!chosen) return;
    const entries = new FormData(form);
    const decision = chosen.asks ? { instead: readAnswer(chosen.asks, entries) } : chosen.decision;
    const afterMs = Math.round(Number(entries.get('delay')) * 1_000);
    answer({ ...decision, ...(afterMs > 0 && { afterMs }) });
  };
  const renderOption = (option: AnswerOption) => {
    const { title, hint, code, asks } = option;
    const isChosen = option === chosen;
    return (
      <div key={title} data-is-chosen={isChosen || undefined}>
        <label class="check choice">
          <input type="radio" name="answer" required onChange={() => setChosen(option)} />
          <span>
            <span class="label">{title}</span> {code !== undefined && <code>{code}</code>}
            <span class="quiet">{hint}</span>
          </span>
        </label>
        {/* A disabled field is neither checked nor sent. */}
        {asks && (
          <fieldset hidden={!isChosen} disabled={!isChosen}>
            <Fields asks={asks} payloads={getPayloadNames(request)} />
          </fieldset>
        )}
      </div>
    );
  };
  return (
    <dialog class="sheet" aria-labelledby="answers-title" ref={dialog} onClose={onClose}>
      <form method="dialog" onSubmit={({ currentTarget }) => submit(currentTarget)}>
        <div class="stack column answers">
          <h2 id="answers-title">Other answers</h2>
          <Quiet>Choose what the wallet does, and see how your app takes it.</Quiet>
          {groups.map(({ title, options }) => (
            <fieldset key={title} class="card">
              <legend>{title}</legend>
              {options.map(renderOption)}
            </fieldset>
          ))}
        </div>
        <footer>
          <label class="line delay">
            Answer after
            {/* At most, it is longer than any dapp waits. */}
            <input name="delay" type="number" min="0" max="600" step="any" defaultValue="0" required />
            seconds
          </label>
          <div class="buttons">
            <Button onPress={() => dialog.current?.close()}>Back</Button>
            <button type="submit" class="action is-main">
              Answer
            </button>
          </div>
        </footer>
      </form>
    </dialog>
  );
}

function Fields({ asks, payloads }: Readonly<{ asks: Asked; payloads: readonly string[] }>) {
  switch (asks) {
    case 'error':
      return (
        <div class="stack entries">
          <label>
            Code
            <input name="code" type="number" step="1" defaultValue="-32000" required />
          </label>
          <label>
            Message
            <input name="message" type="text" maxLength={1_000} />
          </label>
        </div>
      );
    case 'fault':
      return (
        <div class="stack entries">
          <label>
            The wallet
            <select name="fault">
              {FAULT_NAMES.map((name) => (
                <option key={name} value={name}>
                  {NAMED_FAULTS[name].title}
                </option>
              ))}
            </select>
          </label>
        </div>
      );
    default:
      return (
        <fieldset class="entries" hidden={payloads.length === 1}>
          <legend>{asks === 'not-submitted' ? 'Are not sent' : 'Cannot be signed'}</legend>
          {payloads.map((name, index) => (
            <label key={name} class="check">
              <input type="checkbox" name="payload" value={index} defaultChecked />
              {name}
            </label>
          ))}
        </fieldset>
      );
  }
}

function getPayloadNames(request: ApprovalRequest): readonly string[] {
  if ('messages' in request) return request.messages.map((_, index) => `Message ${index + 1}`);
  if (!('transactions' in request)) return [];
  return request.transactions.map((_, index) => `Transaction ${index + 1}`);
}

function readAnswer(asks: Asked, entries: FormData): OtherAnswer {
  switch (asks) {
    case 'error': {
      const message = `${entries.get('message')}`;
      return { type: asks, code: Number(entries.get('code')), ...(message && { message }) };
    }
    case 'fault':
      return { type: asks, name: entries.get('fault') as FaultName };
    default:
      return { type: asks, indexes: entries.getAll('payload').map(Number) };
  }
}
