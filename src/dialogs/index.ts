import type { SessionUi, Want } from '../dapp/ui.js';
import type { View } from './box.js';
import { createStage, type Turn } from './stage.js';
import { DEFAULT_TEXTS, type DialogTexts } from './texts.js';

export type { DialogTexts } from './texts.js';

const TAP_NEEDED_TITLES: Readonly<Record<Want, keyof DialogTexts>> = {
  connect: 'tapNeededToConnect',
  signIn: 'tapNeededToSignIn',
  signature: 'tapNeededForSignature',
  send: 'tapNeededToSend',
  other: 'tapNeededForOther',
};

/**
 * Makes the dialogs that people see while a session is opened and used: one at a time, above the page, in its
 * direction and colour scheme, untouched by its styles. `texts` replaces any of the English texts. A dialog that a
 * newer one replaces, or whose signal aborts, resolves as if the person had closed it; only `cancel` is not called.
 * `permission` rejects with what `ask` rejects with.
 */
export function createDialogs({
  texts = {},
}: Readonly<{ texts?: Partial<DialogTexts> }> = {}): Required<SessionUi> {
  const say = (name: keyof DialogTexts): string => texts[name] ?? DEFAULT_TEXTS[name];
  // Texts of the page's own are in its language.
  const open = createStage(Object.keys(texts).length > 0 ? '' : 'en');

  const createCancel = ({ end }: Turn) => ({ label: say('cancel'), press: () => end('closed') });
  const createOpenWallet = ({ end }: Turn) => ({ label: say('openWallet'), press: () => end('done') });
  const createGetWallet = () => ({ label: say('getWallet'), href: say('getWalletUrl') });
  const createBlocked = ({ end }: Turn): View => ({
    title: say('blockedTitle'),
    text: say('blockedText'),
    steps: say(matchMedia('(display-mode: browser)').matches ? 'blockedStepsInTab' : 'blockedStepsInApp'),
    mark: 'blocked',
    actions: [{ label: say('close'), isMain: true, press: () => end('closed') }],
  });

  return {
    waiting({ signal, cancel, reopen }) {
      void open(signal, (turn) =>
        turn.show({
          title: say('waitingTitle'),
          text: say('waitingText'),
          mark: 'busy',
          actions: [
            ...(reopen ? [{ label: say('openAgain'), press: reopen }, createGetWallet()] : []),
            createCancel(turn),
          ],
        }),
      ).then((ending) => {
        if (ending === 'closed') cancel();
      });
    },

    async permission({ signal, ask }) {
      const ending = await open(signal, (turn) => {
        const explain = (title: string, text: string): void =>
          turn.show({
            title,
            text,
            actions: [
              { label: say('continue'), isMain: true, press: () => void request().catch(turn.fail) },
              createCancel(turn),
            ],
          });
        const request = async (): Promise<void> => {
          turn.show({
            title: say('askingTitle'),
            text: say('askingText'),
            mark: 'busy',
            // Nothing tells the page whether the browser still asks, or does not at all.
            actions: [
              { label: say('askAgain'), press: () => void request().catch(turn.fail) },
              createOpenWallet(turn),
              createCancel(turn),
            ],
          });
          const permission = await ask();
          if (permission === 'denied') turn.show(createBlocked(turn));
          else if (permission === 'prompt') explain(say('dismissedTitle'), say('dismissedText'));
          else {
            turn.show({
              title: say('grantedTitle'),
              text: say('grantedText'),
              mark: 'done',
              actions: [{ ...createOpenWallet(turn), isMain: true }, createCancel(turn)],
            });
          }
        };
        explain(say('permissionTitle'), say('permissionText'));
      });
      return ending === 'done';
    },

    async blocked({ signal }) {
      await open(signal, (turn) => turn.show(createBlocked(turn)));
    },

    async notFound({ signal }) {
      const ending = await open(signal, (turn) =>
        turn.show({
          title: say('notFoundTitle'),
          text: say('notFoundText'),
          mark: 'blocked',
          actions: [
            { label: say('tryAgain'), isMain: true, press: () => turn.end('done') },
            createGetWallet(),
            { label: say('close'), press: () => turn.end('closed') },
          ],
        }),
      );
      return ending === 'done';
    },

    async tapNeeded({ signal, name, want }) {
      const ending = await open(signal, (turn) =>
        turn.show({
          title: say(TAP_NEEDED_TITLES[want]).replaceAll('{name}', () => name),
          text: say('tapNeededText'),
          actions: [{ ...createOpenWallet(turn), isMain: true }, createCancel(turn)],
        }),
      );
      return ending === 'done';
    },
  };
}
