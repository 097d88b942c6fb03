export default {
  testMatch: ['**/*.test.cjs'],
  moduleFileExtensions: ['mjs', 'cjs', 'js'],
  transformIgnorePatterns: ['/node_modules/(?!(mobile-wallet-standard|@noble|uqr)/)'],
};
