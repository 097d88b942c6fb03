import type { LoopbackPermission, Want } from '../../src/dapp/ui.js';
import { createDialogs, type DialogTexts } from '../../src/dialogs/index.js';

/** What the page is opened with, as JSON in the fragment. */
export type DialogsInput = Readonly<{
  /** What the browser says each time it is asked; later on, it says nothing until an event `answer`. */
  answers?: readonly LoopbackPermission[];
  /** What asking fails with, instead. */
  failure?: string;
  texts?: Partial<DialogTexts>;
  /** Who wants what of a person whose tap counts no longer; by default `Example` a signature. */
  name?: string;
  want?: Want;
  /** A style sheet of the page's own. */
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

/** Whether the current task is a tap, or a key that stands for one: a browser's own activation outlives it. */
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

/** Listens to what the test dispatches, as a script of the page would: no tap, though one's timer may be due yet. */
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

/** Opens each dialog, and gives what it says in the end. */
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

// What must not happen, and would show among the notes.
document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => note(violatedDirective));
for (const type of ['click', 'pointerdown', 'keydown', 'focusin']) {
  document.addEventListener(type, ({ target }) => {
    if (target instanceof Element && target.localName === 'mobile-wallet-dialog') note(`heard ${type}`);
  });
}
document.body.append(output);
