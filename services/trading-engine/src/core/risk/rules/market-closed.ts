/**
 * Market hours: outside an instrument's trading hours nothing executes, so orders that must execute immediately
 * (MARKET, IOC, FOK) are refused, reducing ones too, until it opens. Resting orders are accepted and wait for that.
 */
import { formatTimestamp } from '../../values/time.js'
import { nextOpen } from '../../calendar/trading-hours.js'
import { plainFinding, type Rule } from '../finding.js'

export const marketClosed: Rule = ({ order, rests, isMarketOpen, instrument, at }) => {
  const isViolated = !rests && !isMarketOpen
  const opensAt = isViolated ? nextOpen(instrument.tradingHours, at) : null
  const opening = opensAt === null ? '' : `, and opens at ${formatTimestamp(opensAt)}`
  return plainFinding(
    isViolated,
    () => `${order.symbol} is outside its trading hours${opening}; an order that rests would wait for the open`,
    opensAt,
  )
}
