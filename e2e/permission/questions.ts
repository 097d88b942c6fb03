import type { Page, Request } from '@playwright/test';
import type { Dapp } from './dapp.js';
import type { Permission } from './public-site.js';

/** The browser's permission prompts, which the test answers. */
export type Questions = Readonly<{
  /** Returns how often the page made the browser ask. */
  count(): number;
  /** Waits for the next prompt. Resolves with a function that answers it; `prompt` leaves it undecided. */
  asked(): Promise<(answer: Permission) => Promise<void>>;
}>;

/**
 * What happens to the request that makes the browser ask. If something listens on its port, Chromium lets it
 * wait for the answer. Otherwise Chromium fails it at once, while the prompt is still shown.
 */
export type Behaviour = 'waits' | 'fails at once';

/**
 * Stands in for the browser's prompt, which headless browsers do not show. Holds back a request that waits.
 * Leaves one that fails to Chromium, which fails it while the permission is `prompt`. An answer sets the real
 * permission: Chromium notifies the page of it and applies it to the waiting request.
 */
export async function catchQuestions(page: Page, dapp: Dapp, behaviour: Behaviour): Promise<Questions> {
  const isQuestion = ({ hostname, pathname }: URL): boolean => hostname === 'localhost' && pathname === '/';
  const questions: (() => Promise<void>)[] = [];
  let count = 0;
  let onQuestion = (): void => {};
  const note = (goOn: () => Promise<void>): void => {
    count++;
    questions.push(goOn);
    onQuestion();
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
          onQuestion = resolve;
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
