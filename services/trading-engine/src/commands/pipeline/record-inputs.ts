/** Notes what a decision reads while it is made. What it is given is what it would have got without this. */
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg'
import type { Account } from '../../core/model/account/account.js'
import { risesAt } from '../../core/model/account/peak.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import { listingKey, type Listing } from '../../core/model/market/listing.js'
import type { Carry, Funding, MarketView, OrderBook, Quote } from '../../core/model/market/market-view.js'
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
import { laterQuoteText, quoteText, slotKey } from './recorded-quotes.js'

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

export const recordInputs = (base: DecisionContext, origin: Origin, account: Account, db: Queryable): Recording =>
  new Seen(base, origin, account, db)

/** With more, a decision has looked at many ticks, and at each of them once. */
const SEARCHED_MAX = 64

/** The inputs that a decision has read so far. One object: a tenth of what a decision costs is the garbage it makes. */
class Seen implements Recording, Queryable {
  readonly context: DecisionContext
  readonly ids: string[] = []
  // Nearly no decision has any of these.
  closed: string[] | null = null
  fundingRates: RecordedFunding[] | null = null
  carries: RecordedCarry[] | null = null
  peaks: RecordedPeak[] | null = null
  private readonly quotes: Quote[] = []
  private last: Quote | undefined = undefined
  private next = 0
  private rows: (readonly Row[])[] | null = null

  constructor(
    private readonly base: DecisionContext,
    origin: Origin,
    private readonly account: Account,
    private readonly database: Queryable,
  ) {
    const context = recordedContext(base, origin, this)
    this.context = base.forced === undefined ? context : { ...context, forced: base.forced }
  }

  get db(): Queryable {
    return this
  }

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

  async query<R extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<R>> {
    const result = await this.database.query<R>(config)
    if (config.name !== HELD_ELSEWHERE_QUERY) (this.rows ??= []).push(result.rows)
    return result
  }

  text({ asked, write }: Recorded, at: Micros): string {
    const { base, account, ids } = this
    return (
      `{"v":${account.version}` +
      (at === base.now ? '' : `,"n":${at - base.now}`) +
      (write === asText ? ',"w":1' : '') +
      `,"a":${writeInput(asked)}` +
      (ids.length < 2 ? '' : `,"i":"${writeIds(ids)}"`) +
      quotesText(this.quotes) +
      (base.isFundingCharged ? ',"f":1' : '') +
      (base.news.length === 0 ? '' : `,"e":"${newsDigest(base.news)}"`) +
      highsText(account) +
      trailsText(account) +
      this.rareText() +
      '}'
    )
  }

  private rareText(): string {
    const { closed, fundingRates, carries, peaks, rows } = this
    let text = ''
    if (closed !== null) text += `,"c":${writeInput([...new Set(closed)])}`
    if (fundingRates !== null) text += `,"u":${writeInput(fundingRates)}`
    if (carries !== null) text += `,"y":${writeInput(carries)}`
    if (peaks !== null) text += `,"p":${writeInput(peaks)}`
    // As they are: a field that is null has to come back.
    if (rows !== null) text += `,"d":${writeInput(JSON.stringify(rows))}`
    return text
  }
}

/** All fields by name: a literal that begins with a spread costs as much as all else here. */
const recordedContext = (context: DecisionContext, origin: Origin, seen: Seen): DecisionContext => ({
  now: context.now,
  origin,
  market: new RecordedMarket(context.market, seen),
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
  let text = ''
  const read = quotes.length > SEARCHED_MAX ? new Set(quotes) : quotes
  // Joining an array takes five times as long.
  for (const quote of read) text += text === '' ? `,"q":["${quoteText(quote)}` : laterQuoteText(quote)
  return text === '' ? '' : `${text}"]`
}

/** A class: methods of an object of their own would be made again for each decision. */
class RecordedMarket implements MarketView {
  readonly at: Micros
  readonly peak?: NonNullable<MarketView['peak']>

  constructor(
    private readonly market: MarketView,
    private readonly seen: Seen,
  ) {
    this.at = market.at
    if (market.peak !== undefined) this.peak = recordedPeak(market.peak, seen)
  }

  quote(listing: Listing): Quote | undefined {
    const found = this.market.quote(listing)
    if (found !== undefined) this.seen.note(found)
    return found
  }

  book(listing: Listing): OrderBook | undefined {
    // A book follows from its quote.
    this.quote(listing)
    return this.market.book(listing)
  }

  funding(listing: Listing, at: Micros): Funding | undefined {
    const found = this.market.funding(listing, at)
    const figures = found === undefined ? null : ([found.rates.long, found.rates.short, found.mark] as const)
    pushOnce((this.seen.fundingRates ??= []), [listingKey(listing), at, figures], 2)
    return found
  }

  carry(listing: Listing, at: Micros): Carry | undefined {
    const found = this.market.carry(listing, at)
    const figures = found === undefined ? null : ([found.rates.long, found.rates.short, found.source] as const)
    pushOnce((this.seen.carries ??= []), [listingKey(listing), at, figures], 2)
    return found
  }
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

/** Highs are written beside decisions, too: an account has more of them than its decisions say. */
function highsText(account: Account): string {
  const { highWaterMark, day } = account
  return day.high !== null || risesAt(account, 'MARK')
    ? `,"h":[${writeInput(highWaterMark)},${writeInput(day.high)}]`
    : ''
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
