import type {
  AppChoice,
  DialogChoice,
  LoopbackPermission,
  ScanReason,
  SessionUi,
  Want,
} from '../../src/dapp/open/session-ui.js';
import { createDialogs, type DialogTexts } from '../../src/dialogs/index.js';
import { hasErrorCode } from '../../src/util/find-error.js';

type Reason<Name extends 'blocked' | 'notFound' | 'chooseApp'> = Parameters<
  NonNullable<SessionUi[Name]>
>[0]['reason'];

/** The page's input, as JSON in the fragment of its address. */
export type DialogsInput = Readonly<{
  /** The browser's answers, in order. After the last one it does not answer until an event `answer`. */
  answers?: readonly LoopbackPermission[];
  /** The message of the error with which asking fails instead. */
  failure?: string;
  texts?: Partial<DialogTexts>;
  /** The dapp that the dialogs show. */
  identity?: Readonly<{ name: string; uri: string; icon?: string }>;
  /** The dapp's name in `waiting` and `tapNeeded`; `Example` by default. */
  name?: string;
  /** What the dapp wants in those, in `notFound` and in `chooseApp`; a signature by default. */
  want?: Want;
  /** Whether `waiting` can open the wallet app again. */
  reopen?: boolean;
  /** Whether `waiting` can have the user asked anew. */
  askAgain?: boolean;
  /** Whether `waiting` can be hidden. */
  hide?: boolean;
  /** The other way that `waiting` offers. */
  otherApp?: 'other-app' | 'change-app';
  /** The wallet apps of `openIn` and `chooseApp`; two by default. */
  apps?: readonly (Omit<AppChoice, 'id'> & Readonly<{ link?: string }>)[];
  /** What `openIn` is told about the browser. */
  openIn?: Readonly<{ socialApp?: string; browserLink?: string; other?: string }>;
  /** The page's own style sheet. */
  css?: string;
  /** What the code says. */
  uri?: string;
  localUri?: string;
  /** How long each code is good, in milliseconds; 90,000 by default. */
  lifetimeMs?: number;
  /** Why the dialog is shown; by default the first reason of its type. */
  reason?: ScanReason | Reason<'blocked'> | Reason<'notFound'> | Reason<'chooseApp'>;
  /** Whether the wallet is on another device, and the account that `waiting` names. */
  remote?: Readonly<{ address?: string }>;
  /** What the dialog offers; by default what it always can. */
  choices?: readonly Exclude<DialogChoice, 'cancel'>[];
  /** Whether the page may need no permission. */
  mayBeNeedless?: boolean;
  /** Whether the user cannot allow what is blocked. */
  isFinal?: boolean;
  dir?: string;
}>;

/** The parts of a fresh code that differ from the input. An event `fresh` has them as its detail. */
export type CodeChanges = Readonly<{
  uri?: string;
  localUri?: string;
  lifetimeMs?: number;
  reason?: ScanReason;
}>;

const input: DialogsInput = JSON.parse(decodeURIComponent(location.hash.slice(1)) || '{}');
const answers = [...(input.answers ?? [])];
const { remote, choices, texts, identity, name = 'Example', want = 'signature' } = input;
/** Returns the reason of the input, which is one of the dialog that is opened. */
const getReason = <T extends string>(otherwise: T): T => (input.reason ?? otherwise) as T;
const ui = createDialogs({ ...(texts && { texts }), ...(identity && { identity }) });
let controller = new AbortController();

document.documentElement.dir = input.dir ?? '';
const sheet = new CSSStyleSheet();
sheet.replaceSync(input.css ?? '');
document.adoptedStyleSheets = [sheet];

const output = document.createElement('output');
const note = (text: string): void => output.append(`${text}\n`);

/**
 * Whether the current task handles a tap or a key. The browser's own user activation lasts longer than the
 * task.
 */
let isTap = false;
addEventListener(
  'click',
  () => {
    isTap = true;
    setTimeout(() => {
      isTap = false;
    });
  },
  true,
);
// The browser may handle a key, such as Escape, before the timer after the last tap. If the key is a tap, its
// click follows.
addEventListener(
  'keydown',
  () => {
    isTap = false;
  },
  true,
);
const getTap = (): string => (isTap ? ' in a tap' : '');

/**
 * Listens to an event that the test dispatches. It is not a tap, although the timer after the last tap may be
 * pending.
 */
function onScript(type: string, listener: () => void): void {
  addEventListener(type, () => {
    isTap = false;
    listener();
  });
}

/** Resolves when the browser allows the connection: by an answer, or at an event `answer`. */
let allow = (): void => {};
const allowed = new Promise<void>((resolve) => {
  allow = resolve;
});
addEventListener('answer', allow);

