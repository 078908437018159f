/** Notes what a decision reads while it is made. What it is given is what it would have got without this. */
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg'
import type { Account } from '../../core/model/account/account.js'
import { risesAt } from '../../core/model/account/peak.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import { listingKey } from '../../core/model/market/listing.js'
import type { MarketView, Quote } from '../../core/model/market/market-view.js'
import type { Origin } from '../../core/model/order/origin.js'
import type { Trail } from '../../core/model/order/trail.js'
import { newsDigest } from '../../core/model/plan/news-digest.js'
import { writeInput } from '../../core/values/input-text.js'
import type { Micros } from '../../core/values/time.js'
import { HELD_ELSEWHERE_QUERY } from '../../store/read/held-elsewhere.js'
import type { Queryable } from '../../store/read/queryable.js'
import { asText, type WriteDecimal } from '../../wire/decimals.js'
import { writeIds } from './recorded-ids.js'
import {
  writePoint,
  type RecordedCarry,
  type RecordedFunding,
  type RecordedPeak,
  type RecordedTrail,
  type Row,
} from './recorded-inputs.js'
import { quoteText, slotKey } from './recorded-quotes.js'

export interface Recording {
  readonly context: DecisionContext
  readonly db: Queryable
  /** To be called when the id of the command is drawn, and nothing is read any more. */
  text(command: Recorded, at: Micros): string
}

interface Recorded {
  readonly asked?: unknown
  readonly write: WriteDecimal
}

export function recordInputs(base: DecisionContext, origin: Origin, account: Account, db: Queryable): Recording {
  const seen = new Seen()
  return {
    context: recordedContext(base, origin, seen),
    db: { query: (config) => queryRecorded(db, config, seen) },
    text: ({ asked, write }, at) =>
      `{"v":${account.version}` +
      (at === base.now ? '' : `,"n":${at - base.now}`) +
      (write === asText ? ',"w":1' : '') +
      `,"a":${writeInput(asked)}` +
      (seen.ids.length < 2 ? '' : `,"i":"${writeIds(seen.ids)}"`) +
      quotesText(seen.quotes) +
      (base.isFundingCharged ? ',"f":1' : '') +
      (base.news.length === 0 ? '' : `,"e":"${newsDigest(base.news)}"`) +
      highsText(account) +
      trailsText(account) +
      rareText(seen) +
      '}',
  }
}

/** With more, a decision has looked at many ticks, and at each of them once. */
const SEARCHED_MAX = 64

/** The inputs that a decision has read so far. */
class Seen {
  readonly ids: string[] = []
  readonly quotes: Quote[] = []
  // Nearly no decision has any of these.
  closed: string[] | null = null
  fundingRates: RecordedFunding[] | null = null
  carries: RecordedCarry[] | null = null
  peaks: RecordedPeak[] | null = null
  rows: (readonly Row[])[] | null = null
  private last: Quote | undefined = undefined
  private next = 0

  /** Prices of positions are read again and again, in the same order: each is looked for where it was. */
  note(quote: Quote): void {
    if (quote === this.last) return
    this.last = quote
    const { quotes } = this
    let { next } = this
    if (quotes[next] !== quote) {
      next = quotes.length > SEARCHED_MAX ? -1 : quotes.indexOf(quote)
      if (next < 0) next = quotes.push(quote) - 1
    }
    this.next = next + 1 === quotes.length ? 0 : next + 1
  }
}

/** All fields by name: a literal that begins with a spread costs as much as all else here. */
const recordedContext = (context: DecisionContext, origin: Origin, seen: Seen): DecisionContext => ({
  now: context.now,
  origin,
  market: recordedMarket(context.market, seen),
  instruments: context.instruments,
  isMarketOpen: (listing) => {
    const isOpen = context.isMarketOpen(listing)
    if (!isOpen) (seen.closed ??= []).push(slotKey(listing, context.now))
    return isOpen
  },
  news: context.news,
  isFundingCharged: context.isFundingCharged,
  newId: () => {
    const id = context.newId()
    seen.ids.push(id)
    return id
  },
  earlier: (at) => recordedContext(context.earlier(at), origin, seen),
})

