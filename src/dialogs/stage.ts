import { type Box, createBox, type View } from './box.js';

/** How a dialog ended: by its main button, by the person closing it, or by its signal or a newer dialog. */
export type Ending = 'done' | 'closed' | 'gone';

/** A dialog's time on the page; after its end nothing has an effect. */
export type Turn = Readonly<{
  show(view: View): void;
  end(ending: Ending): void;
  fail(error: unknown): void;
}>;

/** Shows a dialog until it ends, in the place of the one that is shown. */
export type Stage = (signal: AbortSignal, draw: (turn: Turn) => void) => Promise<Ending>;

/** Makes the place where one dialog is shown at a time. */
export function createStage(lang: string): Stage {
  let box: Box | undefined;
  let current: Turn | undefined;

  const show = (view: View): void => {
    box ??= createBox(lang, () => current?.end('closed'));
    box.show(view);
  };

  const clear = (): void => {
    current = undefined;
    box?.remove();
    box = undefined;
  };

  return (signal, draw) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return resolve('gone');
      let isOver = false;
      const finish = (settle: () => void): void => {
        if (isOver) return;
        isOver = true;
        signal.removeEventListener('abort', stop);
        if (current === turn) clear();
        settle();
      };
      const stop = (): void => turn.end('gone');
      const turn: Turn = {
        show(view) {
          if (!isOver) show(view);
        },
        end: (ending) => finish(() => resolve(ending)),
        fail: (error) => finish(() => reject(error)),
      };
      signal.addEventListener('abort', stop);
      // The newer one has the place before the older is told, so that the box stays open.
      const last = current;
      current = turn;
      last?.end('gone');
      draw(turn);
    });
}
