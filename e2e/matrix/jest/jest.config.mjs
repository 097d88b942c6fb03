// Without `customExportConditions`, Jest would load the files that packages have for browsers.
export default {
  testMatch: ['**/*.test.mjs'],
  moduleFileExtensions: ['mjs', 'cjs', 'js', 'json', 'node'],
  transform: {},
  testEnvironmentOptions: { customExportConditions: ['node', 'node-addons'] },
};
