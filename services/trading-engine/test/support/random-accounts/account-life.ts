/** Lives a random life step by step: turns each step into a decision, makes it, and shows what came of it. */
import type { Account, AccountState } from '../../../src/core/model/account/account.js'
import { decideAdvance } from '../../../src/core/execution/advance.js'
import { decideCancelAll } from '../../../src/core/decide/decide-cancel-all.js'
import { decideCancel } from '../../../src/core/decide/decide-cancel.js'
import { decideCapital } from '../../../src/core/decide/decide-capital.js'
import { decideClose } from '../../../src/core/decide/decide-close.js'
import { decideHalt } from '../../../src/core/decide/decide-halt.js'
import { decideKillSwitch, decideLiftKillSwitch } from '../../../src/core/decide/decide-kill-switch.js'
import { decideLeverage } from '../../../src/core/decide/decide-leverage.js'
import { decideModify, type ModifyOrder } from '../../../src/core/decide/decide-modify.js'
import { decideProtect, type Protection, type ProtectPosition } from '../../../src/core/decide/decide-protect.js'
import { decideRelease } from '../../../src/core/decide/decide-release.js'
import { decideRunOut } from '../../../src/core/decide/decide-run-out.js'
import { processMarketUpdate } from '../../../src/core/decide/process-market-update.js'
import { decidePlace, type Placement } from '../../../src/core/decide/decide-place.js'
import { decimal, price, quantity, rate, usd, type Price, type Quantity } from '../../../src/core/values/decimal.js'
import { openDraft, type Changes } from '../../../src/core/model/draft.js'
import { NO_HOLDS, underHolds } from '../../../src/core/model/account/hold.js'
import { terminateOrders } from '../../../src/core/execution/terminate-order.js'
import type { OrderBook, Quote } from '../../../src/core/model/market/market-view.js'
import type { Order } from '../../../src/core/model/order/order.js'
import { decided, type Outcome } from '../../../src/core/model/outcome.js'
import type { Plan } from '../../../src/core/model/plan/plan.js'
import { listingKey } from '../../../src/core/model/market/listing.js'
import { type Position } from '../../../src/core/model/account/position.js'
import type { Bracket, BracketLeg } from '../../../src/core/decide/prepare-bracket.js'
import type { PlaceOrder } from '../../../src/core/decide/prepare-order.js'
import type { DecisionContext } from '../../../src/core/model/decision-context.js'
import {
  UNITS,
  type BookStep,
  type CloseStep,
  type ModifyStep,
  type PlaceStep,
  type ProtectStep,
  type Step,
  type TestSymbol,
} from './account-steps.js'
import { listedInstruments } from '../../../src/market/listed-instrument.js'
import { TEST_CATALOGUE } from '../market/instruments.js'
import { scriptContext, type Level } from '../market/scripted-world.js'
import { aTrader, type Trader } from '../trader.js'

/** One decision and all that is needed to judge it. */
export interface LifeStep {
  readonly step: Step
  readonly context: DecisionContext
  readonly before: Account
  readonly outcome: Outcome<unknown>
  /** The outcome when the same inputs were decided again. */
  readonly again: Outcome<unknown>
  /** The changes that time alone would have made. */
  readonly byTime: Changes | null
  /** When the step was an order or a close and it was decided. */
  readonly placement: Placement | null
}

/** The command of a `place` step and the order that is to be its parent, so that it can be asked of others too. */
export interface PlaceCommand {
  readonly command: PlaceOrder
  readonly parent: Order | null
}

export interface Life {
  readonly trader: Trader
  /** Every book there ever was, by its sequence. */
  readonly books: ReadonlyMap<number, OrderBook>
  /** The `position_id` of every order that was sent with one, by the id of the order. */
  readonly targets: ReadonlyMap<string, string>
  /** As it would be placed now. */
  askOf(step: PlaceStep): PlaceCommand
  /** Null when the step decided nothing. */
  live(step: Step): LifeStep | null
}

type Decide = (account: Account, context: DecisionContext) => Outcome<unknown>

