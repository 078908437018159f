/**
 * Market hours: outside an instrument's trading hours nothing executes, so orders that must execute at once (MARKET,
 * IOC, FOK) are refused, reducing ones too. Orders that rest are accepted and wait for the open.
 */
import { WITHOUT_FIGURES, type Rule } from './finding.js'

export const marketClosed: Rule = ({ order, rests, isMarketOpen }) => ({
  isBroken: !rests && !isMarketOpen,
  severity: 'SOFT',
  message: () => `${order.symbol} is outside its trading hours; an order that rests would wait for the open`,
  ...WITHOUT_FIGURES,
})
