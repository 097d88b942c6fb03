import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { explainAbsence } from '../absence.js';
import { BusyButton, CopyButton, Icon } from '../parts.js';
import { learn } from './facts.js';
import { watchMessages } from './messages.js';
import {
  createReport,
  describeReport,
  describeResult,
  keepState,
  type Report,
  recallState,
} from './report.js';
import { runStep, type StepResult } from './run-step.js';
import { hasOnlyLinks, isApp, KNOWN_APPS, registration, STEPS, type Step } from './steps.js';

// Outside the components, because responses arrive at any time.
let state = recallState();
let show = (_: typeof state): void => {};

/** Returns whether the change is kept when the page is loaded again. */
function change(changes: Partial<typeof state>): boolean {
  state = { ...state, ...changes };
  show(state);
  return keepState(state);
}

watchMessages(
  (propertiesVersion) => change({ wallet: { ...state.wallet, propertiesVersion } }),
  (exchange) => change({ wallet: learn(state.wallet, exchange), messages: [...state.messages, exchange] }),
);

/** Adds the result of a step. If the next is a new visit, the page is loaded again. */
function finish(result: StepResult): void {
  const { running: _, ...rest } = state;
  state = { ...rest, results: [...state.results, result] };
  const isKept = change({});
  if (findNext()?.isNewVisit && isKept) location.reload();
}

const findNext = (): Step | undefined =>
  STEPS.find(({ id }) => !state.results.some((result) => result.id === id));

function App() {
  const [shown, setShown] = useState(state);
  show = setShown;
  const next = findNext();
  if (!registration.registered) return <Absence reason={registration.reason} />;
  return (
    <div class="check">
      <h1>How does this phone’s wallet behave?</h1>
      <p class="quiet">
        {hasOnlyLinks
          ? 'Apps on this device cannot answer a page in this browser. One step shows whether a wallet app opens it.'
          : `${STEPS.length} steps with test money on devnet. Put the wallet app on devnet first, if it has such a setting.`}
      </p>
      <ol class="steps">
        {STEPS.map((step, index) => {
          const result = shown.results.find(({ id }) => id === step.id);
          if (result) return <Done key={step.id} step={step} result={result} />;
          if (step === next) return <Now key={step.id} step={step} />;
          return (
            <li key={step.id} data-state="later">
              <span class="number">{index + 1}</span>
              {step.title}
            </li>
          );
        })}
      </ol>
      {next ? null : <Findings />}
    </div>
  );
}

/** What the page says in the browser of a wallet app. */
const OPENED = {
  title: 'The wallet app has opened this page',
  text: 'That is the end of this step.',
  advice: 'Go back to the browser that you came from: the report is there.',
};

function Absence({ reason }: Readonly<{ reason: string }>) {
  const { title, text, advice } = reason === 'wallet-browser' ? OPENED : explainAbsence(reason);
  return (
    <div class="check">
      <h1>{title}</h1>
      <p>{text}</p>
      <p>{advice}</p>
    </div>
  );
}

function Done({ step, result }: Readonly<{ step: Step; result: StepResult }>) {
  const isSkipped = result.outcome === 'skipped';
  const tone = isSkipped ? 'neutral' : result.isExpected ? 'success' : 'failure';
  const repeat = (): void => {
    const isKept = change({ results: state.results.filter(({ id }) => id !== step.id) });
    if (step.isNewVisit && isKept) location.reload();
  };
  return (
    <li data-tone={tone} data-step={step.id}>
      <span class="badge">
        <Icon name={tone === 'success' ? 'check' : tone === 'failure' ? 'cross' : 'arrow'} />
      </span>
      <div>
        <p>{step.title}</p>
        <p class="hint" role="status">
          {describeResult(result)}
        </p>
      </div>
      <button type="button" class="link" aria-label={`${step.title}: again`} onClick={repeat}>
        Again
      </button>
    </li>
  );
}

