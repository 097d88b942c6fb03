import { clickWallet, type Driver, REFUSAL } from '../driver.js';

/** What Reown's servers answer for a project without settings, by the end of the path. */
const ANSWERS: Readonly<Record<string, object>> = {
  config: { features: null },
  'project-limits': { planLimits: { tier: 'none' } },
  origins: { allowedOrigins: [] },
  getAnalyticsConfig: { isAnalyticsEnabled: false },
  getWallets: { data: [], count: 0 },
};

export const reown: Driver = {
  async answer(page) {
    await page.route('https://api.web3modal.org/**', (route) => {
      const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
      return name in ANSWERS ? route.fulfill({ json: ANSWERS[name] }) : route.fallback();
    });
    await page.routeWebSocket(/^wss:/, (socket) => socket.close());
  },
  async connect(page) {
    await page.getByRole('button', { name: 'Connect Wallet' }).click();
    await clickWallet(page);
  },
  async disconnect(page) {
    await page.getByRole('button', { name: / SOL$/ }).click();
    await page.getByRole('button', { name: 'Disconnect' }).click();
  },
  cannot: {
    'sign-in': 'It is in a package of its own, `@reown/appkit-siwx`, which asks for a signed message.',
  },
  refusal: REFUSAL,
  keepsError: true,
  consoleErrors: [],
};
