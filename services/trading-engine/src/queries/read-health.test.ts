import type { Pool } from 'pg'
import { createReadHealth, type ReadHealth } from './read-health.js'

const readingOf = (query: () => Promise<unknown>): ReadHealth =>
  createReadHealth({
    pool: { query } as unknown as Pool,
    now: () => 1_000_000,
    feed: { latestTradeTick: () => undefined },
    market: { quote: () => undefined },
    catalogue: { all: [] },
    readiness: () => Promise.resolve({ ready: false, checks: { database: 'unreachable' } }),
    queueSizes: () => ({ commands: 3, writes: 2 }),
    isWalletUp: () => true,
    isRedisUp: () => null,
  })

test('while the database cannot be reached, the rest of the report is returned', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  expect(await readingOf(() => Promise.reject(refused))()).toMatchObject({
    readiness: { ready: false, checks: { database: 'unreachable' } },
    workers: { shards: 64, watched: null },
    queues: { commands: 3, writes: 2 },
    ...{ webhooks: null, replicas: null, isWalletUp: true },
  })
})

test('what fails for another reason is a failure', async () => {
  const wrong = Object.assign(new Error('column "seen" does not exist'), { code: '42703' })
  await expect(readingOf(() => Promise.reject(wrong))()).rejects.toThrow('column "seen" does not exist')
})
