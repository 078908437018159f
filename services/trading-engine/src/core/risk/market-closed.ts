/**
 * Market hours: outside an instrument's trading hours nothing executes, so orders that must execute at once (MARKET,
 * IOC, FOK) are refused, reducing ones too. Orders that rest are accepted and wait for the open.
 */
import type { Rule } from './proposal.js'
import type { Violation } from './violation.js'

export const marketClosed: Rule<Violation> = ({ order, rests, isMarketOpen }) =>
  rests || isMarketOpen
    ? null
    : {
        rule: 'market_closed',
        severity: 'SOFT',
        message: `${order.symbol} is outside its trading hours; an order that rests would wait for the open`,
        limit: null,
        value: null,
        unit: null,
      }