async function ask(): Promise<LoopbackPermission> {
  note(`asked${getTap()}`);
  if (input.failure !== undefined) throw new Error(input.failure);
  const answer = answers.shift();
  if (answer === undefined) {
    await allowed;
    return 'granted';
  }
  if (answer === 'granted') allow();
  return answer;
}

/** Shows a code. Resolves with how that ended. */
async function showCode(signal: AbortSignal, changes: CodeChanges): Promise<string> {
  const { uri = 'solana-wallet:/v1/associate/remote', localUri, lifetimeMs = 90_000 } = input;
  let ending = 'withdrawn';
  try {
    await ui.scan({
      signal,
      uri,
      lifetimeMs,
      reason: getReason<ScanReason>('first'),
      ...(localUri !== undefined && { localUri }),
      ...changes,
      cancel: () => {
        ending = 'cancelled';
      },
    });
  } catch (error) {
    ending = hasErrorCode(error) ? error.code : String(error);
  }
  return ending;
}

const APPS: NonNullable<DialogsInput['apps']> = [
  { name: 'Phantom', installUrl: 'https://phantom.example' },
  { name: 'Solflare', installUrl: 'https://solflare.example' },
];
const apps = (input.apps ?? APPS).map((app, index) => ({ ...app, id: `app:${index}` as const }));

/** Shows the wallet apps. Resolves with what the user chose, an app by its place in the list. */
function chooseApp(signal: AbortSignal): Promise<string> {
  const reason = getReason<Reason<'chooseApp'>>('other-app');
  return ui.chooseApp({ signal, name, want, apps, choices: choices ?? [], reason });
}

/** Opens each dialog. Resolves with its result. */
const dialogs: Readonly<Record<string, (signal: AbortSignal) => Promise<unknown>>> = {
  waiting: (signal) =>
    new Promise((resolve) =>
      ui.waiting({
        signal,
        name,
        want,
        cancel: () => resolve('cancelled'),
        ...(input.hide && { hide: () => resolve('hidden') }),
        ...(input.reopen && { reopen: () => note(`reopened${getTap()}`) }),
        ...(input.askAgain && { askAgain: () => note('asked') }),
        ...(remote && { remote }),
        ...(input.otherApp && {
          otherApp: { choice: input.otherApp, press: () => note(`${input.otherApp}${getTap()}`) },
        }),
      }),
    ),
  permission: (signal) =>
    ui
      .permission({
        signal,
        choices: choices ?? ['open-wallet'],
        ask,
        allowed,
        mayBeNeedless: input.mayBeNeedless === true,
      })
      .catch(String),
  blocked: (signal) => {
    const reason = getReason<Reason<'blocked'>>('browser');
    return ui.blocked({
      signal,
      choices: choices ?? ['open-wallet'],
      reason,
      ...(!input.isFinal && { allowed }),
    });
  },
  notFound: (signal) => {
    const reason = getReason<Reason<'notFound'>>('no-answer');
    return ui.notFound({ signal, choices: choices ?? ['try-again'], reason, want });
  },
  scan: (signal) => showCode(signal, {}),
  tapNeeded: (signal) => ui.tapNeeded({ signal, choices: choices ?? ['open-wallet'], name, want }),
  chooseApp,
  openIn: (signal) =>
    ui.openIn({
      signal,
      url: 'https://example.com/pay?invoice=42',
      apps: apps.map((app) => ({ link: `https://wallet.example/${app.name}`, ...app })),
      onOpened: (opened) => note(`opened ${opened}${getTap()}`),
      choices: choices ?? [],
      ...input.openIn,
    }),
};

/** Opens a dialog by name. A document that the page writes removes all listeners, and keeps this. */
async function showDialog(name: string): Promise<void> {
  note(`${name}: ${await dialogs[name]?.(controller.signal)}${getTap()}`);
}
Object.assign(window, { showDialog });

for (const name of Object.keys(dialogs)) {
  const show = (): Promise<void> => showDialog(name);
  const button = document.createElement('button');
  button.append(name);
  button.addEventListener('click', show);
  document.body.append(button);
  onScript(name, show);
}
addEventListener('fresh', (event) => {
  if (event instanceof CustomEvent) void showCode(controller.signal, event.detail).then(note);
});
onScript('abort', () => {
  controller.abort();
  controller = new AbortController();
});

// Notes what must not happen: violations of the page's policy, and events that leave the dialog.
document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => note(violatedDirective));
for (const type of ['click', 'pointerdown', 'keydown', 'focusin']) {
  document.addEventListener(type, ({ target }) => {
    if (target instanceof Element && target.localName === 'mobile-wallet-dialog') note(`received ${type}`);
  });
}
document.body.append(output);
