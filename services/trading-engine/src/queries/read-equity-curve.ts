/** The equity of an account over time. Nothing of it is stored: it comes from the ledger, the fills and past marks. */
import { setImmediate } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Micros } from '../core/market-view.js'
import { computePastEquity, type EquityPoint, type Holding } from '../core/past-equity.js'
import type { Market } from '../market/market.js'
import { readPastMoments } from '../store/past-moments.js'
import type { EquityCurve } from '../wire/equity-body.js'
import { chooseCurveWindow, type CurveRequest } from './equity-window.js'
import type { AccountRead } from './read-account.js'

/** Points valued before others get their turn: some milliseconds when many symbols are held. */
const AT_A_TIME = 50

export async function readEquityCurve(
  pool: Pool,
  market: Pick<Market, 'quote'>,
  { account, world }: AccountRead,
  asked: CurveRequest,
): Promise<EquityCurve> {
  // The account may be ahead of the clock by the few microseconds its latest rows are apart.
  const now = Math.max(world.now, account.clock)
  const { moments, ...window } = chooseCurveWindow(asked, account.createdAt, now)
  return { ...window, points: await valueMoments(pool, market, account.id, moments) }
}

/** The account's balance and equity at each of the moments, which are in order. */
export async function valueMoments(
  pool: Pool,
  market: Pick<Market, 'quote'>,
  accountId: string,
  moments: readonly Micros[],
): Promise<readonly EquityPoint[]> {
  const open = new Map<string, Holding>()
  const points: EquityPoint[] = []
  for (const { at, balance, changed } of await readPastMoments(pool, accountId, moments)) {
    for (const holding of changed) {
      if (holding.quantity === 0n) open.delete(holding.id)
      else open.set(holding.id, holding)
    }
    const then = { quote: (symbol: string) => market.quote(symbol, at) }
    points.push({ at, balance, equity: computePastEquity(balance, open.values(), then) })
    if (points.length % AT_A_TIME === 0) await setImmediate()
  }
  return points
}