function quotesText(quotes: readonly Quote[]): string {
  if (quotes.length === 0) return ''
  let text = ''
  const told = quotes.length > SEARCHED_MAX ? new Set(quotes) : quotes
  for (const quote of told) text += text === '' ? quoteText(quote) : `","${quoteText(quote)}`
  return `,"q":["${text}"]`
}

function rareText({ closed, fundingRates, carries, peaks, rows }: Seen): string {
  let text = ''
  if (closed !== null) text += `,"c":${writeInput([...new Set(closed)])}`
  if (fundingRates !== null) text += `,"u":${writeInput(fundingRates)}`
  if (carries !== null) text += `,"y":${writeInput(carries)}`
  if (peaks !== null) text += `,"p":${writeInput(peaks)}`
  // As they are: a field that is null has to come back.
  if (rows !== null) text += `,"d":${writeInput(JSON.stringify(rows))}`
  return text
}

function recordedMarket(market: MarketView, seen: Seen): MarketView {
  const quote: MarketView['quote'] = (listing) => {
    const found = market.quote(listing)
    if (found !== undefined) seen.note(found)
    return found
  }
  const book: MarketView['book'] = (listing) => {
    // A book follows from its quote.
    quote(listing)
    return market.book(listing)
  }
  const funding: MarketView['funding'] = (listing, at) => {
    const found = market.funding(listing, at)
    const figures = found === undefined ? null : ([found.rates.long, found.rates.short, found.mark] as const)
    pushOnce((seen.fundingRates ??= []), [listingKey(listing), at, figures], 2)
    return found
  }
  const carry: MarketView['carry'] = (listing, at) => {
    const found = market.carry(listing, at)
    const figures = found === undefined ? null : ([found.rates.long, found.rates.short, found.source] as const)
    pushOnce((seen.carries ??= []), [listingKey(listing), at, figures], 2)
    return found
  }
  const { at, peak } = market
  if (peak === undefined) return { at, quote, book, funding, carry }
  return { at, quote, book, funding, carry, peak: recordedPeak(peak, seen) }
}

const recordedPeak =
  (peak: NonNullable<MarketView['peak']>, seen: Seen): NonNullable<MarketView['peak']> =>
  (listing, span) => {
    const found = peak(listing, span)
    const { watched, isHighest, after, until } = span
    const figures = found === null ? null : ([found.price, found.priceTick] as const)
    pushOnce((seen.peaks ??= []), [listingKey(listing), watched, isHighest ? 1 : 0, after, until, figures], 5)
    return found
  }

/** Unless one that begins with the same `words` is there. */
function pushOnce<T extends readonly unknown[]>(list: T[], entry: T, words: number): void {
  const isThere = list.some((other) => entry.every((word, index) => index >= words || word === other[index]))
  if (!isThere) list.push(entry)
}

async function queryRecorded<R extends QueryResultRow>(
  db: Queryable,
  config: QueryConfig,
  seen: Seen,
): Promise<QueryResult<R>> {
  const result = await db.query<R>(config)
  if (config.name !== HELD_ELSEWHERE_QUERY) (seen.rows ??= []).push(result.rows)
  return result
}

/** Highs are written beside decisions, too: an account has more of them than its decisions say. */
function highsText(account: Account): string {
  const { highWaterMark, day } = account
  return day.high !== null || risesAt(account, 'MARK') ? `,"h":${writeInput([highWaterMark, day.high])}` : ''
}

/** Likewise peaks of trailing stops. */
function trailsText({ orders }: Account): string {
  let trails: RecordedTrail[] | null = null
  for (const { trail, triggerPrice } of orders.values())
    if (trail !== undefined) (trails ??= []).push(trailInput(trail, triggerPrice))
  return trails === null ? '' : `,"t":${writeInput(trails)}`
}

const trailInput = ({ start, peak }: Trail, trigger: bigint | null): RecordedTrail => [
  writePoint(start),
  peak === start ? null : writePoint(peak),
  trigger,
]
