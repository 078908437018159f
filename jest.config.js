/**
 * Three projects, told apart by the name of the file:
 * - `*.test.ts`: unit tests, without a process, a socket or a database (io.ts refuses them);
 * - `*.integration.test.ts`: real PostgreSQL, Redis, HTTP and processes, started with the first of these tests;
 * - `*.slow.test.ts`: what needs minutes, load, a browser or other programs. `npm run test:all` runs them too.
 */
const TEST_KIT = '<rootDir>/packages/test-kit/dist/jest'

// Tests run from the sources: workspace packages resolve to src, and relative `.js` imports to their `.ts` files. What
// jest itself loads (setup, reporter) and what runs as a process of its own (guardian, services) comes from dist, which
// `npm ci` and `npm run build` make.
const project = (displayName, more) => ({
  displayName,
  roots: [
    '<rootDir>/packages',
    '<rootDir>/services',
    '<rootDir>/bench',
    '<rootDir>/docs-site/src',
    '<rootDir>/faults',
    '<rootDir>/deploy',
    '<rootDir>/release/test',
  ],
  setupFiles: [`${TEST_KIT}/set-up.js`],
  transform: {
    // jose is published as ES modules alone.
    '^.+\\.ts$|/node_modules/jose/': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  transformIgnorePatterns: ['/node_modules/(?!(?:jose|hyparquet|hyparquet-compressors|hysnappy|fzstd)/)'],
  moduleNameMapper: {
    '^@ats/sdk/([a-z/-]+)$': '<rootDir>/packages/sdk/src/$1.ts',
    '^@ats/service-kit/([a-z]+)$': '<rootDir>/packages/service-kit/src/$1/index.ts',
    '^@ats/([a-z-]+)$': ['<rootDir>/packages/$1/src/index.ts', '<rootDir>/services/$1/src/index.ts'],
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist'],
  // One realm for all files of a worker, so that what they test is loaded once and not once for each file.
  testEnvironment: `${TEST_KIT}/one-realm-environment.js`,
  runtime: `${TEST_KIT}/one-realm-runtime.js`,
  ...more,
})

const withServers = {
  globalSetup: `${TEST_KIT}/start-servers.js`,
  globalTeardown: `${TEST_KIT}/stop-servers.js`,
}

module.exports = {
  projects: [
    project('unit', {
      testMatch: ['**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '\\.(integration|slow)\\.test\\.ts$'],
      globalSetup: `${TEST_KIT}/draw-seed.js`,
      setupFilesAfterEnv: [`${TEST_KIT}/no-io.js`],
    }),
    project('integration', { testMatch: ['**/*.integration.test.ts'], ...withServers }),
    project('slow', { testMatch: ['**/*.slow.test.ts'], ...withServers }),
  ],
  reporters: ['default', '<rootDir>/packages/test-kit/dist/jest/count-reporter.js'],
  // More than the cores it is held to: integration tests wait for databases and processes, and another file uses that.
  maxWorkers: 4,
  // Only for what hangs: a busy machine takes its time.
  testTimeout: 180_000,
  // A worker that a test left something open in stays longer; half a second, jest's default, is too short.
  workerGracefulExitTimeout: 10_000,
}
