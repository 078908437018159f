import { randomInt } from 'node:crypto'
import { startTestServers, type TestServers } from './test-servers.js'

declare global {
  // The teardown runs in the same process, but loads its modules afresh.
  var testServers: TestServers | undefined
}

/** Starts one PostgreSQL (and one Redis, when installed) for the run, and draws the seed of its property tests. */
export default async function globalSetup(): Promise<void> {
  process.env['FAST_CHECK_SEED'] ??= String(randomInt(2 ** 31))
  process.stderr.write(`\nProperty tests: FAST_CHECK_SEED=${process.env['FAST_CHECK_SEED']} repeats this run\n`)
  const servers = await startTestServers(process.env['PATH'] ?? '')
  globalThis.testServers = servers
  process.env['POSTGRES_TEST_URL'] = servers.postgresUrl
  if (servers.redisUrl === undefined)
    process.stderr.write('No redis-server on the PATH: tests that need Redis are skipped\n')
  else process.env['REDIS_TEST_URL'] = servers.redisUrl
}