export function beginLife(plan: Plan, script = scriptContext()): Life {
  const trader = aTrader({ plan, script })
  const books = new Map<number, OrderBook>()
  const targets = new Map<string, string>()
  const middles: Record<TestSymbol, number> = { 'BTC-USD': 20000, 'SOL-USD': 100, 'EUR-USD': 1.1 }

  const listings = listedInstruments(TEST_CATALOGUE.all)
  // Both sides pay, neither does, one receives.
  script.setCarry({ venue: 'GMX', symbol: 'BTC-USD' }, { long: '0.35', short: '0' })
  script.setCarry({ venue: 'GMX', symbol: 'SOL-USD' }, { long: '0', short: '1.3' })
  script.setCarry({ venue: 'OSTIUM', symbol: 'BTC-USD' }, { long: '0.055', short: '-0.025' })
  script.setCarry({ venue: 'OSTIUM', symbol: 'EUR-USD' }, { long: '0.01', short: '0.02' })
  const noteBook = (symbol: string): void => {
    for (const listing of listings.filter((one) => one.symbol === symbol)) {
      const book = script.context().market.book(listing)
      if (book !== undefined) books.set(book.sequence, book)
    }
  }
  Object.keys(middles).forEach(noteBook)

  const setBook = (step: BookStep): void => {
    const { symbol } = step
    const { step: tick, size } = UNITS[symbol]
    middles[symbol] = Math.max(middles[symbol] + step.move * tick, 200 * tick)
    listings
      .filter((listing) => listing.symbol === symbol)
      .forEach((listing, position) => {
        const at = (away: number): string => fixed(middles[symbol] + (away + position * step.apart) * tick)
        const levels = (depths: readonly number[], direction: number): Level[] =>
          depths.map((units, index) => [at(direction * (step.spread + index)), fixed(units * size)])
        const book = { bids: levels(step.bids, -1), asks: levels(step.asks, 1), mark: at(step.markAway) }
        script.setBook({ symbol, venue: listing.venue }, book)
      })
    noteBook(symbol)
  }

  const decide = (step: Step, fillTerms: Decide): LifeStep => {
    const before = trader.account
    const context = script.context()
    const first = script.idCount
    const outcome = fillTerms(before, context)
    const last = script.idCount
    script.idCount = first
    const again = fillTerms(before, script.context())
    script.idCount = first
    const byTime = decideAdvance(before, script.context())
    script.idCount = last
    if (outcome.kind === 'decided') trader.keep(outcome.changes)
    const isOrder = (step.type === 'place' || step.type === 'close') && outcome.kind === 'decided'
    return { step, context, before, outcome, again, byTime, placement: isOrder ? (outcome.answer as Placement) : null }
  }

  /** Working orders mostly, and now and then one that has ended. */
  const pickOrder = (index: number): Order | undefined =>
    trader.orders.get([...trader.account.orders.keys(), ...trader.orders.keys()][index] ?? '')

  const parentOf = ({ parent }: PlaceStep): Order | null => (parent === null ? null : (pickOrder(parent) ?? null))

  const settle: Decide = (account, context) => decided(processMarketUpdate(account, context), null)

  const look = (step: Step): LifeStep => {
    const lived = decide(step, settle)
    trader.raiseHigh()
    return lived
  }

  const askOf = (step: PlaceStep): PlaceCommand => {
    const parent = parentOf(step)
    return { command: placeOrder(step, parent, trader.account, script.context()), parent }
  }

  return {
    trader,
    books,
    targets,
    askOf,
    live(step) {
      switch (step.type) {
        case 'pause':
          return null
        case 'place': {
          const { command, parent } = askOf(step)
          const lived = decide(step, (account, context) => decidePlace(account, command, context, parent))
          const order = lived.placement?.order ?? null
          if (order !== null && command.positionId !== null) targets.set(order.id, command.positionId)
          return lived
        }
        case 'protect': {
          const position = trader.account.positions.get(listingKey(step))
          if (position === undefined) return null
          return decide(step, (account, context) =>
            decideProtect(account, protection(step, position, context), context),
          )
        }
        case 'close':
          return decide(step, (account, context) => decideClose(account, closePosition(step, context), context))
        case 'cancel': {
          const id = [...trader.orders.keys()][step.order] ?? 'none'
          const ended = trader.orders.get(id) ?? null
          return decide(step, (account, context) => decideCancel(account, id, ended, context))
        }
        case 'modify': {
          const order = pickOrder(step.order)
          if (order === undefined) return null
          return decide(step, (account, context) =>
            decideModify(account, modifyOrder(step, order, context), order, context),
          )
        }
        case 'leverage': {
          const command = { ...step, leverage: rate(decimal(step.leverage)) }
          return decide(step, (account, context) => decideLeverage(account, command, context))
        }
        case 'cancelAll':
          return decide(step, (account, context) => decideCancelAll(account, step.symbol, context))
        case 'book':
          setBook(step)
          return step.isSettled ? look(step) : null
        case 'settle':
          return look(step)
        case 'pass':
          script.passTime(step.ms)
          return null
        case 'funding':
          script.setFundingRate(step.symbol, step.rate)
          return null
        case 'rates':
          // What holds from this moment on may have been charged already.
          if (script.now % 3_600_000_000 !== 0) script.setCarry(step, step)
          return null
        case 'stale':
          script.setStale(step.symbol, step.isStale)
          return null
        case 'hours':
          script.setOpen(step.symbol, step.isOpen)
          return null
        case 'news': {
          const { inMinutes, impact, concerns } = step
          const isSymbol = concerns in UNITS
          script.addNews({
            at: script.now + inMinutes * 60_000_000,
            impact,
            currencies: isSymbol ? [] : [concerns],
            symbols: isSymbol ? [concerns] : [],
          })
          return null
        }
        case 'capital': {
          const { direction, amount } = step
          const moved = { direction, amount: usd(decimal(amount)) }
          return decide(step, (account, context) => decideCapital(account, moved, context))
        }
        case 'halt':
          return decide(step, (account, context) => decideHalt(account, 'looked at', context))
        case 'release':
          return decide(step, (account, context) => decideRelease(account, context))
        case 'kill':
          return decide(step, (account, context) => decideKillSwitch(account, step.isFlatten, context))
        case 'lift':
          return decide(step, decideLiftKillSwitch)
        case 'runOut':
          return decide(step, (account, context) => decided(decideRunOut(account, step.action, context), null))
        case 'state':
          return decide(step, (account, context) => decided(setState(account, step.state, context), null))
      }
    },
  }
}

