import { Anchor, Button, Drawer, NativeSelect, SegmentedControl, Skeleton, Tabs, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Account, Candle, CandleInterval, Metadata } from '@ats/sdk/types'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { Link, useParams } from 'react-router'
import { accountsQuery } from '../../api/accounts.js'
import { metadataQuery, quoteQuery, type MarketPlace, type Quote } from '../../api/market.js'
import { Page } from '../../app/page.js'
import { useRisk } from '../../live/account-readings.js'
import { useLive, useMarketTopics } from '../../live/live-context.js'
import { liveKeys } from '../../live/live-keys.js'
import { text as common } from '../../text/en/common.js'
import { text } from '../../text/en/market.js'
import { text as ticketText } from '../../text/en/ticket.js'
import { readingOf, type Reading } from '../../ui/reading.js'
import { Empty, ReadingView } from '../../ui/states.js'
import { INTERVALS } from './chart/bars.js'
import { priceMarks } from './chart/chart-lines.js'
import { LatestTrades } from './latest-trades.js'
import { NewsAhead, Terms } from './market-facts.js'
import { MarketHeader } from './market-header.js'
import styles from './market.module.css'
import { Notices } from './notices.js'
import { OrderBook } from './order-book.js'
import { Ticket } from './ticket/ticket.js'
import { useChosenAccount } from './use-chosen-account.js'
import { useCandles } from './use-candles.js'
import { useOwn } from './use-own.js'

const CandleChart = lazy(() => import('./chart/candle-chart.js'))

/** A market: its prices, its book, and the ticket of an order. */
export default function Market() {
  const { venue, symbol = '' } = useParams()
  const market: MarketPlace = useMemo(() => ({ venue: venue === 'OSTIUM' ? 'OSTIUM' : 'GMX', symbol }), [venue, symbol])
  const terms = useQuery(metadataQuery(symbol))
  return (
    <Page title={symbol} subtitle={<Subtitle market={market} terms={terms.data} />}>
      <ReadingView reading={readingOf(terms)} skeleton={<Skeleton height={520} />} onRetry={() => void terms.refetch()}>
        {(known) =>
          known.venues.includes(market.venue) ? (
            <Body key={`${market.venue} ${symbol}`} market={market} terms={known} />
          ) : (
            <Empty title={text.unknownMarket} hint={text.unknownMarketHint(symbol, market.venue)} />
          )
        }
      </ReadingView>
    </Page>
  )
}

function Subtitle({ market, terms }: { readonly market: MarketPlace; readonly terms: Metadata | undefined }) {
  return (
    <>
      {(terms?.venues ?? [market.venue]).map((venue, place) => (
        <span key={venue}>
          {place > 0 && ' · '}
          {venue === market.venue ? (
            <b>{venue}</b>
          ) : (
            <Anchor component={Link} to={`/market/${venue}/${market.symbol}`} size="sm">
              {venue}
            </Anchor>
          )}
        </span>
      ))}
      {' · '}
      <Anchor component={Link} to={`/market?venue=${market.venue}`} size="sm">
        {text.allMarkets}
      </Anchor>
    </>
  )
}

interface BodyProps {
  readonly market: MarketPlace
  readonly terms: Metadata
}

function Body({ market, terms }: BodyProps) {
  const [interval, setInterval] = useState<CandleInterval>('5m')
  const accounts = useQuery(accountsQuery)
  const { account, choose, open } = useChosenAccount(accounts.data)
  useMarketTopics(
    useMemo(
      () => ['price', 'book', 'trades', `candles:${interval}`].map((channel) => ({ ...market, channel })),
      [market, interval],
    ),
  )
  const quote = useQuote(market)
  return (
    <>
      <MarketHeader market={market} terms={terms} reading={quote} />
      <AccountNotices quote={quote.value} account={account} symbol={market.symbol} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <section className={styles.panel} aria-label={text.chart(market.symbol)}>
            <SegmentedControl
              size="xs"
              aria-label={text.interval}
              data={[...INTERVALS]}
              value={interval}
              onChange={(next) => setInterval(next)}
            />
            <Candles market={market} terms={terms} interval={interval} accountId={account?.id} />
          </section>
          <MarketTabs market={market} terms={terms} />
        </div>
        <TicketPlace>
          {(onDone) => (
            <>
              {account === undefined ? (
                <NoAccount isLoading={accounts.data === undefined} />
              ) : (
                <>
                  <NativeSelect
                    mb="sm"
                    label={text.account}
                    data={open.map(({ id, name }) => ({ value: id, label: name }))}
                    value={account.id}
                    onChange={({ currentTarget }) => choose(currentTarget.value)}
                  />
                  <Ticket key={account.id} account={account} market={market} terms={terms} onDone={onDone} />
                </>
              )}
            </>
          )}
        </TicketPlace>
      </div>
    </>
  )
}

