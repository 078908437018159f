import drawSeed from './draw-seed.js'
import { startTestServers, type TestServers } from './test-servers.js'

declare global {
  // The teardown runs in the same process, but loads its modules afresh.
  var testServers: TestServers | undefined
}

/** Starts one PostgreSQL, and one Redis where it is installed, for all tests of the run that need them. */
export default async function startServers(): Promise<void> {
  drawSeed()
  if (globalThis.testServers !== undefined) return
  const servers = await startTestServers(process.env['PATH'] ?? '')
  globalThis.testServers = servers
  process.env['POSTGRES_TEST_URL'] = servers.postgresUrl
  if (servers.redisUrl === undefined)
    process.stderr.write('No redis-server on the PATH: tests that need Redis are skipped\n')
  else process.env['REDIS_TEST_URL'] = servers.redisUrl
}
