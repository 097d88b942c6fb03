import { test } from '../../mock/src/playwright.js';
import { serveScript } from '../bundle.js';
import { getJob } from './jobs.js';
import { expectNothingLeft } from './run.js';

const SESSIONS = Number(process.env['SOAK_SESSIONS'] ?? 1_000);

test(`${SESSIONS} sessions in one page leave nothing behind`, async ({ page, mockWallet }) => {
  const site = await serveScript('soak/page.ts');
  let current = 0;
  mockWallet.approveWith(async ({ type }, { signal }) => {
    const { fault } = getJob(current);
    if (type !== 'sign-messages' || fault === undefined || fault === 'thrown') return { approved: true };
    if (fault === 'rejected') return { approved: false };
    const ended = new Promise((resolve) => signal.addEventListener('abort', resolve));
    if (fault === 'closed') await mockWallet.close();
    else await ended;
    return { approved: false };
  });
  await expectNothingLeft(page, {
    url: site.url,
    count: SESSIONS,
    getOutcome: (number) => getJob(number).outcome,
    take: async (number) => {
      current = number;
    },
  });
  site.close();
});
