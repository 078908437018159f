import type { MarketStatus, StaleReason } from '../core/model/market/market-view.js'

/**
 * A price is stale that fell silent or diverges while its market should be open; one that is old because its market is
 * closed is not.
 */
export const staleReasonIn = (status: MarketStatus, known: StaleReason | null): StaleReason | null =>
  status === 'OPEN' ? known : null
