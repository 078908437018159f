import { listen } from '@ats/service-kit/http'
import { createLogger, createMetrics, NO_TRACING } from '@ats/service-kit/process'
import type { EngineConfig } from '../config.js'
import { loadEngineConfig } from '../config.js'
import { composeApps, type EngineAppDependencies } from './apps.js'

const ENVIRONMENT = {
  ...{ ROLE: 'worker', DATABASE_URL: 'postgres://127.0.0.1:9/none', WALLET_URL: 'http://127.0.0.1:9' },
  ...{ WALLET_SERVICE_TOKEN: 'd1f0a2c3b4e5968778695a4b3c2d1e0f', ALLOW_SYNTHETIC_MARKET_IN_PRODUCTION: 'true' },
}

/** Dependencies of a worker: it has no routes, so none of them is called. */
const dependencies = () =>
  ({
    wallet: { validate: () => Promise.reject(new Error('nobody asks')) },
    redis: null,
    now: () => 0,
    timeoutFactor: 1,
    readiness: () => Promise.resolve({ ready: true, checks: {} }),
    metrics: createMetrics({ service: 'trading-engine' }),
    tracing: NO_TRACING,
    logger: createLogger({ service: 'trading-engine', level: 'silent' }),
  }) as unknown as EngineAppDependencies

/** The status of /metrics on each listener, and whether the OpenAPI document of that listener has the path. */
async function metricsOf(nodeEnv: EngineConfig['NODE_ENV']): Promise<object> {
  const config = loadEngineConfig({ ...ENVIRONMENT, NODE_ENV: nodeEnv })
  const { app, openapi, internal } = composeApps(config, dependencies())
  const servers = await Promise.all([app, internal.app].map((one) => listen(one, { host: '127.0.0.1', port: 0 })))
  const statuses = await Promise.all(
    servers.map(async ({ port }) => (await fetch(`http://127.0.0.1:${port}/metrics`)).status),
  )
  await Promise.all(servers.map((server) => server.close(1_000)))
  return { statuses, documented: [openapi(), internal.openapi()].map(({ paths }) => '/metrics' in paths) }
}

it('serves metrics on the internal listener alone in production', async () => {
  expect(await metricsOf('production')).toEqual({ statuses: [404, 200], documented: [false, true] })
})

it('serves them on both elsewhere', async () => {
  expect(await metricsOf('development')).toEqual({ statuses: [200, 200], documented: [true, true] })
})
