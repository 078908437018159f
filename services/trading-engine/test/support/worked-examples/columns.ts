/** The columns of the worked examples, as the service computes them after a row's steps. */
import { computeExposure, type ExposureBreakdown } from '../../../src/core/read/analytics.js'
import { legOf, type Leg } from '../../../src/core/execution/bracket.js'
import type { Breach } from '../../../src/core/model/plan/breach.js'
import { isCross, isMaintenanceDue } from '../../../src/core/margin/cross-margin.js'
import { decimal, formatDecimal, multiply, price, usd } from '../../../src/core/values/decimal.js'
import type { AccountEvent } from '../../../src/core/model/events.js'
import type { Fill } from '../../../src/core/model/order/fill.js'
import type { ProfitAdjustment } from '../../../src/core/model/account/profit-adjustment.js'
import type { VenueTerms } from '../../../src/core/model/market/instrument.js'
import { signedAmount, type Transfer } from '../../../src/core/model/account/ledger.js'
import { isLiquidatable } from '../../../src/core/margin/liquidation.js'
import { profitOf } from '../../../src/core/margin/profit.js'
import { averagePrice, isContingent, liveQuantity, type Order } from '../../../src/core/model/order/order.js'
import { listingKey } from '../../../src/core/model/market/listing.js'
import { initialRisk, netPnl, notionalOf, type Position } from '../../../src/core/model/account/position.js'
import { consistencyOf } from '../../../src/core/margin/consistency.js'
import { dailyLossOf, drawdownFloor } from '../../../src/core/margin/floors.js'
import type { Violation } from '../../../src/core/model/plan/violation.js'
import { summaryCodec } from '../../../src/wire/account/account-codec.js'
import { closedPositionCodec, positionCodec, valuedPosition } from '../../../src/wire/account/position-codec.js'
import { CATALOGUE, type Example } from './take-step.js'

/** One row of a table: the account after its steps, and what of them the row is about. */
export interface Shown {
  readonly example: Example
  /** The fill it is about; undefined when its steps filled nothing. */
  readonly fill: Fill | undefined
  /** The transfer it is about, in a table of transfers. */
  readonly transfer: Transfer | undefined
  /** All transfers of its steps. */
  readonly transfers: readonly Transfer[]
  readonly events: readonly AccountEvent[]
  readonly adjustments: readonly ProfitAdjustment[]
  /** The violation for which its order was refused; undefined when it was accepted. */
  readonly violation: Violation | undefined
}

/** Text as it stands, decimals written out, null as `—`. */
export type Figure = bigint | string | null

/** In a table with one of these each fill has a row, or each transfer, or each violation. */
export const PER_FILL = ['Fill', 'Liquidity', 'Fee', 'Realised PnL', 'Notional']
export const PER_TRANSFER = ['House account', 'Direction', 'Amount', 'Balance after']
export const PER_VIOLATION = ['Verdict']

