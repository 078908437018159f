import type { Candle } from '../../market/candles.js'
import { codecOf, field } from '../codec/codec.js'
import { decimal, flag, oneOf, time } from '../codec/kinds.js'

/** `timestamp` is the candle's start; the one that is still open says `closed: false`. */
export const candleCodec = codecOf<Candle>('Candle')({
  timestamp: field(time, (candle) => candle.startsAt),
  open: field(decimal, (candle) => candle.open),
  high: field(decimal, (candle) => candle.high),
  low: field(decimal, (candle) => candle.low),
  close: field(decimal, (candle) => candle.close),
  volume: field(decimal, (candle) => candle.volume),
  closed: field(flag, (candle) => candle.isClosed),
  source: field(
    oneOf(['ticks', 'venue', 'both'], 'CandleSource'),
    (candle) => candle.source ?? 'ticks',
    'what it is of: ticks of this service, bars of the venue of a time in which there were none, or both',
  ),
})
