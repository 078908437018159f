import { useQuery } from '@tanstack/react-query'
import type { Orderbook } from '@ats/sdk/types'
import { bookQuery, type MarketPlace } from '../../api/market.js'
import { useIsStreaming, useLive } from '../../live/live-context.js'
import { liveKeys } from '../../live/live-keys.js'
import { text } from '../../text/en/market.js'
import { digitsOf, formatDecimal } from '../../ui/figures/format.js'
import { newerOf, readingOf } from '../../ui/reading.js'
import { ReadingView, RowsSkeleton } from '../../ui/states.js'
import { bookLevels, type BookLevel } from './book-levels.js'
import styles from './order-book.module.css'

const LEVELS = 10

interface OrderBookProps {
  readonly market: MarketPlace
  readonly tickSize: string
}

/** The best levels of both sides, as they are streamed. */
export function OrderBook({ market, tickSize }: OrderBookProps) {
  const live = useLive<Orderbook>(liveKeys.book(market.venue, market.symbol))
  const isStreaming = useIsStreaming()
  const isStreamed = isStreaming && live !== undefined
  const query = useQuery({ ...bookQuery(market), enabled: !isStreamed, refetchInterval: isStreamed ? false : 3_000 })
  const reading = newerOf(readingOf(query), live, isStreaming)
  return (
    <ReadingView reading={reading} skeleton={<RowsSkeleton rows={LEVELS} />} onRetry={() => void query.refetch()}>
      {(book) => (
        <div className={styles.sides}>
          <Levels label={text.bids} side="bid" digitsMin={digitsOf(tickSize)} levels={bookLevels(book.bids, LEVELS)} />
          <Levels label={text.asks} side="ask" digitsMin={digitsOf(tickSize)} levels={bookLevels(book.asks, LEVELS)} />
        </div>
      )}
    </ReadingView>
  )
}

interface LevelsProps {
  readonly label: string
  readonly side: 'bid' | 'ask'
  readonly digitsMin: number
  readonly levels: readonly BookLevel[]
}

const Levels = ({ label, side, digitsMin, levels }: LevelsProps) => (
  <table className={styles.table} data-side={side}>
    <caption>{label}</caption>
    <thead>
      <tr>
        <th scope="col">{text.price}</th>
        <th scope="col">{text.quantity}</th>
        <th scope="col">{text.total}</th>
      </tr>
    </thead>
    <tbody>
      {levels.map(({ price, quantity, total, share }) => (
        <tr key={price} style={{ backgroundSize: `${share}% 100%` }}>
          <td className={styles.price}>{formatDecimal(price, { digitsMin })}</td>
          <td>{formatDecimal(quantity)}</td>
          <td>{formatDecimal(total)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
