// Unit tests of what is mutated, by jest alone: no servers, and all files as one, so that a mutant loads modules once.
module.exports = {
  rootDir: '../../..',
  roots: ['<rootDir>/packages', '<rootDir>/services/trading-engine'],
  testMatch: ['<rootDir>/packages/test-kit/mutation/unit-tests.js'],
  testEnvironment: require.resolve('../dist/mutation/first-failure-environment.js'),
  setupFiles: ['<rootDir>/packages/test-kit/src/mutation/few-runs.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'commonjs' },
      },
    ],
  },
  moduleNameMapper: {
    '^@ats/sdk/([a-z/-]+)$': '<rootDir>/packages/sdk/src/$1.ts',
    '^@ats/service-kit/([a-z]+)$': '<rootDir>/packages/service-kit/src/$1/index.ts',
    '^@ats/([a-z-]+)$': ['<rootDir>/packages/$1/src/index.ts', '<rootDir>/services/$1/src/index.ts'],
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist'],
  testTimeout: 120_000,
}
