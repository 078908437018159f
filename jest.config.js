// Tests run from the sources: workspace packages resolve to src, and relative `.js` imports to their `.ts` files.
module.exports = {
  roots: ['<rootDir>/packages', '<rootDir>/services'],
  testMatch: ['**/*.test.ts'],
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' }, sourceMaps: 'inline' }] },
  moduleNameMapper: {
    '^@ats/([a-z-]+)$': ['<rootDir>/packages/$1/src/index.ts', '<rootDir>/services/$1/src/index.ts'],
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/packages/[^/]+/dist', '<rootDir>/services/[^/]+/dist'],
  testTimeout: 30_000,
}
