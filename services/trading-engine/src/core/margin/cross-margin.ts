/**
 * Margin mode CROSS: the whole equity of an account carries all of its positions. Liquidation is due when
 *   equity ≤ Σ notional × maintenance rate, over all open positions, all at mark
 * An account whose mark is not known, or stale, is not judged.
 */
import type { Account } from '../model/account.js'
import { divideRounded, multiply, ONE, price, rate, usd, type Price, type Rate, type Usd } from '../values/decimal.js'
import { markOf } from './figures.js'
import type { MarketView } from '../model/market-view.js'
import { notionalOf, unrealizedPnl, type Position } from '../model/position.js'
import type { Instruments } from '../model/decision-context.js'

type Held = Pick<Account, 'balance' | 'positions'>
export interface Prices {
  readonly market: Pick<MarketView, 'quote'>
  readonly instruments: Pick<Instruments, 'find'>
}

export const isCross = ({ plan }: Pick<Account, 'plan'>): boolean => plan.risk.exposure.marginMode === 'CROSS'

/** Where the catalogue says nothing. */
const RATE_DEFAULT: Rate = rate(ONE / 100n)

export const maintenanceRateOf = (
  { symbol, venue }: Pick<Position, 'symbol' | 'venue'>,
  instruments: Prices['instruments'],
): Rate => instruments.find(symbol)?.terms[venue]?.maintenanceMarginRate ?? RATE_DEFAULT

/** A position's unrealised PnL at this mark, less its maintenance margin. */
const carriedBy = (position: Position, mark: Price, maintenance: Rate): bigint =>
  unrealizedPnl(position, mark) - multiply(notionalOf(position.quantity, mark), maintenance, 'CEIL')

/** Equity less maintenance: at 0 or under it liquidation is due. Null while a mark is not known, or stale. */
export function maintenanceHeadroom({ balance, positions }: Held, { market, instruments }: Prices): Usd | null {
  let headroom: bigint = balance
  for (const position of positions.values()) {
    const quote = market.quote(position.symbol)
    if (quote === undefined || quote.isStale) return null
    headroom += carriedBy(position, quote.mark, maintenanceRateOf(position, instruments))
  }
  return usd(headroom)
}

/** Whether its positions have to be liquidated, if anything of it can be traded. */
export function isMaintenanceDue(account: Pick<Account, 'plan'> & Held, prices: Prices): boolean {
  if (!isCross(account) || account.positions.size === 0) return false
  const headroom = maintenanceHeadroom(account, prices)
  return headroom !== null && headroom <= 0n
}

/** All that an account holds of one symbol, on whatever venue. */
interface Leg {
  readonly mark: Price
  /** Its contribution to the headroom at its mark. */
  carried: bigint
  /** Σ cost, negative where short. */
  paid: bigint
  /** Change of the headroom for each dollar of the mark, scaled twice. */
  slope: bigint
}

const TWICE = ONE * ONE

/** Where a mark does it, and from which side it gets there. */
export interface LiquidationMark {
  readonly price: Price
  /** Due at the price and above it; else at it and below. */
  readonly isAbove: boolean
}

/**
 * For each symbol held the mark at which liquidation is due if no other moves; null where no positive price begins it.
 * With h = headroom without the symbol, c = cost, q = quantity (both negative when short), m = maintenance rate:
 *   h + Σ (p·q − c − p·|q|·m) = 0  →  p = (Σ c − h) ÷ Σ (q − |q|·m)
 * Rounded to where it is due.
 */
export function crossLiquidationMarks(account: Held, prices: Prices): ReadonlyMap<string, LiquidationMark | null> {
  const legs = new Map<string, Leg>()
  let headroom: bigint = account.balance
  for (const position of account.positions.values()) {
    const { symbol, direction, quantity, cost } = position
    const maintenance = maintenanceRateOf(position, prices.instruments)
    const leg = legs.get(symbol) ?? { mark: markOf(position, prices.market), carried: 0n, paid: 0n, slope: 0n }
    const carried = carriedBy(position, leg.mark, maintenance)
    const isLong = direction === 'LONG'
    headroom += carried
    leg.carried += carried
    leg.paid += isLong ? cost : 0n - cost
    leg.slope += quantity * ((isLong ? ONE : -ONE) - maintenance)
    legs.set(symbol, leg)
  }
  const reached = new Map<string, LiquidationMark | null>()
  for (const [symbol, leg] of legs) reached.set(symbol, markWhere(leg, headroom - leg.carried))
  return reached
}

function markWhere({ paid, slope }: Leg, otherHeadroom: bigint): LiquidationMark | null {
  if (slope === 0n) return null
  const isAbove = slope < 0n
  const at = divideRounded((paid - otherHeadroom) * TWICE, slope, isAbove ? 'CEIL' : 'FLOOR')
  return at > 0n ? { price: price(at), isAbove } : null
}
