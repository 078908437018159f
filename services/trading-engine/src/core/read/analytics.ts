/**
 * How an account has traded, over its closed positions; and where it is exposed now.
 *   net of a position = realised PnL − fees + funding + carry; above 0 it is won, below 0 lost, at 0 neither
 *   profit factor = gross profit ÷ gross loss · expectancy = total net ÷ positions
 * Without closed positions counts and sums are 0, and averages of nothing are null.
 */
import { divide, multiplyDivide, ONE, rate, usd, type Rate, type Usd } from '../values/decimal.js'
import { markOf } from '../margin/equity.js'
import { ASSET_CLASSES, VENUE_IDS, type AssetClass, type VenueId } from '../model/market/instrument.js'
import { assertInvariant } from '../values/invariant.js'
import { notionalOf, type Position } from '../model/account/position.js'
import type { DecisionContext } from '../model/decision-context.js'

/** Closed positions, added up in the order in which they closed. */
export interface ClosedResults {
  readonly trades: number
  readonly wins: number
  readonly losses: number
  /** Σ net of the won ones. */
  readonly grossProfit: Usd
  /** −Σ net of the lost ones: never negative. */
  readonly grossLoss: Usd
  /** Largest fall of the running total of net results from its peak so far, which starts at 0. Never negative. */
  readonly maxDrawdown: Usd
  /** Mean of `rMultiple` over the positions that have one; null without any. */
  readonly averageR: Rate | null
}

export interface Performance {
  readonly trades: number
  /** Percent of all closed positions, 0 to 100. */
  readonly winRate: Rate
  /** Null without a loss: there is nothing to divide by. */
  readonly profitFactor: Rate | null
  /** Mean of result ÷ initial risk over the positions that had a stop to measure it by; null without any. */
  readonly averageR: Rate | null
  /** Mean net result. */
  readonly expectancy: Usd
  /** Null when nothing was won. */
  readonly averageWin: Usd | null
  /** As a positive amount; null when nothing was lost. */
  readonly averageLoss: Usd | null
  readonly maxDrawdown: Usd
}

/** The ways to group results. Hours and weekdays are of the opening, in the time zone of the plan's reset. */
export const ANALYTICS_GROUPS = ['symbol', 'side', 'hour', 'weekday', 'tag', 'venue', 'holding_time'] as const
export type AnalyticsGroup = (typeof ANALYTICS_GROUPS)[number]

/** The results of the positions that have a key in common; null: those without a tag. */
export interface GroupResults {
  readonly key: string | null
  readonly results: ClosedResults
}

/** The results of no closed position. */
export const NO_RESULTS: ClosedResults = {
  ...{ trades: 0, wins: 0, losses: 0, averageR: null },
  ...{ grossProfit: usd(0n), grossLoss: usd(0n), maxDrawdown: usd(0n) },
}

export function computePerformance(results: ClosedResults): Performance {
  const { trades, wins, losses, grossProfit, grossLoss, maxDrawdown, averageR } = results
  return {
    trades,
    winRate: rate(trades === 0 ? 0n : multiplyDivide(BigInt(wins), 100n * ONE, BigInt(trades), 'HALF_EVEN')),
    profitFactor: grossLoss === 0n ? null : rate(divide(grossProfit, grossLoss, 'HALF_EVEN')),
    averageR,
    expectancy: mean(usd(grossProfit - grossLoss), trades) ?? usd(0n),
    averageWin: mean(grossProfit, wins),
    averageLoss: mean(grossLoss, losses),
    maxDrawdown,
  }
}

const mean = (sum: Usd, count: number): Usd | null =>
  count === 0 ? null : usd(divide(sum, BigInt(count) * ONE, 'HALF_EVEN'))

/** Notional of the open positions at mark; a class or venue without any has 0. */
export interface ExposureBreakdown {
  readonly byAssetClass: Readonly<Record<AssetClass, Usd>>
  readonly byVenue: Readonly<Record<VenueId, Usd>>
  readonly total: Usd
}

export function computeExposure(
  positions: Iterable<Position>,
  { market, instruments }: Pick<DecisionContext, 'market' | 'instruments'>,
): ExposureBreakdown {
  const byAssetClass = zeros(ASSET_CLASSES)
  const byVenue = zeros(VENUE_IDS)
  let total = 0n
  for (const position of positions) {
    const instrument = instruments.find(position.symbol)
    assertInvariant(instrument !== undefined, `${position.symbol} of an open position is in the catalogue`)
    const notional = notionalOf(position.quantity, markOf(position, market))
    byAssetClass[instrument.assetClass] = usd(byAssetClass[instrument.assetClass] + notional)
    byVenue[position.venue] = usd(byVenue[position.venue] + notional)
    total += notional
  }
  return { byAssetClass, byVenue, total: usd(total) }
}

const zeros = <K extends string>(keys: readonly K[]): Record<K, Usd> =>
  Object.fromEntries(keys.map((key) => [key, usd(0n)])) as Record<K, Usd>
