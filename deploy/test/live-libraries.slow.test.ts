/** The engine that is built, as it starts: what only live execution needs it has in memory only where that is on. */
import { join } from 'node:path'
import { startServices } from './support/running-services.js'

const NODE_ARGS = ['--require', join(__dirname, 'support', 'say-viem.cjs')]

/** Nobody listens there: the engine says so in its log, and serves on. */
const DRY_RUN = { LIVE_EXECUTION: 'dry-run', LIVE_CHAIN_ID: '31337', LIVE_RPC_URLS: 'http://127.0.0.1:9' }

test.each([
  ['off', {}, 'not loaded'],
  ['dry-run', DRY_RUN, 'loaded'],
])('with LIVE_EXECUTION=%s', async (_execution, environment, expected) => {
  const services = await startServices({ nodeArgs: NODE_ARGS, environment })
  // It serves: whatever it loads, it has loaded.
  await services.trader()
  await services.stop()
  expect(services.complained('trading-engine')).toBe(`viem: ${expected}\n`)
  expect(services.complained('wallet')).toBe('viem: not loaded\n')
})
