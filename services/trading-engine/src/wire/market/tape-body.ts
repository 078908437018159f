import type { Listing } from '../../core/model/market/listing.js'
import type { SideRates } from '../../core/model/market/market-view.js'
import { formatDecimal, type Price, type Rate } from '../../core/values/decimal.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'

interface ToldPrice extends Listing {
  readonly at: Micros
  readonly mark: Price
  readonly bid: Price
  readonly ask: Price
  readonly index: Price
  readonly rates: { readonly carry: SideRates; readonly funding: SideRates | null } | null
}

/** A price as a line of a recording has it; `price` is the mark. */
export const tapePriceBody = ({ at, symbol, venue, mark, bid, ask, index, rates }: ToldPrice) => ({
  time: formatTimestamp(at),
  symbol,
  venue,
  price: formatDecimal(mark),
  bid: formatDecimal(bid),
  ask: formatDecimal(ask),
  index: formatDecimal(index),
  carry_long: written(rates?.carry.long),
  carry_short: written(rates?.carry.short),
  funding_long: written(rates?.funding?.long),
  funding_short: written(rates?.funding?.short),
})

const written = (rate: Rate | undefined): string | null => (rate === undefined ? null : formatDecimal(rate))
