// Tests of what is mutated, by stock jest: all files as one, so that a run for a mutant loads every module once.
const [unit] = require('../../../jest.config.js').projects
const { moduleNameMapper, modulePathIgnorePatterns, transform, transformIgnorePatterns } = unit

module.exports = {
  ...{ moduleNameMapper, modulePathIgnorePatterns, transform, transformIgnorePatterns },
  rootDir: '../../..',
  roots: ['<rootDir>/packages', '<rootDir>/services/trading-engine'],
  testMatch: ['<rootDir>/packages/test-kit/mutation/unit-tests.js'],
  testEnvironment: require.resolve('../dist/mutation/first-failure-environment.js'),
  setupFiles: ['<rootDir>/packages/test-kit/src/mutation/few-runs.ts'],
  testTimeout: 120_000,
}
