/** LIVE accounts in tests. */
import { randomBytes } from 'node:crypto'
import type { VenueId } from '../../../src/core/model/market/instrument.js'
import { loadLivePricesConfig } from '../../../src/market/feeds/live/live-prices-config.js'
import { loadCatalogue } from '../../../src/market/catalogue.js'
import { createSyntheticFeed } from '../../../src/market/feeds/synthetic.js'
import type { TestEngine } from '../engine/engine.js'
import { planFile } from '../plans/plan-file.js'

const PLAN = 'live-100k'
const PLANS = [planFile(PLAN, { execution: 'LIVE', max_slippage_pct: 2 })]

/** For an engine that may have LIVE accounts: MARKET_FEED is live, and the prices are those of the synthetic market. */
export const liveMarket = () => ({
  feed: { ...loadLivePricesConfig({}), MARKET_FEED: 'live', TICK_RETENTION_DAYS: 14 } as const,
  runtime: { feed: createSyntheticFeed(loadCatalogue().all, Buffer.alloc(32)) },
})

/** A user with a LIVE account, which has no wallet yet. */
export async function openLiveAccount(engine: TestEngine) {
  await engine.operator.put('/operator/v1/plans', { body: { plans: PLANS } })
  const { api, key } = engine.as()
  const body = { user_id: key.record.userId, plan_id: PLAN }
  expect((await engine.operator.post('/operator/v1/grants', { body })).status).toBe(201)
  const opened = await api.post<{ id: string }>('/v1/accounts', { body: { plan_id: PLAN } })
  expect(opened).toMatchObject({ status: 201, body: { execution: 'LIVE', max_slippage_pct: 2 } })
  return { api, key, accountId: opened.body.id, path: `/v1/account/${opened.body.id}` }
}

/** A wallet for the account, so that it can trade at the venue. */
export async function registerWallet(engine: TestEngine, accountId: string, venue: VenueId = 'GMX'): Promise<void> {
  const address = `0x${randomBytes(20).toString('hex')}`
  const body = { address, account_id: accountId, venue, signer: 'remote' }
  expect((await engine.operator.post('/operator/v1/wallets', { body })).status).toBe(201)
}
