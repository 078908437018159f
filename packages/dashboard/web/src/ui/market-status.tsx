import type { Quote } from '../api/market.js'
import { MARKET_STATUS } from '../text/en/markets.js'
import styles from './market-status.module.css'

type Status = keyof typeof MARKET_STATUS

export const statusOf = ({ market_status, stale }: Pick<Quote, 'market_status' | 'stale'>): Status =>
  stale && market_status === 'OPEN' ? 'STALE' : market_status

/** Whether a market can be traded now, in a word. */
export const MarketStatus = ({ quote }: { readonly quote: Pick<Quote, 'market_status' | 'stale'> }) => {
  const status = statusOf(quote)
  return (
    <span className={styles.status} data-status={status}>
      {MARKET_STATUS[status]}
    </span>
  )
}
