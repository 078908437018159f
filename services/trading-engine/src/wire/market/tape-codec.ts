import Joi from 'joi'
import type { Listing } from '../../core/model/market/listing.js'
import type { SideRates } from '../../core/model/market/market-view.js'
import { formatDecimal, type Price, type Rate } from '../../core/values/decimal.js'
import type { Micros } from '../../core/values/time.js'
import { codecOf, field } from '../codec/codec.js'
import { orNull, plain, text, time, venue } from '../codec/kinds.js'

interface ToldPrice extends Listing {
  readonly at: Micros
  readonly mark: Price
  readonly bid: Price
  readonly ask: Price
  readonly index: Price
  readonly rates: { readonly carry: SideRates; readonly funding: SideRates | null } | null
}

/** Always text, as in the file of a recording. */
const amount = plain<string>(Joi.string().pattern(/^\d+(\.\d+)?$/))
const rate = orNull(plain<string>(Joi.string().pattern(/^-?\d+(\.\d+)?$/)))

/** A price as a line of a recording has it; `price` is the mark. */
export const tapePriceCodec = codecOf<ToldPrice>('TapePrice')({
  time: field(time, ({ at }) => at),
  symbol: field(text, ({ symbol }) => symbol),
  venue: field(venue, (price) => price.venue),
  price: field(amount, ({ mark }) => formatDecimal(mark)),
  bid: field(amount, ({ bid }) => formatDecimal(bid)),
  ask: field(amount, ({ ask }) => formatDecimal(ask)),
  index: field(amount, ({ index }) => formatDecimal(index)),
  carry_long: field(rate, ({ rates }) => written(rates?.carry.long)),
  carry_short: field(rate, ({ rates }) => written(rates?.carry.short)),
  funding_long: field(rate, ({ rates }) => written(rates?.funding?.long)),
  funding_short: field(rate, ({ rates }) => written(rates?.funding?.short)),
})

const written = (of: Rate | undefined): string | null => (of === undefined ? null : formatDecimal(of))
