export default { testMatch: ['**/*.test.cjs'], moduleFileExtensions: ['mjs', 'cjs', 'js'], transform: {} };
