import type { Pool } from 'pg'
import type { EngineConfig } from '../../config.js'
import { findLiveObstacles } from '../../store/operator/live-accounts.js'

type LiveSettings = Pick<EngineConfig, 'MARKET_FEED' | 'LIVE_CHAIN_ID'>

/** Settings that LIVE accounts need and that are not so: an account is neither opened nor kept on without them. */
export const liveSettingProblems = (config: LiveSettings): readonly string[] =>
  [
    config.MARKET_FEED === 'live' ? null : `MARKET_FEED is ${config.MARKET_FEED}: it must be live`,
    config.LIVE_CHAIN_ID === null ? 'LIVE_CHAIN_ID is not set: it must be the id of the chain of the venues' : null,
  ].filter((problem) => problem !== null)

/**
 * Refuses to start where LIVE accounts would be judged at prices that are not the venues', or sent to a chain that
 * nobody has named: their orders move real money.
 */
export async function requireLiveSettings(pool: Pool, config: LiveSettings): Promise<void> {
  const { accounts, hasMoves } = await findLiveObstacles(pool)
  if (accounts === 0) return
  const moved = hasMoves ? ['the sandbox market has been moved: delete the rows of market_moves'] : []
  const problems = [...liveSettingProblems(config), ...moved]
  if (problems.length > 0) throw new Error(`there are ${accounts} LIVE accounts; ${problems.join('; ')}`)
}
