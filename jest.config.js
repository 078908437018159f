// Tests run from the sources: workspace packages resolve to src, and relative `.js` imports to their `.ts` files. What jest itself loads
// (setup, reporter) and what runs as a process of its own (guardian, services) comes from dist, which `npm ci` and `npm run build` make.
module.exports = {
  roots: ['<rootDir>/packages', '<rootDir>/services', '<rootDir>/bench', '<rootDir>/faults', '<rootDir>/deploy'],
  testMatch: ['**/*.test.ts'],
  testEnvironment: 'node',
  globalSetup: '<rootDir>/packages/test-kit/dist/jest/global-setup.js',
  globalTeardown: '<rootDir>/packages/test-kit/dist/jest/global-teardown.js',
  setupFiles: ['<rootDir>/packages/test-kit/dist/jest/seed-property-tests.js'],
  reporters: ['default', '<rootDir>/packages/test-kit/dist/jest/count-reporter.js'],
  // Two cores: jest's own default would leave one of them idle.
  maxWorkers: 2,
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  moduleNameMapper: {
    '^@ats/([a-z-]+)$': ['<rootDir>/packages/$1/src/index.ts', '<rootDir>/services/$1/src/index.ts'],
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist'],
  testTimeout: 30_000,
}
