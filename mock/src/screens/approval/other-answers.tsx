import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { OtherAnswer } from '../../wallet/answers.js';
import type { ApprovalDecision, ApprovalRequest } from '../../wallet/approval.js';
import { FAULT_NAMES } from '../../wallet/faults/fault-names.js';
import { NAMED_FAULTS } from '../../wallet/faults/named-faults.js';
import { Button, Quiet } from '../parts.js';
import { type AnswerFields, type AnswerOption, getAnswerGroups } from './answer-options.js';

/** Longer than any dapp waits. */
const MAX_DELAY_SECONDS = 600;
const FIRST_OWN_CODE = -32_000;

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
    if (chosen) answer(getDecision(chosen, new FormData(form)));
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
              {options.map((option) => (
                <Choice
                  key={option.title}
                  option={option}
                  isChosen={option === chosen}
                  onChoose={() => setChosen(option)}
                />
              ))}
            </fieldset>
          ))}
        </div>
        <footer>
          <label class="line delay">
            Answer after
            <input
              name="delay"
              type="number"
              min="0"
              max={MAX_DELAY_SECONDS}
              step="any"
              defaultValue="0"
              required
            />
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

function Choice({
  option: { title, hint, code, fields },
  isChosen,
  onChoose,
}: Readonly<{ option: AnswerOption; isChosen: boolean; onChoose(): void }>) {
  return (
    <div data-is-chosen={isChosen || undefined}>
      <label class="check choice">
        <input type="radio" name="answer" required onChange={onChoose} />
        <span>
          <span class="label">{title}</span> {code !== undefined && <code>{code}</code>}
          <span class="quiet">{hint}</span>
        </span>
      </label>
      {/* A disabled field is neither checked nor sent. */}
      {fields && (
        <fieldset hidden={!isChosen} disabled={!isChosen}>
          <Fields {...fields} />
        </fieldset>
      )}
    </div>
  );
}

function Fields(fields: AnswerFields) {
  if (fields.type === 'payloads') {
    return (
      <fieldset class="entries" hidden={fields.names.length === 1}>
        <legend>{fields.legend}</legend>
        {fields.names.map((name, index) => (
          <label key={name} class="check">
            <input type="checkbox" name="payload" value={index} defaultChecked />
            {name}
          </label>
        ))}
      </fieldset>
    );
  }
  return (
    <div class="stack entries">
      {fields.type === 'error' ? (
        <>
          <label>
            Code
            <input name="code" type="number" step="1" defaultValue={`${FIRST_OWN_CODE}`} required />
          </label>
          <label>
            Message
            <input name="message" type="text" maxLength={1_000} />
          </label>
        </>
      ) : (
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
      )}
    </div>
  );
}

function getDecision({ decision, fields }: AnswerOption, entries: FormData): ApprovalDecision {
  const delaySeconds = Number(entries.get('delay'));
  return {
    ...decision,
    ...(fields && { instead: readFields(fields, entries) }),
    ...(delaySeconds > 0 && { afterMs: Math.round(delaySeconds * 1_000) }),
  };
}

function readFields(fields: AnswerFields, entries: FormData): OtherAnswer {
  switch (fields.type) {
    case 'payloads':
      return { type: fields.answer, indexes: entries.getAll('payload').map(Number) };
    case 'error': {
      const message = `${entries.get('message')}`;
      return { type: 'error', code: Number(entries.get('code')), ...(message !== '' && { message }) };
    }
    default: {
      const name = FAULT_NAMES.find((each) => each === entries.get('fault')) ?? FAULT_NAMES[0];
      return { type: 'fault', name };
    }
  }
}
