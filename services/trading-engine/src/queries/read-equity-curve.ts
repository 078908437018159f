/** The equity of an account over time. Nothing of it is stored: it comes from the ledger, the fills and past marks. */
import type { Account } from '../core/model/account/account.js'
import { pastFloors, UNKNOWN_FLOORS } from '../core/risk/past-floors.js'
import { readCapitalMoves, readDaysSince } from '../store/read/trading-days.js'
import { createTurns, type TakeTurn, type Visitor } from '@ats/service-kit/async'
import type { Pool } from 'pg'
import type { Micros } from '../core/values/time.js'
import type { Listing } from '../core/model/market/listing.js'
import { computePastEquity, type EquityPoint, type Holding } from '../core/read/past-equity.js'
import type { Market } from '../market/market.js'
import { readPastMoments } from '../store/read/past-moments.js'
import type { EquityCurve } from '../wire/account/equity-codec.js'
import { chooseCurveWindow, type CurveRequest } from './equity-window.js'
import type { AccountRead } from './read-account.js'

/** Past prices looked up in one turn. */
const PRICES_AT_A_TIME = 100

export async function readEquityCurve(
  pool: Pool,
  market: Pick<Market, 'quote' | 'takeTurn'>,
  { account, context }: AccountRead,
  requested: CurveRequest,
  visitor?: Visitor,
): Promise<EquityCurve> {
  // The account may be ahead of the clock by the few microseconds its latest rows are apart.
  const now = Math.max(context.now, account.clock)
  const { moments, ...window } = chooseCurveWindow(requested, account.createdAt, now)
  const points = await valueMoments(pool, market, account.id, moments, () => market.takeTurn(visitor))
  return { ...window, points: await withFloors(pool, account, points, now) }
}

async function withFloors(
  pool: Pool,
  account: Account,
  points: readonly EquityPoint[],
  now: Micros,
): Promise<EquityCurve['points']> {
  const [first] = points
  if (first === undefined) return []
  const { plan, scaling, highWaterMark } = account
  const days = await readDaysSince(pool, account.id, first.at)
  const moves = await readCapitalMoves(pool, account, days)
  const floors = pastFloors({ plan, scaling, days, moves, highWaterMark, now }, points)
  return points.map((point, place) => ({ ...point, floors: floors[place] ?? UNKNOWN_FLOORS }))
}

/** The account's balance and equity at each of the moments, which are in order. */
export async function valueMoments(
  pool: Pool,
  market: Pick<Market, 'quote'>,
  accountId: string,
  moments: readonly Micros[],
  takeTurn: TakeTurn = createTurns(),
): Promise<readonly EquityPoint[]> {
  const open = new Map<string, Holding>()
  const points: EquityPoint[] = []
  // Those of the first slice wait for their turn like all others.
  let prices: number = PRICES_AT_A_TIME
  for (const { at, balance, changed } of await readPastMoments(pool, accountId, moments)) {
    for (const holding of changed) {
      if (holding.quantity === 0n) open.delete(holding.id)
      else open.set(holding.id, holding)
    }
    prices += open.size + 1
    if (prices > PRICES_AT_A_TIME) {
      await takeTurn()
      prices = open.size + 1
    }
    const then = { quote: (listing: Listing) => market.quote(listing, at) }
    points.push({ at, balance, equity: computePastEquity(balance, open.values(), then) })
  }
  return points
}
