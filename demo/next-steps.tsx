import { useEffect, useRef, useState } from 'preact/hooks';
import type { Action } from './action.js';
import { createSendTokensAction } from './actions/send-tokens.js';
import { createSignInAction } from './actions/sign-in.js';
import { createSignMessageAction } from './actions/sign-message.js';
import type { Dapp } from './dapp.js';
import { OutcomeView, useTask, WAITING } from './outcome.js';
import { BusyButton } from './parts.js';
import { IS_SIMULATED } from './place.js';
import { getFeature } from './wallets.js';

type Card = Readonly<{ title: string; text: string; action: Action }>;

function createCards(dapp: Dapp): readonly Card[] {
  return [
    { title: 'Sign in', text: 'Show that this account is yours.', action: createSignInAction(dapp) },
    { title: 'Sign', text: 'Put your signature under a text.', action: createSignMessageAction(dapp) },
    // The page can make up a token only where SOL for that is free.
    ...(IS_SIMULATED
      ? [
          {
            title: 'Send tokens',
            text: 'Get 250 test tokens, and send 25.',
            action: createSendTokensAction(dapp),
          },
        ]
      : []),
  ].filter(({ action }) => getFeature(dapp.wallet, action.needs));
}

/** What else the wallet can be asked for, each by one press. */
export function NextSteps({ dapp, onStart }: Readonly<{ dapp: Dapp; onStart(): void }>) {
  const [cards] = useState(() => createCards(dapp));
  const task = useTask();
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (task.outcome && !task.isBusy) result.current?.scrollIntoView({ block: 'nearest' });
  }, [task.outcome]);
  const press = (card: Card): void => {
    const { fields = [], run } = card.action;
    const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    onStart();
    void task.run((report) => {
      report(...WAITING);
      return run(report, values);
    });
  };
  return (
    <section class="next" aria-labelledby="next">
      <h2 id="next">Try something else</h2>
      <div class="cards">
        {cards.map((card) => (
          <BusyButton
            key={card.title}
            kind="card try"
            isBusy={task.isBusy || task.outcome?.isPending === true}
            onPress={() => press(card)}
          >
            <b>{card.title}</b> <span class="quiet">{card.text}</span>
          </BusyButton>
        ))}
      </div>
      <div ref={result}>
        <OutcomeView task={task} />
      </div>
    </section>
  );
}
