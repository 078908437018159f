import type { Listing } from '../core/model/listing.js'
import { formatDecimal, type Price } from '../core/values/decimal.js'
import { formatTimestamp, type Micros } from '../core/values/time.js'

/** A price as a line of a recording has it; `price` is the mark. */
export const tapePriceBody = ({
  at,
  symbol,
  venue,
  mark,
  bid,
  ask,
}: Listing & { readonly at: Micros; readonly mark: Price; readonly bid: Price; readonly ask: Price }) => ({
  time: formatTimestamp(at),
  symbol,
  venue,
  price: formatDecimal(mark),
  bid: formatDecimal(bid),
  ask: formatDecimal(ask),
})
