/**
 * The same account, worked out again from its fills and working orders by the plainest arithmetic there is: integers
 * of 10^36, no rounding, no arithmetic of the core's. Slow, and hard to get wrong.
 */
import { listingKey, type Listing } from '../../../src/core/model/market/listing.js'
import type { Account } from '../../../src/core/model/account/account.js'
import type { Fill } from '../../../src/core/model/order/fill.js'
import type { VenueId } from '../../../src/core/model/market/instrument.js'
import type { Order } from '../../../src/core/model/order/order.js'
import type { DecisionContext } from '../../../src/core/model/decision-context.js'

const SCALE = 10n ** 18n

export interface ReferenceExposure {
  readonly symbol: string
  readonly venue: VenueId
  /** Long positive, short negative, scaled by 10^18. */
  readonly net: bigint
  /** All amounts from here on are scaled by 10^36. */
  readonly open: bigint
  readonly used: bigint
  readonly worst: bigint
  readonly reserved: bigint
  /** Whether something is open, or an order is working that may open it. */
  readonly isCounted: boolean
}

export interface ReferenceFigures {
  readonly equity: bigint
  readonly exposures: readonly ReferenceExposure[]
}

export const scaledUp = (amount: bigint): bigint => amount * SCALE

const keyOf = (row: { readonly venue: VenueId; readonly symbol: string }): string => `${row.venue} ${row.symbol}`
const biggest = (...values: readonly bigint[]): bigint => values.reduce((a, b) => (a > b ? a : b))

/** Signed quantity of each (venue, symbol). */
export function netQuantities(fills: readonly Fill[]): ReadonlyMap<string, bigint> {
  const nets = new Map<string, bigint>()
  for (const fill of fills) {
    const change = fill.side === 'BUY' ? fill.quantity : 0n - fill.quantity
    nets.set(keyOf(fill), (nets.get(keyOf(fill)) ?? 0n) + change)
  }
  return nets
}

/** Net cash of the fills, fees included, scaled by 10^36. */
export function cashOf(fills: readonly Fill[]): bigint {
  let cash = 0n
  for (const fill of fills) {
    const notional = fill.quantity * fill.price
    cash += (fill.side === 'SELL' ? notional : -notional) - scaledUp(fill.fee)
  }
  return cash
}

/** `moved` is all that funding and the operator have brought in and taken out. */
export function referenceFigures(
  account: Account,
  fills: readonly Fill[],
  moved: bigint,
  context: DecisionContext,
): ReferenceFigures {
  const nets = netQuantities(fills)
  const keys = new Map<string, { venue: VenueId; symbol: string }>()
  for (const row of [...fills, ...account.orders.values()]) {
    keys.set(keyOf(row), { venue: row.venue, symbol: row.symbol })
  }
  const latest = new Map(fills.map((fill) => [keyOf(fill), fill.positionId]))
  const exposures = [...keys].map(([key, where]) =>
    exposureOf(account, where, { net: nets.get(key) ?? 0n, positionId: latest.get(key) ?? null }, context),
  )
  const floating = exposures.reduce((sum, each) => sum + each.net * markOf(each, context), 0n)
  return { equity: scaledUp(account.plan.initialBalance + moved) + cashOf(fills) + floating, exposures }
}

/** Equity minus the maintenance margin of all open positions, scaled by 10^36. */
export function referenceHeadroom(
  account: Account,
  fills: readonly Fill[],
  moved: bigint,
  context: DecisionContext,
): bigint {
  const { equity, exposures } = referenceFigures(account, fills, moved, context)
  const needed = exposures.map(({ symbol, venue, open }) => {
    const rate = context.instruments.find(symbol)?.terms[venue]?.maintenanceMarginRate ?? SCALE / 100n
    return (open * rate) / SCALE
  })
  return equity - needed.reduce((sum, each) => sum + each, 0n)
}

const markOf = (listing: Listing, context: DecisionContext): bigint => context.market.quote(listing)?.mark ?? 0n

function exposureOf(
  account: Account,
  { venue, symbol }: Listing,
  { net, positionId }: { readonly net: bigint; readonly positionId: string | null },
  context: DecisionContext,
): ReferenceExposure {
  const mark = markOf({ venue, symbol }, context)
  const size = net < 0n ? -net : net
  const open = size * mark
  const leverage = leverageOf(account, { venue, symbol }, positionId, context)
  const perLeverage = (amount: bigint): bigint => (amount * SCALE) / leverage
  const working = [...account.orders.values()].filter(
    (order) => order.venue === venue && order.symbol === symbol && !order.flags.reduceOnly,
  )
  const after = (side: 'BUY' | 'SELL'): bigint => {
    let total = 0n
    let notional = 0n
    for (const order of working) {
      if (order.side !== side) continue
      const left = order.quantity - order.filledQuantity
      total += left
      notional += left * waitsAt(order, mark)
    }
    const adds = net === 0n || net > 0n === (side === 'BUY')
    if (adds) return open + notional
    return total <= size ? open - total * mark : (notional * (total - size)) / total
  }
  const worst = biggest(open, after('BUY'), after('SELL'))
  const used = perLeverage(open)
  return {
    symbol,
    venue,
    net,
    open,
    used,
    worst,
    reserved: biggest(0n, perLeverage(worst) - used),
    isCounted: net !== 0n || working.length > 0,
  }
}

/** A buyer pays its limit at most, or its trigger without one; a seller may get the mark. */
function waitsAt({ side, limitPrice, triggerPrice }: Order, mark: bigint): bigint {
  return side === 'BUY' ? (limitPrice ?? triggerPrice ?? 0n) : biggest(limitPrice ?? 0n, triggerPrice ?? 0n, mark)
}

/** A position that the account has keeps its own; one that the fills have opened since takes what is set. */
function leverageOf(
  { plan, leverages, positions }: Account,
  listing: Listing,
  positionId: string | null,
  context: DecisionContext,
): bigint {
  const key = listingKey(listing)
  const held = positions.get(key)
  if (held !== undefined && held.id === positionId) return held.leverage
  const onVenue = context.instruments.find(listing.symbol)?.terms[listing.venue]?.leverageMax ?? 0n
  const onPlan = plan.risk.exposure.leverageMax
  const lowest = onVenue < onPlan ? onVenue : onPlan
  const set = leverages.get(key) ?? lowest
  return set < lowest ? set : lowest
}
