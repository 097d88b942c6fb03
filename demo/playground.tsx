import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Action, Field, Values } from './action.js';
import { createDeclineAction } from './actions/decline.js';
import { createSendTokensAction } from './actions/send-tokens.js';
import { createSendTransferAction } from './actions/send-transfer.js';
import { createSignInAction } from './actions/sign-in.js';
import { createSignMessageAction } from './actions/sign-message.js';
import { createSignMessagesAction } from './actions/sign-messages.js';
import { createSignTransactionsAction } from './actions/sign-transactions.js';
import type { Dapp } from './dapp.js';
import { Messages } from './messages.js';
import { OutcomeView, type Task, useTask, WAITING } from './outcome.js';
import { BusyButton, CodeBox, getPanelProps, Tabs } from './parts.js';
import { IS_SIMULATED } from './place.js';
import type { Step } from './steps.js';
import { getFeature } from './wallets.js';

const PANES = ['Result', 'Code', 'Log'] as const;
type Pane = (typeof PANES)[number];

type PlaygroundProps = Readonly<{
  dapp: Dapp;
  /** The payment beside it. While it is undecided, no other payment is offered. */
  payment: Task;
  /** What the page and the wallet said at the last visit. */
  steps: readonly Step[];
  /** Called when an action starts. */
  onStart(): void;
}>;

/**
 * What a connected wallet can be asked for: a tab for each kind, with the form left, and right what came of
 * it.
 */
export function Playground({ dapp, ...shared }: PlaygroundProps) {
  const id = useId();
  const [tabs] = useState(() => createTabs(dapp));
  const [tab, setTab] = useState('Pay');
  const [pane, setPane] = useState<Pane>('Result');
  return (
    <section class="card playground" aria-label="Playground">
      <Tabs id={id} label="What to try" names={Object.keys(tabs)} selected={tab} onSelect={setTab} />
      {Object.entries(tabs).map(([name, actions]) => (
        <div key={name} {...getPanelProps(id, name, tab)}>
          <Choice
            {...shared}
            actions={actions}
            wallet={dapp.wallet}
            isPayment={name === 'Pay'}
            pane={pane}
            setPane={setPane}
          />
        </div>
      ))}
    </section>
  );
}

function createTabs(dapp: Dapp): Readonly<Record<string, readonly Action[]>> {
  return {
    Pay: [createSendTransferAction(dapp)],
    'Sign in': [createSignInAction(dapp)],
    Sign: [
      createSignMessageAction(dapp),
      createSignMessagesAction(dapp),
      createSignTransactionsAction(dapp, 1, {
        name: 'A transaction',
        description: 'A small transfer, signed but not sent.',
        button: 'Sign one transaction',
      }),
      createSignTransactionsAction(dapp, 25, {
        name: '25 transactions',
        description: 'One visit to the wallet, in as many requests as its limit needs. None of them is sent.',
        button: 'Sign 25 transactions',
      }),
    ],
    // The page can make up a token only where SOL for that is free.
    ...(IS_SIMULATED && { Tokens: [createSendTokensAction(dapp)] }),
    Refuse: [createDeclineAction(dapp)],
  };
}

type SharedProps = Omit<PlaygroundProps, 'dapp'> &
  Readonly<{ wallet: Dapp['wallet']; isPayment: boolean; pane: Pane; setPane(pane: Pane): void }>;

/** The actions of a tab, of which one is shown. */
function Choice({ actions, ...shared }: SharedProps & Readonly<{ actions: readonly Action[] }>) {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  return (
    <>
      {actions.length > 1 ? (
        <fieldset class="choices">
          <legend class="for-readers">What to sign</legend>
          {actions.map(({ name }, index) => (
            <label key={name}>
              <input type="radio" name={id} checked={index === chosen} onChange={() => setChosen(index)} />
              {name}
            </label>
          ))}
        </fieldset>
      ) : null}
      {actions.map((action, index) => (
        <ActionView key={action.button} {...shared} action={action} isHidden={index !== chosen} />
      ))}
    </>
  );
}

