import { useQuery } from '@tanstack/react-query'
import type { PublicTrade } from '@ats/sdk/types'
import { useEffect, useState } from 'react'
import { publicTradesQuery, type MarketPlace } from '../../api/market.js'
import { useLive } from '../../live/live-context.js'
import { liveKeys } from '../../live/live-keys.js'
import { text } from '../../text/en/market.js'
import { text as orderText } from '../../text/en/orders.js'
import { digitsOf, formatDecimal } from '../../ui/figures/format.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, ReadingView, RowsSkeleton } from '../../ui/states.js'
import { formatTime } from '../../ui/time/time.js'
import { useZone } from '../../ui/time/zone.js'
import { mergeTrades } from './merge-trades.js'
import styles from './order-book.module.css'

const SHOWN = 20

interface LatestTradesProps {
  readonly market: MarketPlace
  readonly tickSize: string
}

/** The latest trades of the market; those that are streamed are added to those that were read. */
export function LatestTrades({ market, tickSize }: LatestTradesProps) {
  const zone = useZone()
  const query = useQuery(publicTradesQuery(market))
  const live = useLive<readonly PublicTrade[]>(liveKeys.trades(market.venue, market.symbol))
  const [streamed, setStreamed] = useState<readonly PublicTrade[]>([])
  useEffect(() => {
    if (live !== undefined) setStreamed((known) => mergeTrades(known, live.value, SHOWN))
  }, [live])
  return (
    <ReadingView reading={readingOf(query)} skeleton={<RowsSkeleton rows={10} />} onRetry={() => void query.refetch()}>
      {(read) => {
        const trades = mergeTrades(read, streamed, SHOWN)
        if (trades.length === 0) return <Empty title={text.noTrades} />
        return (
          <table className={styles.table}>
            <caption>{text.trades}</caption>
            <thead>
              <tr>
                <th scope="col">{text.price}</th>
                <th scope="col">{text.quantity}</th>
                <th scope="col">{text.time}</th>
              </tr>
            </thead>
            <tbody>
              {trades.map(({ id, side, price, quantity, timestamp }) => (
                <tr key={id}>
                  <td className={side === 'BUY' ? styles.up : styles.down} title={orderText.sides[side]}>
                    <span aria-hidden>{side === 'BUY' ? '▲' : '▼'}</span>{' '}
                    {formatDecimal(price, { digitsMin: digitsOf(tickSize) })}
                  </td>
                  <td>{formatDecimal(quantity)}</td>
                  <td>{formatTime(timestamp, zone)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }}
    </ReadingView>
  )
}