export const COLUMNS: Readonly<Record<string, (shown: Shown) => Figure>> = {
  // of the fill
  Fill: ({ fill }) => (fill === undefined ? null : `${formatDecimal(fill.quantity)} at ${formatDecimal(fill.price)}`),
  Liquidity: ({ fill }) => fill?.liquidity ?? null,
  Notional: ({ fill }) => (fill === undefined ? null : notionalOf(fill.quantity, fill.price)),
  Fee: ({ fill }) => fill?.fee ?? null,
  'Realised PnL': ({ fill }) => fill?.realizedPnl ?? null,
  'Average price': ({ example, fill }) =>
    fill === undefined ? null : averagePrice(example.trader.order(fill.orderId)),
  'Closed by': (shown) => filledPosition(shown)?.closeReason ?? null,

  // of the transfers
  'House account': ({ transfer }) => transfer?.house ?? null,
  Direction: ({ transfer }) => transfer?.direction ?? null,
  Amount: ({ transfer }) => transfer?.amount ?? null,
  'Balance after': ({ transfer }) => transfer?.balanceAfter ?? null,
  Payment: ({ transfers }) => onlyOne(transfers.filter(({ house }) => house === 'funding').map(signedAmount)),

  // of the position
  Position: (shown) => {
    const { quantity = 0n, direction } = filledPosition(shown) ?? openPosition(shown) ?? {}
    return quantity === 0n || direction === undefined ? 'flat' : `${direction} ${formatDecimal(quantity)}`
  },
  'Quantity left': (shown) => openPosition(shown)?.quantity ?? 0n,
  Cost: (shown) => openPosition(shown)?.cost ?? 0n,
  'Entry price': (shown) => ofOpen(shown, 'entry_price'),
  'Unrealised PnL': (shown) => ofOpen(shown, 'unrealized_pnl'),
  Leverage: (shown) => ofOpen(shown, 'leverage'),
  'Funding of the position': (shown) => ofOpen(shown, 'funding'),
  Margin: (shown) => ofOpen(shown, 'margin'),
  'Margin and PnL': (shown) => scaled(ofOpen(shown, 'margin')) + scaled(ofOpen(shown, 'unrealized_pnl')),
  Maintenance: (shown) =>
    multiply(scaled(ofOpen(shown, 'notional')), termsOf(standing(shown)).maintenanceMarginRate, 'CEIL'),
  'Maintenance of all': ({ example }) => needed(example),
  Due: (shown) => (isDue(shown) ? 'yes' : 'no'),
  'Liquidation price': (shown) => ofOpen(shown, 'liquidation_price'),

  // of its exits
  Stop: (shown) => sumExits(shown, 'STOP', (order) => (isContingent(order) ? 0n : liveQuantity(order))),
  'Stop held': (shown) => sumExits(shown, 'STOP', ({ contingentQuantity }) => contingentQuantity),
  Targets: (shown) => sumExits(shown, 'TARGET', (order) => (isContingent(order) ? 0n : liveQuantity(order))),
  'Stop at': (shown) => triggerOf(shown, 'STOP'),
  'Target at': (shown) => triggerOf(shown, 'TARGET'),

  // of the account
  Balance: ({ example, fill }) => balanceAfter(fill, example) ?? example.trader.account.balance,
  Equity: (shown) => ofAccount(shown, 'equity'),
  'Unrealised PnL of all': (shown) => ofAccount(shown, 'unrealized_pnl'),
  'Used margin': (shown) => ofAccount(shown, 'used_margin'),
  'Reserved margin': (shown) => ofAccount(shown, 'reserved_margin'),
  'Free margin': (shown) => ofAccount(shown, 'free_margin'),
  'Realised today': (shown) => ofAccount(shown, 'realized_pnl'),

  // of what the rules say to the order, or what was recorded after the mark
  Reduces: ({ example: { attempt } }) => (attempt === null ? null : attempt.isReducing ? 'yes' : 'no'),
  Verdict: ({ example: { attempt }, violation }) =>
    attempt === null ? null : violation === undefined ? 'accepted' : `${violation.rule} ${violation.severity}`,
  Breach: (shown) => {
    const breach = breachOf(shown)
    return breach === null ? null : `${breach.rule} ${breach.severity} ${breach.action}`
  },
  Limit: (shown) => (shown.violation ?? breachOf(shown))?.limit ?? null,
  Value: (shown) => (shown.violation ?? breachOf(shown))?.value ?? null,

  // of the rules of the plan
  State: ({ example }) => example.trader.account.state,
  'Highest equity': ({ example }) => example.trader.account.highWaterMark,
  'Drawdown floor': ({ example }) => drawdownFloor(example.trader.account),
  Base: ({ example }) => dailyLossOf(example.trader.account)?.base ?? null,
  'Warned at': ({ example }) => dailyLossOf(example.trader.account)?.warnAt ?? null,
  'Floor of the day': ({ example }) => dailyLossOf(example.trader.account)?.floor ?? null,
  Profit: ({ example }) => profitOf(example.trader.account),
  'Taken off': ({ adjustments }) => adjustments.reduce<bigint | null>((sum, { amount }) => (sum ?? 0n) + amount, null),
  Score: ({ example }) => percentOf(consistencyFound(example)?.score ?? null),
  'Required profit': ({ example }) => consistencyFound(example)?.requiredProfit ?? null,
  'Still needed': ({ example }) => consistencyFound(example)?.stillNeeded ?? null,
  'Days traded': ({ example }) => String(example.trader.account.tradedDays),
  'Left open': ({ example }) =>
    [...example.trader.account.positions.values()]
      .map(({ symbol, quantity }) => `${formatDecimal(quantity)} ${symbol}`)
      .join(', ') || null,
  'Orders left': ({ example }) => String(example.trader.account.orders.size),

  // of the position that the row's steps have closed
  'Gross PnL': (shown) => ofClosed(shown, 'realized_pnl'),
  Fees: (shown) => ofClosed(shown, 'fees'),
  Funding: (shown) => ofClosed(shown, 'funding'),
  Net: ({ example }) => netPnl(lastClosed(example)),
  'Initial risk': ({ example }) => initialRisk(lastClosed(example)),
  'R-multiple': (shown) => ofClosed(shown, 'r_multiple'),
  'Net so far': ({ example }) => closedPositions(example).reduce((sum, position) => sum + netPnl(position), 0n),

  // of all that is open
  Crypto: (shown) => exposureOf(shown).byAssetClass.crypto,
  Forex: (shown) => exposureOf(shown).byAssetClass.forex,
  Commodity: (shown) => exposureOf(shown).byAssetClass.commodity,
  GMX: (shown) => exposureOf(shown).byVenue.GMX,
  OSTIUM: (shown) => exposureOf(shown).byVenue.OSTIUM,
  Total: (shown) => exposureOf(shown).total,
}