function ActionView({
  action,
  isHidden,
  wallet,
  isPayment,
  payment,
  pane,
  setPane,
  steps,
  onStart,
}: SharedProps & Readonly<{ action: Action; isHidden: boolean }>) {
  const { fields = [], findErrors, onInput, code, needs } = action;
  const id = useId();
  const task = useTask();
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(fields.map(({ name, value }) => [name, value])),
  );
  const [errors, setErrors] = useState<Values>({});
  const form = useRef<HTMLFormElement>(null);
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => onInput?.(values), [values]);
  useEffect(() => {
    if (task.outcome && !task.isBusy) result.current?.scrollIntoView({ block: 'nearest' });
  }, [task.outcome]);

  const isBusy = task.isBusy || (isPayment && payment.isBusy);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (isBusy) return;
    const found = findErrors?.(values) ?? {};
    setErrors(found);
    const wrong = fields.find(({ name }) => name in found);
    if (wrong) {
      task.clear();
      form.current?.querySelector<HTMLElement>(`[name="${wrong.name}"]`)?.focus();
      return;
    }
    onStart();
    setPane('Result');
    void task.run((report) => {
      report(...WAITING);
      return action.run(report, values);
    });
  };
  const input = (name: string, value: string): void => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors({});
  };
  const isUndecided = task.outcome?.isPending || (isPayment && payment.outcome?.isPending);

  return (
    <div class="action" hidden={isHidden}>
      <div>
        <p class="quiet">{action.description}</p>
        {isUndecided ? <p>You can send another one once it is known what became of the last one.</p> : null}
        {getFeature(wallet, needs) ? (
          <form ref={form} noValidate hidden={isUndecided} onSubmit={submit}>
            {fields.map((field) => (
              <TextField
                key={field.name}
                field={field}
                value={values[field.name] ?? ''}
                error={errors[field.name]}
                onInput={(value) => input(field.name, value)}
              />
            ))}
            <BusyButton type="submit" kind="button main" isBusy={isBusy}>
              {action.button}
            </BusyButton>
          </form>
        ) : (
          <p class="quiet">The connected wallet does not offer this.</p>
        )}
      </div>
      <div class="panes">
        <Tabs id={id} label="What came of it" names={PANES} selected={pane} onSelect={setPane} />
        <div ref={result} {...getPanelProps(id, 'Result', pane)}>
          <OutcomeView task={task} />
          {task.outcome ? null : <p class="quiet">The result appears here.</p>}
        </div>
        <div {...getPanelProps(id, 'Code', pane)}>
          <CodeBox code={code} />
        </div>
        <div {...getPanelProps(id, 'Log', pane)}>
          <Messages steps={steps} />
        </div>
      </div>
    </div>
  );
}

type TextFieldProps = Readonly<{
  field: Field;
  value: string;
  error: string | undefined;
  onInput(value: string): void;
}>;

function TextField({ field: { name, label, kind, hint }, value, error, onInput }: TextFieldProps) {
  const id = useId();
  const shared = {
    id,
    name,
    value,
    'aria-describedby': `${id}-hint ${id}-error`,
    'aria-invalid': error === undefined ? undefined : true,
    autocomplete: 'off',
    onInput: (event: Event) => onInput((event.currentTarget as HTMLInputElement).value),
  } as const;
  const ofCode = { class: 'code', spellcheck: false, autocapitalize: 'none', autocorrect: 'off' } as const;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {kind === 'long' ? (
        <textarea rows={3} {...shared} />
      ) : (
        <input
          type="text"
          inputMode={kind === 'amount' ? 'decimal' : 'text'}
          {...(kind === 'code' && ofCode)}
          {...shared}
        />
      )}
      <p id={`${id}-hint`} class="hint" aria-live="polite">
        {hint?.(value)}
      </p>
      <p id={`${id}-error`} class="hint bad" role="status">
        {error}
      </p>
    </div>
  );
}