/** The quote of a market: its streamed prices, with the change of a day from the list. */
function useQuote(market: MarketPlace): Reading<Quote> {
  const live = useLive<Quote>(liveKeys.price(market.venue, market.symbol))
  const query = useQuery({ ...quoteQuery(market), refetchInterval: live === undefined ? 3_000 : 30_000 })
  const read = readingOf(query)
  if (live === undefined || read.value === undefined) return read
  const { change_24h, change_24h_pct } = read.value
  return { value: { ...live.value, change_24h, change_24h_pct }, at: live.at, problem: null }
}

interface AccountNoticesProps {
  readonly quote: Quote | undefined
  readonly account: Account | undefined
  readonly symbol: string
}

const AccountNotices = ({ quote, account, symbol }: AccountNoticesProps) =>
  account === undefined ? (
    <Notices quote={quote} freezes={[]} />
  ) : (
    <NoticesOf quote={quote} account={account} symbol={symbol} />
  )

function NoticesOf({ quote, account, symbol }: AccountNoticesProps & { readonly account: Account }) {
  const risk = useRisk(account.id).value
  const freezes = (risk?.news_freezes ?? []).filter((freeze) => freeze.symbol === symbol)
  return <Notices quote={quote} freezes={freezes} />
}

interface CandlesProps extends BodyProps {
  readonly interval: CandleInterval
  readonly accountId: string | undefined
}

function Candles({ market, terms, interval, accountId }: CandlesProps) {
  const { query, candles } = useCandles(market, interval)
  const live = useLive<Candle>(liveKeys.candle(market.venue, market.symbol, interval))
  const { positions, orders, fills } = useOwn(accountId, market)
  const marks = useMemo(() => priceMarks(positions, orders), [positions, orders])
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const onOldest = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return (
    <ReadingView
      reading={{ ...readingOf(query), value: candles }}
      skeleton={<Skeleton className={styles.chart} />}
      onRetry={() => void query.refetch()}
    >
      {(list) => (
        <Suspense fallback={<Skeleton className={styles.chart} />}>
          <CandleChart
            key={interval}
            symbol={market.symbol}
            interval={interval}
            tickSize={terms.tick_size}
            candles={list}
            latest={live?.value}
            marks={marks}
            fills={fills}
            onOldest={onOldest}
          />
        </Suspense>
      )}
    </ReadingView>
  )
}

const MarketTabs = ({ market, terms }: BodyProps) => (
  <section className={styles.panel}>
    <Tabs defaultValue="book" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="book">{text.book}</Tabs.Tab>
        <Tabs.Tab value="trades">{text.trades}</Tabs.Tab>
        <Tabs.Tab value="news">{text.news}</Tabs.Tab>
        <Tabs.Tab value="terms">{text.hours}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="book" pt="sm">
        <OrderBook market={market} tickSize={terms.tick_size} />
      </Tabs.Panel>
      <Tabs.Panel value="trades" pt="sm">
        <LatestTrades market={market} tickSize={terms.tick_size} />
      </Tabs.Panel>
      <Tabs.Panel value="news" pt="sm">
        <NewsAhead symbol={market.symbol} />
      </Tabs.Panel>
      <Tabs.Panel value="terms" pt="sm">
        <Terms market={market} terms={terms} />
      </Tabs.Panel>
    </Tabs>
  </section>
)

/** The ticket stands beside the chart; on a phone it is a sheet that a button opens. */
function TicketPlace({ children }: { readonly children: (onDone?: () => void) => React.ReactNode }) {
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  if (isNarrow !== true)
    return (
      <aside className={styles.panel} aria-label={ticketText.title}>
        {children()}
      </aside>
    )
  return (
    <>
      <div className={styles.opener}>
        <Button fullWidth size="md" onClick={() => setOpen(true)}>
          {ticketText.openTicket}
        </Button>
      </div>
      <Drawer
        opened={isOpen}
        onClose={close}
        position="bottom"
        size="92%"
        title={ticketText.title}
        closeButtonProps={{ 'aria-label': common.close }}
      >
        {children(close)}
      </Drawer>
    </>
  )
}

const NoAccount = ({ isLoading }: { readonly isLoading: boolean }) =>
  isLoading ? (
    <Skeleton height={300} />
  ) : (
    <>
      <Text size="sm" mb="sm">
        {text.noAccounts}
      </Text>
      <Button component={Link} to="/open-account">
        {text.openAccount}
      </Button>
    </>
  )