/** As an operator would: where nothing may trade any more nothing goes on working. */
function setState(account: Account, state: AccountState, context: DecisionContext): Changes | null {
  const draft = openDraft(account, context)
  if (state === 'TERMINATED' || state === 'CLOSED') terminateOrders(draft, () => true, 'CANCELLED', 'risk', 'RISK')
  draft.setAccount(stateFields(account, state))
  return draft.changes()
}

function stateFields({ clock, day }: Account, state: AccountState): Partial<Account> {
  const hold = { since: clock, reason: null }
  switch (state) {
    case 'ACTIVE':
      return underHolds([])
    case 'HALTED':
      return underHolds([{ ...hold, kind: 'operator', until: null }])
    case 'REDUCE_ONLY':
      return underHolds([{ ...hold, kind: 'daily_lock', until: day.endsAt }])
    default:
      return { state, stateReason: null, lockedUntil: null, holds: NO_HOLDS }
  }
}

/** Floats are good enough to make up numbers with; eight decimals keep them on every grid. */
const fixed = (value: number): string => value.toFixed(8)

/** At its primary venue. */
function quoteOf(symbol: TestSymbol, { instruments, market }: DecisionContext): Quote {
  const venue = instruments.find(symbol)?.primaryVenue
  const quote = venue && market.quote({ symbol, venue })
  if (quote === undefined) throw new Error(`no quote of ${symbol}`)
  return quote
}

function limitPrice(symbol: TestSymbol, side: 'BUY' | 'SELL', reach: number, context: DecisionContext): Price {
  const quote = quoteOf(symbol, context)
  const away = decimal(fixed(reach * UNITS[symbol].step))
  return price(side === 'BUY' ? quote.ask + away : quote.bid - away)
}

/** Above the watched price for those that fire above it, below it for the others. */
function triggerPrice(
  { symbol, side, kind, source, trigger }: Pick<PlaceStep, 'symbol' | 'side' | 'kind' | 'source' | 'trigger'>,
  context: DecisionContext,
): Price {
  const quote = quoteOf(symbol, context)
  const watched = source === 'MARK' ? quote.mark : source === 'INDEX' ? quote.index : quote.last
  const away = decimal(fixed(trigger * UNITS[symbol].step))
  const isAbove = (kind === 'STOP' && side === 'BUY') || (kind === 'TAKE_PROFIT' && side === 'SELL')
  return price(isAbove ? watched + away : watched - away)
}

const sizeOf = (symbol: TestSymbol, units: number, extraLots = 0): Quantity =>
  quantity(decimal(fixed(units * UNITS[symbol].size + extraLots * UNITS[symbol].lot)))

