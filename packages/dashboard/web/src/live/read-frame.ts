import { ENGINE_WHOLE_NUMBERS } from '@ats/sdk/numbers/engine-whole-numbers'
import { quoteDecimals } from '@ats/sdk/numbers/read-json'
import type { AccountsFrame, MarketFrame } from '@ats/sdk/stream/streams'
import { liveKeys } from './live-keys.js'
import type { StreamFrame } from './run-stream.js'
import type { LiveEntry } from './shared-connection.js'

/** The value of a frame under its key; null for events that mean nothing here. */
export function readFrame({ event, data }: StreamFrame, at: number): LiveEntry | null {
  const type = event as (AccountsFrame | MarketFrame)['type']
  const frame = {
    type,
    data: JSON.parse(quoteDecimals(data, ENGINE_WHOLE_NUMBERS)) as unknown,
  } as AccountsFrame | MarketFrame
  switch (frame.type) {
    case 'summary':
      return [liveKeys.summary(frame.data.account_id), { value: frame.data.summary, at }]
    case 'risk':
      return [liveKeys.risk(frame.data.account_id), { value: frame.data.risk, at }]
    case 'changed':
      return [liveKeys.sequence(frame.data.account_id), { value: frame.data.sequence, at }]
    case 'price':
      return [liveKeys.price(frame.data.venue, frame.data.symbol), { value: frame.data, at }]
    case 'book':
      return [liveKeys.book(frame.data.venue, frame.data.symbol), { value: frame.data, at }]
    case 'trades':
      return [liveKeys.trades(frame.data.venue, frame.data.symbol), { value: frame.data.trades, at }]
    case 'candles': {
      const { venue, symbol, interval, candle } = frame.data
      return [liveKeys.candle(venue, symbol, interval), { value: candle, at }]
    }
    default:
      return null
  }
}