function breachOf({ events }: Shown): Breach | null {
  const breaches = events.flatMap((event) => (event.type === 'account.breach' ? [event.breach] : []))
  return onlyOne(breaches)
}

const openPosition = ({ example: { trader, symbol, venue } }: Shown): Position | undefined =>
  trader.account.positions.get(listingKey({ venue, symbol }))

const filledPosition = ({ example, fill }: Shown): Position | undefined =>
  example.trader.positions.get(fill?.positionId ?? '')

function standing(shown: Shown): Position {
  const position = openPosition(shown)
  if (position === undefined) throw new Error('nothing is open')
  return position
}

/** As the rows of `GET …/positions` say it. */
function ofOpen(shown: Shown, field: string): Figure {
  const position = openPosition(shown)
  const { account, script } = shown.example.trader
  return position === undefined
    ? null
    : textOf(positionCodec.value(valuedPosition(position, account, script.context()), formatDecimal)[field])
}

/** As the rows of `GET …/positions/history` say it. */
const ofClosed = ({ example }: Shown, field: string): Figure =>
  textOf(closedPositionCodec.value(lastClosed(example), formatDecimal)[field])

/** As `GET …/summary` says it. */
const ofAccount = ({ example: { trader } }: Shown, field: string): Figure =>
  textOf(summaryCodec.value({ account: trader.account, figures: trader.figures() }, formatDecimal)[field])

function textOf(value: unknown): string | null {
  if (value !== null && typeof value !== 'string') throw new Error('neither text nor null')
  return value
}

function scaled(figure: Figure): bigint {
  if (typeof figure !== 'string') throw new Error('not a decimal')
  return decimal(figure)
}

function isDue(shown: Shown): boolean {
  const { account, script } = shown.example.trader
  if (isCross(account)) return isMaintenanceDue(account, script.context())
  return isLiquidatable(standing(shown), markOf(shown), termsOf(standing(shown)))
}

/** The sum over the open positions, each rounded up. */
const needed = ({ trader }: Example): bigint =>
  [...trader.account.positions.values()].reduce((sum, position) => {
    const mark = trader.script.context().market.quote(position)?.mark ?? price(0n)
    return sum + multiply(notionalOf(position.quantity, mark), termsOf(position).maintenanceMarginRate, 'CEIL')
  }, 0n)

function markOf({ example: { trader, symbol, venue } }: Shown) {
  const quote = trader.script.context().market.quote({ symbol, venue })
  if (quote === undefined) throw new Error(`no price of ${symbol}`)
  return quote.mark
}

function termsOf({ symbol, venue }: Position): VenueTerms {
  const terms = CATALOGUE.find(symbol)?.terms[venue]
  if (terms === undefined) throw new Error(`${venue} does not list ${symbol}`)
  return terms
}

function triggerOf({ example }: Shown, leg: Leg): bigint | null {
  const exits = [...example.trader.account.orders.values()].filter(({ bracketId }) => bracketId !== null)
  return exits.find((exit) => legOf(exit) === leg)?.triggerPrice ?? null
}

const sumExits = ({ example }: Shown, leg: Leg, figure: (order: Order) => bigint): bigint =>
  [...example.trader.account.orders.values()]
    .filter((order) => order.bracketId !== null && legOf(order) === leg)
    .reduce((sum, order) => sum + figure(order), 0n)

const balanceAfter = (fill: Fill | undefined, { trader }: Example): bigint | undefined =>
  trader.transfers.filter(({ fillId }) => fillId !== null && fillId === fill?.id).at(-1)?.balanceAfter

const closedPositions = ({ trader }: Example): readonly Position[] =>
  [...trader.positions.values()].filter(({ closedAt }) => closedAt !== null)

function lastClosed(example: Example): Position {
  const position = closedPositions(example).at(-1)
  if (position === undefined) throw new Error('nothing was closed')
  return position
}

function onlyOne<T>(values: readonly T[]): T | null {
  if (values.length > 1) throw new Error(`${values.length} in one row`)
  return values[0] ?? null
}

const exposureOf = ({ example: { trader } }: Shown): ExposureBreakdown =>
  computeExposure(trader.account.positions.values(), trader.script.context())

function consistencyFound({ trader: { account } }: Example) {
  const rule = account.plan.risk.objective?.consistency ?? null
  const { progress, positions } = account
  return rule === null || progress === null ? null : consistencyOf(rule, progress, profitOf(account), positions)
}

/** Cut to two decimals. */
const percentOf = (share: bigint | null): string | null =>
  share === null ? null : `${formatDecimal(usd(share - (share % decimal('0.01'))))} %`
