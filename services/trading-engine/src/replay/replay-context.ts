/** The context of a decision, made of the inputs kept with its command: nothing here knows the market of today. */
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { slotKey, readQuote } from '../commands/pipeline/recorded-quotes.js'
import { readIds } from '../commands/pipeline/recorded-ids.js'
import type { RecordedInputs, Row } from '../commands/pipeline/recorded-inputs.js'
import type { DecisionContext, Instruments } from '../core/model/decision-context.js'
import { listingKey, type Listing } from '../core/model/market/listing.js'
import type { MarketView, OrderBook, Quote } from '../core/model/market/market-view.js'
import type { NewsEvent } from '../core/model/plan/news-event.js'
import { price, rate } from '../core/values/decimal.js'
import type { Micros } from '../core/values/time.js'
import { HELD_ELSEWHERE_QUERY } from '../store/read/held-elsewhere.js'
import type { Queryable } from '../store/read/queryable.js'
import type { RecordedCommand } from '../store/read/recorded-commands.js'

export interface ReplayTools {
  readonly instruments: Instruments
  /** The book around a quote. */
  readonly bookOf: (quote: Quote) => OrderBook | undefined
}

export interface ReplayContext {
  readonly context: DecisionContext
  readonly db: Queryable
  /** The inputs that were read and are not kept, so that the decision read it for the first time. */
  readonly unknown: readonly string[]
}

interface Kept {
  readonly inputs: RecordedInputs
  readonly quotes: ReadonlyMap<string, Quote>
  readonly closed: ReadonlySet<string>
  readonly unknown: string[]
}

export function replayContext(
  command: RecordedCommand,
  inputs: RecordedInputs,
  news: readonly NewsEvent[],
  { instruments, bookOf }: ReplayTools,
): ReplayContext {
  const kept: Kept = {
    inputs,
    quotes: new Map((inputs.q ?? []).map(readQuote)),
    closed: new Set(inputs.c ?? []),
    unknown: [],
  }
  const ids = readIds(inputs.i ?? '', command.id)
  let drawn = 0
  const newId = (): string => ids[drawn++] ?? strangeId(command.id, drawn, kept.unknown)
  const at = (now: Micros): DecisionContext => ({
    ...{ now, origin: command.origin, instruments, news, newId, earlier: at },
    market: viewOf(now, kept, bookOf),
    isMarketOpen: (listing) => !kept.closed.has(slotKey(listing, now)),
    isFundingCharged: inputs.f === 1,
  })
  return {
    context: at(command.at - (inputs.n ?? 0)),
    db: databaseOf(command, inputs, kept.unknown),
    unknown: kept.unknown,
  }
}

/** One that production did not draw: nothing of the decision follows from which one it is. */
export const STRANGE_ID = 'an id'

/** A valid one, of this command alone. */
function strangeId(commandId: string, count: number, unknown: string[]): string {
  unknown.push(STRANGE_ID)
  return `${commandId.slice(0, 24)}${String(count).padStart(12, '0')}`
}

function viewOf(now: Micros, kept: Kept, bookOf: ReplayTools['bookOf']): MarketView {
  const { inputs, quotes, unknown } = kept
  const find = (listing: Listing): Quote | undefined => {
    const key = slotKey(listing, now)
    const found = quotes.get(key)
    if (found === undefined) unknown.push(`the price of ${key}`)
    return found
  }
  return {
    at: now,
    quote: find,
    book: (listing) => {
      const quote = find(listing)
      return quote && bookOf(quote)
    },
    funding: (listing, at) => {
      const found = entryOf(inputs.u, [listingKey(listing), at], unknown)?.[2] ?? null
      if (found === null) return undefined
      const [long, short, mark] = found
      return { rates: { long: rate(long), short: rate(short) }, mark: price(mark) }
    },
    carry: (listing, at) => {
      const found = entryOf(inputs.y, [listingKey(listing), at], unknown)?.[2] ?? null
      if (found === null) return undefined
      const [long, short, source] = found
      return { rates: { long: rate(long), short: rate(short) }, source }
    },
    peak: (listing, { watched, isHighest, after, until }) => {
      const words = [listingKey(listing), watched, isHighest ? 1 : 0, after, until]
      const found = entryOf(inputs.p, words, unknown)?.[5] ?? null
      return found === null ? null : { price: price(found[0]), priceTick: found[1] }
    },
  }
}

/** The entry that begins with these words. */
function entryOf<T extends readonly unknown[]>(
  list: readonly T[] | undefined,
  words: readonly unknown[],
  unknown: string[],
): T | undefined {
  const found = list?.find((entry) => words.every((word, index) => word === entry[index]))
  if (found === undefined) unknown.push(words.join(' '))
  return found
}

/** Answers each statement with the rows that it had then. */
function databaseOf({ heldElsewhere }: RecordedCommand, { d }: RecordedInputs, unknown: string[]): Queryable {
  const all = d === undefined ? [] : (JSON.parse(d) as readonly (readonly Row[])[])
  let asked = 0
  const rowsOf = ({ name }: QueryConfig): readonly Row[] => {
    const rows = name === HELD_ELSEWHERE_QUERY ? heldElsewhere : all[asked++]
    if (rows === undefined || rows === null) unknown.push(`rows of ${name ?? 'a statement'}`)
    return (rows ?? []) as readonly Row[]
  }
  return {
    query: <R extends QueryResultRow>(config: QueryConfig) =>
      Promise.resolve({
        rows: rowsOf(config),
        rowCount: 0,
        command: '',
        oid: 0,
        fields: [],
      } as unknown as QueryResult<R>),
  }
}
