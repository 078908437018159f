/**
 * Margin mode CROSS: the whole equity of an account carries all of its positions. Liquidation is due when
 *   equity ≤ Σ notional × maintenance rate, over all open positions, all at mark
 * While a mark is unknown or stale, no liquidation is due.
 */
import type { Account } from '../model/account/account.js'
import { listingKey, type Listing } from '../model/market/listing.js'
import { divideRounded, multiply, ONE, price, rate, usd, type Price, type Rate, type Usd } from '../values/decimal.js'
import { markOf } from './equity.js'
import type { MarketView } from '../model/market/market-view.js'
import { notionalOf, unrealizedPnl, type Position } from '../model/account/position.js'
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
    const quote = market.quote(position)
    if (quote === undefined || quote.staleReason !== null) return null
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
  readonly holdings: Holding[]
  /** Its contribution to the headroom at its marks. */
  carried: bigint
  /** Σ cost, negative where short. */
  paid: bigint
  /** Change of the headroom for each dollar that the marks move, scaled twice. */
  slope: bigint
}

interface Holding {
  readonly listing: Listing
  readonly mark: Price
  readonly slope: bigint
}

const TWICE = ONE * ONE

/** Where a mark does it, and from which side it gets there. */
export interface LiquidationMark {
  readonly price: Price
  /** Due at the price and above it; else at it and below. */
  readonly isAbove: boolean
}

/**
 * By `listingKey`, for each listing held, the mark at which liquidation is due if no other symbol moves, and the marks
 * of this one keep their distance between venues; null where no positive price begins it.
 * With h = headroom without the symbol, c = cost, q = quantity (both negative when short), m = maintenance rate, and
 * d = distance of a venue's mark from that of the listing (0 for its own):
 *   h + Σ ((p + d)·q − c − (p + d)·|q|·m) = 0  →  p = (Σ c − h − Σ d·(q − |q|·m)) ÷ Σ (q − |q|·m)
 * Rounded to where it is due.
 */
export function crossLiquidationMarks(account: Held, prices: Prices): ReadonlyMap<string, LiquidationMark | null> {
  const legs = new Map<string, Leg>()
  let headroom: bigint = account.balance
  for (const position of account.positions.values()) {
    const leg = legs.get(position.symbol) ?? { holdings: [], carried: 0n, paid: 0n, slope: 0n }
    headroom += addToLeg(leg, position, prices)
    legs.set(position.symbol, leg)
  }
  const reached = new Map<string, LiquidationMark | null>()
  for (const leg of legs.values())
    for (const { listing, mark } of leg.holdings)
      reached.set(listingKey(listing), markWhere(leg, mark, headroom - leg.carried))
  return reached
}

/** Returns what the position contributes to the headroom. */
function addToLeg(leg: Leg, position: Position, prices: Prices): bigint {
  const { direction, quantity, cost } = position
  const mark = markOf(position, prices.market)
  const maintenance = maintenanceRateOf(position, prices.instruments)
  const carried = carriedBy(position, mark, maintenance)
  const isLong = direction === 'LONG'
  const slope = quantity * ((isLong ? ONE : -ONE) - maintenance)
  leg.holdings.push({ listing: position, mark, slope })
  leg.carried += carried
  leg.paid += isLong ? cost : 0n - cost
  leg.slope += slope
  return carried
}

function markWhere({ holdings, paid, slope }: Leg, mark: Price, otherHeadroom: bigint): LiquidationMark | null {
  if (slope === 0n) return null
  const apart = holdings.reduce((sum, holding) => sum + holding.slope * (holding.mark - mark), 0n)
  const isAbove = slope < 0n
  const at = divideRounded((paid - otherHeadroom) * TWICE - apart, slope, isAbove ? 'CEIL' : 'FLOOR')
  return at > 0n ? { price: price(at), isAbove } : null
}
