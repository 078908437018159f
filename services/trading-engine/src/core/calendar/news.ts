/**
 * Scheduled news and the freezes around it (contract: accounts and risk). An event concerns the symbols it names, and
 * every instrument whose base or quote is one of its currencies. A plan freezes what events of the impacts it names
 * concern from `beforeMinutes` before it, until `afterMinutes` after it.
 */
import type { Account } from '../model/account/account.js'
import type { Instrument } from '../model/market/instrument.js'
import type { Micros } from '../values/time.js'
import type { NewsEvent } from '../model/plan/news-event.js'
import { remainingQuantity, type Order } from '../model/order/order.js'
import type { NewsRule } from '../model/plan/news-rule.js'
import { listingKey } from '../model/market/listing.js'
import { isReducedBy } from '../model/account/position.js'
import type { DecisionContext } from '../model/decision-context.js'

/** A plan may freeze for this long before and after an event, in minutes. */
export const FREEZE_MINUTES_MAX = 24 * 60

/** Trading in an instrument is frozen around an event. */
export interface Freeze {
  readonly event: NewsEvent
  readonly startsAt: Micros
  readonly endsAt: Micros
}

type Concerned = Pick<Instrument, 'symbol' | 'base' | 'quote'>
type Rule = NewsRule | null
type Calendar = Pick<DecisionContext, 'news' | 'now'>

const MINUTE = 60_000_000

/** The freeze in force that ends last; null while there is none. */
export const freezeInForce = (rule: Rule, instrument: Concerned, calendar: Calendar): Freeze | null =>
  windowInForce(freezing(rule), instrument, calendar)

/** The freeze that begins next; null when none is known. */
export const nextFreeze = (rule: Rule, instrument: Concerned, calendar: Calendar): Freeze | null =>
  nextWindow(freezing(rule), instrument, calendar)

/** Null of a rule that refuses nothing. */
const freezing = (rule: Rule): Rule => (rule?.adjusts === undefined ? rule : null)

/** The window of the rule in force that ends last, whatever the plan does in it; null while there is none. */
export function windowInForce(rule: Rule, instrument: Concerned, { news, now }: Calendar): Freeze | null {
  if (rule === null) return null
  let last: Freeze | null = null
  for (const event of news) {
    // Most of the calendar lies ahead, or is over.
    const isNow = startOf(event, rule) <= now && now < endOf(event, rule)
    if (isNow && freezes(event, rule, instrument) && endOf(event, rule) > (last?.endsAt ?? -Infinity))
      last = freezeAround(event, rule)
  }
  return last
}

/** The windows in force of events that concern the instrument. */
export const windowsInForce = (rule: NewsRule, instrument: Concerned, { news, now }: Calendar): readonly Freeze[] =>
  news
    .filter((event) => startOf(event, rule) <= now && now < endOf(event, rule) && freezes(event, rule, instrument))
    .map((event) => freezeAround(event, rule))

/** The window that begins next, whatever the plan does in it; null when none is known. */
export function nextWindow(rule: Rule, instrument: Concerned, { news, now }: Calendar): Freeze | null {
  if (rule === null) return null
  let next: Freeze | null = null
  for (const event of news) {
    const startsAt = startOf(event, rule)
    if (startsAt > now && startsAt < (next?.startsAt ?? Infinity) && freezes(event, rule, instrument))
      next = freezeAround(event, rule)
  }
  return next
}

/** Symbols that nothing is held of are told of a freeze so long before it begins. */
export const FREEZE_WARNING_MINUTES = 60

/** The part of the calendar that has a window now, or soon enough to be told of. */
export const newsNear = (rule: Rule, { news, now }: Calendar): readonly NewsEvent[] =>
  rule === null
    ? []
    : news.filter(
        (event) =>
          rule.impacts.includes(event.impact) &&
          startOf(event, rule) - FREEZE_WARNING_MINUTES * MINUTE <= now &&
          now < endOf(event, rule),
      )

const startOf = ({ at }: NewsEvent, { beforeMinutes }: NonNullable<Rule>): Micros => at - beforeMinutes * MINUTE
const endOf = ({ at }: NewsEvent, { afterMinutes }: NonNullable<Rule>): Micros => at + afterMinutes * MINUTE

const freezeAround = (event: NewsEvent, rule: NonNullable<Rule>): Freeze => ({
  event,
  startsAt: startOf(event, rule),
  endsAt: endOf(event, rule),
})

const freezes = (event: NewsEvent, rule: NonNullable<Rule>, instrument: Concerned): boolean =>
  rule.impacts.includes(event.impact) && concernedBy(event, instrument)

/** Whether an event concerns an instrument, whatever plans make of it. */
export const concernedBy = (event: NewsEvent, { symbol, base, quote }: Concerned): boolean =>
  event.symbols.includes(symbol) || event.currencies.includes(base) || event.currencies.includes(quote)

/** The window of an event under a plan's rule, whatever the plan does in it; null where the plan has none for it. */
export const windowOf = (event: NewsEvent, rule: Rule): Freeze | null =>
  rule === null || !rule.impacts.includes(event.impact) ? null : freezeAround(event, rule)

/** The freeze of an event under a plan's rule; null where the plan has none for it. */
export const freezeOf = (event: NewsEvent, rule: Rule): Freeze | null => windowOf(event, freezing(rule))

/**
 * Until when news keeps an order that waits from doing anything; null while it may fill. What was placed before the
 * freeze and stands against a position reduces it, whatever the scope of the freeze; what it would open beyond that
 * waits (`recheck-order.ts`), and with it the whole of an order that must fill whole.
 */
export function heldByNews(
  account: Account,
  order: Order,
  context: Calendar & Pick<DecisionContext, 'instruments'>,
): Micros | null {
  const { newsFreeze } = account.plan.risk
  if (freezing(newsFreeze) === null || context.news.length === 0 || mayReduce(account, order)) return null
  const instrument = context.instruments.find(order.symbol)
  return instrument === undefined ? null : (freezeInForce(newsFreeze, instrument, context)?.endsAt ?? null)
}

const NONE_HELD: ReadonlyMap<string, Micros> = new Map()

/** The orders that news holds back, and when each may fill again. */
export function ordersHeldByNews(
  account: Account,
  context: Calendar & Pick<DecisionContext, 'instruments'>,
): ReadonlyMap<string, Micros> {
  if (freezing(account.plan.risk.newsFreeze) === null || context.news.length === 0) return NONE_HELD
  const held = new Map<string, Micros>()
  for (const order of account.orders.values()) {
    const until = heldByNews(account, order, context)
    if (until !== null) held.set(order.id, until)
  }
  return held
}

function mayReduce({ positions }: Account, order: Order): boolean {
  if (order.flags.reduceOnly) return true
  const position = positions.get(listingKey(order))
  return isReducedBy(position, order.side) && (order.tif !== 'FOK' || remainingQuantity(order) <= position.quantity)
}
