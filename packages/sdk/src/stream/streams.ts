import type { EngineApi } from '../engine-api.js'
import { ENGINE_WHOLE_NUMBERS } from '../numbers/engine-whole-numbers.js'
import { StreamGap } from '../errors.js'
import type { AccountEvent } from '../events.js'
import { quoteDecimals } from '../numbers/read-json.js'
import type { Candle, CandleInterval, Orderbook, Price, PublicTrade, Risk, Summary } from '../types.js'
import { reconnecting, type StreamOptions } from './reconnect.js'

/** A frame of the stream of an account. `event` comes once each, in order; of the others the newest. */
export type AccountFrame =
  | {
      readonly type: 'event'
      readonly data: AccountEvent
      /** The event as webhooks send it, byte for byte: its decimals are JSON numbers. */
      readonly text: string
    }
  | { readonly type: 'summary'; readonly data: Summary }
  | { readonly type: 'risk'; readonly data: Risk }

type Venue = 'GMX' | 'OSTIUM'

/** A frame of the stream of the market: the newest value of a channel. */
export type MarketFrame =
  | { readonly type: 'price'; readonly data: Price }
  | { readonly type: 'book'; readonly data: Orderbook }
  | {
      readonly type: 'trades'
      readonly data: { readonly symbol: string; readonly venue: Venue; readonly trades: readonly PublicTrade[] }
    }
  | {
      readonly type: 'candles'
      readonly data: {
        readonly symbol: string
        readonly venue: Venue
        readonly interval: CandleInterval
        readonly candle: Candle
      }
    }

/** A frame of the stream of all accounts. `changed` has the sequence of the latest event. */
export type AccountsFrame =
  | { readonly type: 'summary'; readonly data: { readonly account_id: string; readonly summary: Summary } }
  | { readonly type: 'risk'; readonly data: { readonly account_id: string; readonly risk: Risk } }
  | { readonly type: 'changed'; readonly data: { readonly account_id: string; readonly sequence: number } }

export type Channel = 'price' | 'book' | 'trades' | `candles:${CandleInterval}`

export interface MarketStreamOptions extends StreamOptions {
  readonly venue?: Venue | undefined
  /** Default `['price']`. */
  readonly channels?: readonly Channel[] | undefined
}

export interface AccountStreamOptions extends StreamOptions {
  /** The sequence of the last event that is known: the next is the one after it. Without it, from now on. */
  readonly after?: number | undefined
}

/** A gap that is there again each time the stream is resumed is none of the network. */
const GAPS_MAX = 3

export async function* streamAccount(
  { transport, clock }: EngineApi,
  accountId: string,
  after: number,
  options: StreamOptions,
): AsyncGenerator<AccountFrame> {
  let last = after
  let gaps = 0
  for (;;) {
    const target = () => ({ path: `/v1/account/${accountId}/stream`, lastId: last })
    let hasGap = false
    for await (const { event, data } of reconnecting({ ...options, transport, clock, target })) {
      if (event !== 'account') {
        yield frameOf<AccountFrame>(event, data)
        continue
      }
      const next = read<AccountEvent>(data)
      if (next.sequence <= last) continue
      hasGap = next.sequence > last + 1
      if (hasGap) break
      last = next.sequence
      gaps = 0
      yield { type: 'event', data: next, text: data }
    }
    if (!hasGap) return
    gaps += 1
    if (gaps >= GAPS_MAX) throw new StreamGap(`the stream does not tell what came after sequence ${last}`)
  }
}

export const streamMarket = (
  { transport, clock }: EngineApi,
  symbols: readonly string[],
  { venue, channels = ['price'], ...options }: MarketStreamOptions,
): AsyncGenerator<MarketFrame> => {
  const query = new URLSearchParams({ symbols: symbols.join(','), channels: channels.join(',') })
  if (venue !== undefined) query.set('venue', venue)
  return valuesOf({ ...options, transport, clock, target: () => ({ path: `/v1/stream?${query.toString()}` }) })
}

export const streamAccounts = (
  { transport, clock }: EngineApi,
  options: StreamOptions,
): AsyncGenerator<AccountsFrame> =>
  valuesOf({ ...options, transport, clock, target: () => ({ path: '/v1/accounts/stream' }) })

/** The newest values: a stream that begins again begins with all of them. */
async function* valuesOf<F extends { readonly type: string }>(
  source: Parameters<typeof reconnecting>[0],
): AsyncGenerator<F> {
  for await (const { event, data } of reconnecting(source)) yield frameOf<F>(event, data)
}

/** The event names of the service are the types of frames. */
const frameOf = <F>(type: string, data: string): F =>
  JSON.parse(`{"type":${JSON.stringify(type)},"data":${quoteDecimals(data, ENGINE_WHOLE_NUMBERS)}}`) as F

const read = <T>(data: string): T => JSON.parse(quoteDecimals(data, ENGINE_WHOLE_NUMBERS)) as T
