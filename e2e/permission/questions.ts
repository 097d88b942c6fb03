import type { Page, Request } from '@playwright/test';
import type { Dapp, Permission } from './dapp.js';

/** The browser's questions for the permission, answered by a test. */
export type Questions = Readonly<{
  /** How often the browser was made to ask. */
  count(): number;
  /** Waits for the next question, and gives what answers it; `prompt` stands for leaving it undecided. */
  asked(): Promise<(answer: Permission) => Promise<void>>;
}>;

/**
 * How the request that makes the browser ask goes: Chromium lets it wait for the answer where something listens on its
 * port, and else fails it at once, while the question still stands.
 */
export type Behaviour = 'waits' | 'fails at once';

/**
 * Stands for the browser's question, which no headless browser shows. A request that waits is held here; one that fails
 * is left to Chromium, which fails it while the permission is `prompt`. The answer is then the real permission, of
 * which Chromium tells the page, and by which it judges a request that waits.
 */
export async function catchQuestions(page: Page, dapp: Dapp, behaviour: Behaviour): Promise<Questions> {
  const isQuestion = ({ hostname, pathname }: URL): boolean => hostname === 'localhost' && pathname === '/';
  const questions: (() => Promise<void>)[] = [];
  let count = 0;
  let tell = (): void => {};
  const note = (goOn: () => Promise<void>): void => {
    count++;
    questions.push(goOn);
    tell();
  };
  if (behaviour === 'waits') await page.route(isQuestion, (route) => note(() => route.continue()));
  else {
    page.on('requestfailed', (request: Request) => {
      if (isQuestion(new URL(request.url()))) note(async () => {});
    });
  }
  return {
    count: () => count,
    async asked() {
      if (questions.length === 0) {
        await new Promise<void>((resolve) => {
          tell = resolve;
        });
      }
      const goOn = questions.shift();
      return async (answer) => {
        await dapp.setPermission(answer);
        await goOn?.();
      };
    },
  };
}
