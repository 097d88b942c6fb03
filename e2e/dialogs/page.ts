import type { LoopbackPermission, Want } from '../../src/dapp/ui.js';
import { createDialogs, type DialogTexts } from '../../src/dialogs/index.js';

/** The page's input, as JSON in the fragment of its address. */
export type DialogsInput = Readonly<{
  /** The browser's answers, in order. After the last one it does not answer until an event `answer`. */
  answers?: readonly LoopbackPermission[];
  /** The message of the error with which asking fails instead. */
  failure?: string;
  texts?: Partial<DialogTexts>;
  /** The dapp's name in `tapNeeded`; `Example` by default. */
  name?: string;
  /** What the dapp wants in `tapNeeded`; a signature by default. */
  want?: Want;
  /** The page's own style sheet. */
  css?: string;
  dir?: string;
}>;

const input: DialogsInput = JSON.parse(decodeURIComponent(location.hash.slice(1)) || '{}');
const answers = [...(input.answers ?? [])];
const ui = createDialogs(input.texts && { texts: input.texts });
const { tapNeeded } = ui;
let controller = new AbortController();

document.documentElement.dir = input.dir ?? '';
const sheet = new CSSStyleSheet();
sheet.replaceSync(input.css ?? '');
document.adoptedStyleSheets = [sheet];

const output = document.createElement('output');
const note = (text: string): void => output.append(`${text}\n`);

/** Whether the current task handles a tap or a key. The browser's own user activation lasts longer than the task. */
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
const getTap = (): string => (isTap ? ' in a tap' : '');

/** Listens to an event that the test dispatches. It is not a tap, although the timer after the last tap may be pending. */
function onScript(type: string, listener: () => void): void {
  addEventListener(type, () => {
    isTap = false;
    listener();
  });
}

async function ask(): Promise<LoopbackPermission> {
  note(`asked${getTap()}`);
  if (input.failure !== undefined) throw new Error(input.failure);
  return (
    answers.shift() ??
    new Promise((resolve) => addEventListener('answer', () => resolve('granted'), { once: true }))
  );
}

/** Opens each dialog. Resolves with its result. */
const dialogs: Readonly<Record<string, (signal: AbortSignal) => Promise<unknown>>> = {
  waiting: (signal) => new Promise((resolve) => ui.waiting({ signal, cancel: () => resolve('cancelled') })),
  permission: (signal) => ui.permission({ signal, ask }).catch(String),
  blocked: (signal) => ui.blocked({ signal }),
  notFound: (signal) => ui.notFound({ signal }),
  tapNeeded: (signal) =>
    tapNeeded({ signal, name: input.name ?? 'Example', want: input.want ?? 'signature' }),
};

for (const [name, open] of Object.entries(dialogs)) {
  const show = async (): Promise<void> => note(`${name}: ${await open(controller.signal)}${getTap()}`);
  const button = document.createElement('button');
  button.append(name);
  button.addEventListener('click', show);
  document.body.append(button);
  onScript(name, show);
}
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
