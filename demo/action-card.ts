import { createBusyButton } from './busy-button.js';
import { createCodeView } from './code-view.js';
import { createElement, createId } from './dom.js';
import { createOutcomeView, type Outcome, type ReportProgress } from './outcome.js';
import { createDiagram } from './protocol/diagram.js';
import { type Step, watchSteps } from './protocol/steps.js';

/** Something that the user can ask the wallet to do. */
export type Action = Readonly<{
  title: string;
  description: string;
  button: string;
  /** Whether this is the page's main action. */
  isMain?: boolean;
  /** Whether the wallet sends transactions. They may have been sent even if it does not answer. */
  sends?: boolean;
  fields?: readonly HTMLElement[];
  /** The lines of code that do this, if the page shows them. */
  code?: string;
  /** Whether the wallet has the feature that the action needs. */
  isOffered: boolean;
  /** Checks the fields before the wallet opens, and shows errors in them. Returns whether they are valid. */
  validate?(): boolean;
  /** Called synchronously in the tap, so that the wallet may open an app. */
  run(report: ReportProgress): Promise<Outcome>;
}>;

const WAITING = 'Continue in your wallet…';
const WAITING_ADVICE = 'Look at the request in your wallet, and approve or decline it there.';

/** Creates a card with an action, its button and its result. */
export function createActionCard(action: Action): HTMLElement {
  const id = createId('action');
  const button = createBusyButton(action.button, {
    type: 'submit',
    class: action.isMain ? 'button main' : 'button',
  });
  const form = createElement('form', { novalidate: true }, ...(action.fields ?? []), button.element);
  const outcome = createOutcomeView((isPending) => {
    form.hidden = isPending;
  });

  const diagram = createDiagram(`${action.title}: what the page and the wallet say`);
  let stopWatching = () => {};

  const run = async () => {
    button.setBusy(WAITING);
    // The steps of this visit follow until the next one, because a session closes a moment after its last answer.
    stopWatching();
    diagram.clear();
    stopWatching = watchVisit(diagram.add);
    outcome.showWaiting('Waiting for your wallet', WAITING_ADVICE);
    try {
      const result = await action.run((label, advice, facts) => {
        button.setBusy(label);
        outcome.showWaiting(label, advice, facts);
      });
      outcome.showOutcome(result);
    } catch (error) {
      outcome.showError(error, action.sends);
    } finally {
      button.setBusy(undefined);
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button.isBusy()) return;
    if (action.validate?.() === false) {
      outcome.clear();
      return;
    }
    void run();
  });

  return createElement(
    'article',
    { class: 'card action', 'aria-labelledby': id },
    createElement('h3', { id }, action.title),
    createElement('p', { class: 'description' }, action.description),
    action.isOffered
      ? form
      : createElement('p', { class: 'missing' }, 'The connected wallet does not offer this.'),
    outcome.element,
    diagram.element,
    action.code === undefined ? undefined : createCodeView(action.title, action.code),
  );
}

/** Calls `listener` with the steps of the next visit to the wallet, up to the end of its session. */
function watchVisit(listener: (step: Step) => void): () => void {
  const stop = watchSteps((step) => {
    listener(step);
    if (step.isEnd) stop();
  });
  return stop;
}
