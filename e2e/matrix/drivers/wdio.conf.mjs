const { CHROME, PORT } = process.env;

export const config = {
  specs: ['test/*.spec.mjs'],
  framework: 'mocha',
  baseUrl: `http://localhost:${PORT}`,
  logLevel: 'error',
  capabilities: [{ browserName: 'chrome', 'goog:chromeOptions': { binary: CHROME, args: ['headless'] } }],
};
