/**
 * The stop and the target that an entry brings along: exits of it like any others, which wait until it fills. Their
 * triggers are absolute, or as far from its average fill; until there is one, from the price at which it would fill.
 * Absolute ones on the wrong side of an entry with a price of its own are a mistake of the caller.
 */
import { totalQuantity } from '../margin/book-walk.js'
import { triggerFrom } from '../execution/follow-entry.js'
import type { Match } from '../execution/match-order.js'
import { checkPrice, limitPriceOnGrid, movedByGrid, triggerPriceOnGrid } from '../execution/price-grid.js'
import type { CopiedFrom } from '../model/copied.js'
import type { DecisionContext } from '../model/decision-context.js'
import type { Instrument } from '../model/market/instrument.js'
import { priceAt } from '../model/market/market-view.js'
import type { ExitTerms } from '../model/order/exit-terms.js'
import { newOrder, opposite, type Order, type Side } from '../model/order/order.js'
import { trailOfWaiting, trailTrigger, type TrailTerms } from '../model/order/trail.js'
import { firesAbove, type TriggerSource } from '../model/order/trigger.js'
import { notionalOf } from '../model/account/position.js'
import type { Issue, Problem } from '../model/outcome.js'
import { divide, price, usd, type Price } from '../values/decimal.js'

export const BRACKET_LEGS = ['stop_loss', 'take_profit'] as const
export type BracketLegName = (typeof BRACKET_LEGS)[number]
const KINDS = { stop_loss: 'STOP', take_profit: 'TAKE_PROFIT' } as const

export interface BracketLeg {
  /** Null: as far from the average fill as `terms` say. */
  readonly triggerPrice: Price | null
  /** With a limit it becomes one at its trigger; null takes what the book gives. */
  readonly price: Price | null
  readonly triggerBy: TriggerSource
  readonly terms: ExitTerms
  /** Its trigger follows the market from the fill on: in the place of a trigger and a distance. */
  readonly trail?: TrailTerms
  /** Present when a link sets it. */
  readonly copiedFrom?: CopiedFrom
}

export type Bracket = Readonly<Partial<Record<BracketLegName, BracketLeg>>>

type Exits = { readonly exits: readonly Order[] } | { readonly problem: Problem }

export const NO_EXITS: readonly Order[] = []

/** None of an order that only reduces: it opens nothing to protect. */
export function bracketExits(
  entry: Order,
  bracket: Bracket,
  match: Match,
  instrument: Instrument,
  context: DecisionContext,
): Exits {
  if (entry.flags.reduceOnly) return { exits: NO_EXITS }
  const issues: Issue[] = []
  const exits: Order[] = []
  const average = expectedAverage(entry, match, context)
  for (const name of BRACKET_LEGS) {
    const leg = bracket[name]
    if (leg === undefined) continue
    const exit = exitOf(entry, name, leg, average, instrument, context)
    issues.push(...issuesOf(entry, name, leg, exit, instrument))
    exits.push(exit)
  }
  return issues.length > 0 ? { problem: { kind: 'invalid', issues } } : { exits }
}

function exitOf(
  entry: Order,
  name: BracketLegName,
  { triggerPrice, price: limit, triggerBy, terms, trail: trailTerms, copiedFrom }: BracketLeg,
  average: Price,
  { tickSize }: Instrument,
  context: DecisionContext,
): Order {
  const side = opposite(entry.side)
  const kind = KINDS[name]
  const absolute = triggerPrice === null ? null : triggerPriceOnGrid(triggerPrice, tickSize)
  const trail = trailTerms && trailOfWaiting(trailTerms, average)
  const planned = trail ? trailTrigger(trail, side, tickSize) : triggerFrom(terms, { kind, side }, average, tickSize)
  const hasTerms = terms.offset !== undefined || terms.offsetPct !== undefined || terms.isOfPosition !== undefined
  return newOrder({
    id: context.newId(),
    accountId: entry.accountId,
    origin: entry.origin,
    symbol: entry.symbol,
    venue: entry.venue,
    side,
    kind,
    tif: 'GTC',
    flags: {
      postOnly: false,
      reduceOnly: true,
      triggerOnIndex: triggerBy === 'INDEX',
      triggerOnMark: triggerBy === 'MARK',
    },
    quantity: entry.quantity,
    contingentQuantity: entry.quantity,
    status: 'PENDING',
    limitPrice: limit === null ? null : limitPriceOnGrid(side, limit, tickSize),
    triggerPrice: absolute ?? planned,
    triggerState: 'ARMED',
    requestedPrice: movedByGrid(limit, tickSize),
    requestedTriggerPrice: movedByGrid(triggerPrice, tickSize),
    parentOrderId: entry.id,
    bracketId: entry.id,
    ...(hasTerms ? { exitTerms: terms } : {}),
    ...(trail === undefined ? {} : { trail }),
    ...(copiedFrom === undefined ? {} : { copiedFrom }),
  })
}

/** The average of what it would execute now; else the price it waits for, or that of the market. */
function expectedAverage(entry: Order, { executions }: Match, { market }: DecisionContext): Price {
  if (executions.length > 0) {
    const notional = executions.reduce((sum, execution) => sum + notionalOf(execution.quantity, execution.price), 0n)
    return price(divide(usd(notional), totalQuantity(executions), 'HALF_EVEN'))
  }
  const quote = market.quote(entry)
  return ownPrice(entry) ?? (quote === undefined ? price(0n) : priceAt(quote, 'LAST'))
}

/** The price that an entry names itself, be it a limit or a trigger; null of a MARKET order. */
export const ownPrice = ({ limitPrice, triggerPrice }: Pick<Order, 'limitPrice' | 'triggerPrice'>): Price | null =>
  limitPrice ?? triggerPrice

/** Whether an exit of that leg belongs above its entry. */
export const isAboveEntry = (name: BracketLegName, entrySide: Side): boolean =>
  firesAbove({ kind: KINDS[name], side: opposite(entrySide) })

function issuesOf(
  entry: Order,
  name: BracketLegName,
  leg: BracketLeg,
  exit: Order,
  { tickSize }: Instrument,
): readonly Issue[] {
  const problems = [
    checkPrice('trigger_price', exit.triggerPrice, tickSize),
    checkPrice('price', exit.limitPrice, tickSize),
  ]
  const issues = problems.flatMap((problem) => (problem?.kind === 'invalid' ? problem.issues : []))
  const at = ownPrice(entry)
  const trigger = leg.triggerPrice === null ? null : exit.triggerPrice
  const isWrong = at !== null && trigger !== null && (isAboveEntry(name, entry.side) ? trigger <= at : trigger >= at)
  const wrongSide: Issue = { path: ['trigger_price'], code: 'bracket.side', message: wrongSideOf(name, entry.side) }
  return [...issues, ...(isWrong ? [wrongSide] : [])].map((issue) => ({ ...issue, path: [name, ...issue.path] }))
}

export const wrongSideOf = (name: BracketLegName, entrySide: Side): string =>
  `the ${name} of a ${entrySide} must be ${isAboveEntry(name, entrySide) ? 'above' : 'below'} the price of the order`
