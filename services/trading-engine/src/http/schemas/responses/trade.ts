import { named } from '@ats/service-kit/http'
import { later, listOf, record } from '../../../wire/codec/schemas.js'
import { tradeCodec } from '../../../wire/order/trade-codec.js'
import { keptOriginFields } from './origin.js'

export const trade = tradeCodec.schema
export const trades = listOf(trade)

/** As an answer or event has kept it. */
export const keptTrade = named(
  'TradeSnapshot',
  record({
    ...tradeCodec.fields,
    ...keptOriginFields,
    tick: later(tradeCodec.fields.tick, 'The tick, of its venue, whose book it took its quantity from.'),
  }),
)