/** An exit takes symbol and side from its parent, which a MARKET or IOC LIMIT order cannot have. */
function placeOrder(
  requested: PlaceStep,
  parent: Order | null,
  account: Account,
  context: DecisionContext,
): PlaceOrder {
  const step = parent === null ? requested : asExit(requested, parent)
  const { symbol, side, kind, venue, reduceOnly, source } = step
  const isConditional = kind === 'STOP' || kind === 'TAKE_PROFIT'
  const hasLimit = kind === 'LIMIT' || (isConditional && step.hasLimit)
  const canRest = hasLimit && step.tif !== 'IOC' && step.tif !== 'FOK'
  const trigger = isConditional ? triggerPrice(step, context) : null
  return {
    symbol,
    side,
    kind,
    quantity: sizeOf(symbol, step.units, step.extraLots),
    price: hasLimit ? limitPrice(symbol, side, step.reach, context) : null,
    triggerPrice: trigger,
    tif: step.tif === 'GTX' && !canRest ? 'GTC' : step.tif,
    flags: {
      reduceOnly,
      postOnly: step.postOnly && canRest,
      triggerOnMark: source === 'MARK',
      triggerOnIndex: source === 'INDEX',
    },
    expiresAt: step.tif === 'GTD' && step.expiresInMs !== null ? context.now + step.expiresInMs * 1000 : null,
    clientId: null,
    venue,
    positionId: step.isTargeted ? (targetOf(step, account)?.id ?? null) : null,
    parentOrderId: parent?.id ?? null,
    ...(parent === null && step.bracket ? { bracket: bracketOf(symbol, step.bracket) } : {}),
  }
}

/** Each leg so many price steps from the average fill. */
function bracketOf(symbol: TestSymbol, { stop, target, isOfPosition }: NonNullable<PlaceStep['bracket']>): Bracket {
  const leg = (steps: number): BracketLeg => ({
    ...{ triggerPrice: null, price: null, triggerBy: 'LAST' },
    terms: {
      offset: price(decimal(fixed(steps * UNITS[symbol].step))),
      ...(isOfPosition ? { isOfPosition: true } : {}),
    },
  })
  return {
    ...(stop === null ? {} : { stop_loss: leg(stop) }),
    ...(target === null ? {} : { take_profit: leg(target) }),
  }
}

const targetOf = ({ symbol, venue }: PlaceStep, { positions }: Account): Position | undefined =>
  [...positions.values()].find((each) => each.symbol === symbol && (venue === null || each.venue === venue))

function asExit(step: PlaceStep, parent: Order): PlaceStep {
  const kind = step.kind === 'MARKET' ? 'STOP' : step.kind
  return {
    ...step,
    kind,
    symbol: parent.symbol as TestSymbol,
    side: parent.side === 'BUY' ? 'SELL' : 'BUY',
    tif: kind === 'LIMIT' && (step.tif === 'IOC' || step.tif === 'FOK') ? 'GTC' : step.tif,
    venue: null,
    isTargeted: false,
  }
}

function protection(
  { symbol, stopLoss, takeProfit, units, hasLimit }: ProtectStep,
  position: Position,
  context: DecisionContext,
): ProtectPosition {
  const quote = context.market.quote(position)
  if (quote === undefined) throw new Error(`no quote of ${symbol}`)
  const leg = (steps: number | null | undefined, isAbove: boolean): Protection | null | undefined => {
    if (steps === null || steps === undefined) return steps
    const trigger = price(quote.last + decimal(fixed((isAbove ? steps : -steps) * UNITS[symbol].step)))
    const size = units === null ? null : sizeOf(symbol, units)
    return { triggerPrice: trigger, price: hasLimit ? trigger : null, quantity: size, triggerBy: 'LAST' }
  }
  const isLong = position.direction === 'LONG'
  const stop = leg(stopLoss, !isLong)
  const target = leg(takeProfit, isLong)
  return {
    positionId: position.id,
    ...(stop === undefined ? {} : { stop_loss: stop }),
    ...(target === undefined ? {} : { take_profit: target }),
  }
}

function modifyOrder(
  { units, reach, trigger }: ModifyStep,
  { id, side, kind, ...order }: Order,
  context: DecisionContext,
): ModifyOrder {
  const symbol = order.symbol as TestSymbol
  const source = order.flags.triggerOnMark ? 'MARK' : order.flags.triggerOnIndex ? 'INDEX' : 'LAST'
  return {
    orderId: id,
    price: reach === null ? null : limitPrice(symbol, side, reach, context),
    triggerPrice: trigger === null ? null : triggerPrice({ symbol, side, kind, source, trigger }, context),
    quantity: units === null ? null : sizeOf(symbol, units),
    expiresAt: null,
    version: null,
  }
}

const closePosition = (step: CloseStep, context: DecisionContext): Parameters<typeof decideClose>[1] => ({
  symbol: step.symbol,
  quantity: step.units === null ? null : sizeOf(step.symbol, step.units),
  kind: step.kind,
  // the side is the position's; either touch will do
  price: step.kind === 'LIMIT' ? limitPrice(step.symbol, 'BUY', step.reach, context) : null,
  tif: step.tif,
  expiresAt: null,
  clientId: null,
  venue: step.venue,
  positionId: null,
})
