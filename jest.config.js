const { existsSync } = require('node:fs')
const { join } = require('node:path')

// What needs time, load or many repetitions: `npm run test:all` runs it too, and plays the tables whole.
// One that is named on the command line is run, too.
const LONG_TESTS = [
  'deploy/test/images.test.ts',
  'deploy/test/k8s-alerts.test.ts',
  'deploy/test/k8s-schema.test.ts',
  'deploy/test/live-libraries.test.ts',
  'deploy/test/restore.test.ts',
  'deploy/test/traces.test.ts',
  'faults/test/authentication-faults.test.ts',
  'faults/test/revocation-barriers.test.ts',
  'faults/test/revocation-history.test.ts',
  'packages/cli/test/streams.test.ts',
  'packages/local-stack/test/launcher.test.ts',
  'packages/local-stack/test/postgres.test.ts',
  'release/test/ccxt-types.test.ts',
  'release/test/contract-artifacts.test.ts',
  'release/test/dashboard/account-tabs.test.ts',
  'release/test/dashboard/developers.test.ts',
  'release/test/dashboard/empty-screens.test.ts',
  'release/test/dashboard/firm-reports.test.ts',
  'release/test/dashboard/keyboard.test.ts',
  'release/test/dashboard/keys.test.ts',
  'release/test/dashboard/live.test.ts',
  'release/test/dashboard/lock.test.ts',
  'release/test/dashboard/login.test.ts',
  'release/test/dashboard/news-calendar.test.ts',
  'release/test/dashboard/newcomer.test.ts',
  'release/test/dashboard/operators.test.ts',
  'release/test/dashboard/pictures.test.ts',
  'release/test/dashboard/screens.test.ts',
  'release/test/dashboard/shifts.test.ts',
  'release/test/dashboard/outage.test.ts',
  'release/test/dashboard/payouts.test.ts',
  'release/test/dashboard/plan-editor.test.ts',
  'release/test/dashboard/playground.test.ts',
  'release/test/dashboard/step-up.test.ts',
  'release/test/dashboard/tape.test.ts',
  'release/test/dashboard/trading.test.ts',
  'release/test/dashboard/users.test.ts',
  'release/test/dashboard/webhooks.test.ts',
  'release/test/examples/bots.test.ts',
  'release/test/pack/ccxt-package.test.ts',
  'release/test/pack/packages.test.ts',
  'release/test/pack/sdk-package.test.ts',
  'release/test/sdk/generated-types.test.ts',
  'release/test/sdk/faults-storm.test.ts',
  'release/test/sdk/faults.test.ts',
  'services/trading-engine/test/processes/drain.test.ts',
  'services/trading-engine/test/venues/gmx-chain.test.ts',
  'services/trading-engine/test/market/live-fills.test.ts',
  'services/trading-engine/test/market/live-market-faults.test.ts',
  'services/trading-engine/test/market/live-market.test.ts',
  'services/trading-engine/test/venues/ostium-funds.property.test.ts',
  'services/trading-engine/test/venues/ostium-traps.test.ts',
  'services/trading-engine/test/market/published-ticks-faults.test.ts',
  'services/trading-engine/test/risk/risk-races.test.ts',
  'services/trading-engine/test/streams/stream-example.test.ts',
  'services/trading-engine/test/streams/stream-storm.test.ts',
  'services/trading-engine/test/processes/urgent-commands.test.ts',
  'services/trading-engine/test/venues/venue-contracts.test.ts',
  'services/trading-engine/test/venues/venue-lives.test.ts',
  'services/trading-engine/test/venues/live-lives.test.ts',
  'services/trading-engine/test/venues/live-engine.test.ts',
  'services/trading-engine/test/venues/live-burst.test.ts',
  'services/trading-engine/test/webhooks/webhook-storm.test.ts',
  'services/trading-engine/test/webhooks/webhook-workers.test.ts',
  'services/trading-engine/test/processes/workers-race.test.ts',
  'services/trading-engine/test/processes/workers.test.ts',
  'services/trading-engine/test/processes/writer-stress.test.ts',
  'services/wallet/test/key-limit.test.ts',
  'services/wallet/test/process.test.ts',
]
const isAsked = (file) =>
  process.argv.slice(2).some((argument) => argument.endsWith('.test.ts') && file.endsWith(argument))
const isLeftOut = (file) => process.env.SUITE !== 'whole' && !isAsked(file)
const absent = LONG_TESTS.filter((file) => !existsSync(join(__dirname, file)))
if (absent.length > 0) throw new Error(`jest.config.js names tests that are not there: ${absent.join(', ')}`)

// Tests run from the sources: workspace packages resolve to src, and relative `.js` imports to their `.ts` files. What jest itself loads
// (setup, reporter) and what runs as a process of its own (guardian, services) comes from dist, which `npm ci` and `npm run build` make.
module.exports = {
  roots: [
    '<rootDir>/packages',
    '<rootDir>/services',
    '<rootDir>/bench',
    '<rootDir>/faults',
    '<rootDir>/deploy',
    '<rootDir>/release/test',
  ],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...LONG_TESTS.filter(isLeftOut).map((file) => `<rootDir>/${file}$`)],
  // One realm for all files of a worker, so that packages are loaded once.
  testEnvironment: '<rootDir>/packages/test-kit/dist/jest/one-realm-environment.js',
  runtime: '<rootDir>/packages/test-kit/dist/jest/one-realm-runtime.js',
  globalSetup: '<rootDir>/packages/test-kit/dist/jest/global-setup.js',
  globalTeardown: '<rootDir>/packages/test-kit/dist/jest/global-teardown.js',
  setupFiles: ['<rootDir>/packages/test-kit/dist/jest/seed-property-tests.js'],
  reporters: ['default', '<rootDir>/packages/test-kit/dist/jest/count-reporter.js'],
  // One more than the cores it is held to: tests wait for databases and processes, and another file makes use of that.
  maxWorkers: 4,
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
    '^@ats/sdk/([a-z/-]+)$': '<rootDir>/packages/sdk/src/$1.ts',
    '^@ats/([a-z-]+)$': ['<rootDir>/packages/$1/src/index.ts', '<rootDir>/services/$1/src/index.ts'],
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist'],
  // Only for what hangs: a busy machine takes its time.
  testTimeout: 180_000,
}
