/**
 * Market hours: outside an instrument's trading hours nothing executes, so orders that must execute at once (MARKET,
 * IOC, FOK) are refused, reducing ones too. Orders that rest are accepted and wait for the open.
 */
import { plainFinding, type Rule } from './finding.js'

export const marketClosed: Rule = ({ order, rests, isMarketOpen }) =>
  plainFinding(
    !rests && !isMarketOpen,
    () => `${order.symbol} is outside its trading hours; an order that rests would wait for the open`,
  )