function Now({ step }: Readonly<{ step: Step }>) {
  const card = useRef<HTMLLIElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [advice, setAdvice] = useState('');
  const [app, setApp] = useState<string>(KNOWN_APPS[0] ?? '');
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' });
    step.prepare?.().then(setAdvice, () => {});
  }, []);
  const run = async (): Promise<void> => {
    setBusy(true);
    change({ running: step.id });
    const { result, found } = await runStep(step, app.trim());
    // The user has skipped it meanwhile.
    if (state.running !== step.id) return;
    change({ wallet: { ...state.wallet, ...found } });
    finish(result);
  };
  return (
    <li ref={card} class="card" data-state="now">
      <h2>{step.title}</h2>
      <p>{step.text}</p>
      <p class="hint" role="status">
        {isBusy ? 'This step is running. Look at the wallet app, then come back.' : advice}
      </p>
      {step.takesApp ? <AppField app={app} onChange={setApp} /> : null}
      <div class="buttons">
        <BusyButton kind="button main" isBusy={isBusy || !isApp(app.trim())} onPress={() => void run()}>
          {step.button}
        </BusyButton>
        <button
          type="button"
          class="button quiet"
          onClick={() => finish({ id: step.id, outcome: 'skipped', isExpected: true })}
        >
          Skip
        </button>
      </div>
    </li>
  );
}

/** Which wallet app is to open: one that the library knows, or another one by its package. */
function AppField({ app, onChange }: Readonly<{ app: string; onChange(app: string): void }>) {
  const isKnown = KNOWN_APPS.some((name) => name === app);
  return (
    <>
      <div class="field">
        <label for="wallet-app">Wallet app</label>
        <select
          id="wallet-app"
          value={isKnown ? app : ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          {KNOWN_APPS.map((name) => (
            <option key={name}>{name}</option>
          ))}
          <option value="">Another one</option>
        </select>
      </div>
      {isKnown ? null : (
        <div class="field">
          <label for="wallet-package">Its Android package</label>
          <input
            id="wallet-package"
            placeholder="com.example.wallet"
            autocapitalize="none"
            autocomplete="off"
            spellcheck={false}
            value={app}
            aria-describedby="package-hint"
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
          <p id="package-hint" class="hint">
            It stands after <code>id=</code> in the address of the app’s page at Google Play.
          </p>
        </div>
      )}
    </>
  );
}

/** Sends the report to the computer that serves this page, and returns what became of it, for people. */
async function sendReport(json: string): Promise<string> {
  const token = document.querySelector<HTMLMetaElement>('meta[name=report-token]')?.content;
  const none = 'No computer takes it here: copy it instead.';
  if (token === undefined) return none;
  const headers = { 'X-Report-Token': token };
  const response = await fetch('/report', { method: 'POST', headers, body: json }).catch(() => undefined);
  const text = await response?.text();
  return response?.ok ? `Written: ${text}` : text || none;
}

function Findings() {
  const [isPrivate, setPrivate] = useState(false);
  const [report, setReport] = useState<Report>();
  const [sent, setSent] = useState('');
  useEffect(() => void createReport(state, isPrivate).then(setReport), [isPrivate]);
  if (!report) return null;
  const words = describeReport(report);
  const json = JSON.stringify(report, undefined, 2);
  const send = async (): Promise<void> => {
    setSent(await sendReport(json));
  };
  const startOver = (): void => {
    change({ results: [], wallet: {}, messages: [] });
    if (registration.registered) void registration.wallet.features['standard:disconnect'].disconnect();
  };
  return (
    <section class="findings" aria-label="Report">
      <h2>The report</h2>
      <div class="code-box">
        <pre class="words">{words}</pre>
        <CopyButton text={words} name="the report in words" />
      </div>
      <label class="option">
        <input
          type="checkbox"
          checked={isPrivate}
          onChange={({ currentTarget }) => setPrivate(currentTarget.checked)}
        />
        Add all messages, with addresses, tokens and signatures
      </label>
      <div class="code-box">
        <textarea class="code" readOnly rows={10} value={json} aria-label="The report as JSON" />
        <CopyButton text={json} name="the report as JSON" />
      </div>
      <div class="buttons">
        <BusyButton kind="button main" onPress={() => void send()}>
          Send report
        </BusyButton>
        <button type="button" class="button quiet" onClick={startOver}>
          Start over
        </button>
      </div>
      <p class="hint" role="status">
        {sent}
      </p>
    </section>
  );
}

const root = document.querySelector('#app');
if (root) {
  root.replaceChildren();
  render(<App />, root);
}
