import { Anchor, Button, NativeSelect, Skeleton, Text } from '@mantine/core'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import type { Account, CandleInterval, Metadata } from '@ats/sdk/types'
import { useMemo, useState } from 'react'
import { Link, useParams } from 'react-router'
import { accountLabels } from '../../account/account-labels.js'
import { accountsQuery } from '../../api/accounts.js'
import { metadataQuery, quoteQuery, type MarketPlace, type Quote } from '../../api/market.js'
import { Page } from '../../app/page.js'
import { standingQuery } from '../../live/account-readings.js'
import { useIsStreaming, useLive, useMarketTopics } from '../../live/live-context.js'
import { liveKeys } from '../../live/live-keys.js'
import { text } from '../../text/en/market.js'
import { useNow } from '../../ui/time/clock.js'
import { newerOf, readingOf, type Reading } from '../../ui/reading.js'
import { Empty, ReadingView } from '../../ui/states.js'
import { NOTHING_TYPED } from './chart/chart-lines.js'
import { MarketCandles } from './market-candles.js'
import { MarketHeader } from './market-header.js'
import { MarketTabs, OwnTabs } from './market-tabs.js'
import styles from './market.module.css'
import { Notices } from './notices.js'
import { TicketPlace } from './ticket-place.js'
import { Ticket } from './ticket/ticket.js'
import { useChosenAccount } from './use-chosen-account.js'

/** A market: its prices, its book, and the ticket of an order. */
export default function Market() {
  const { venue, symbol = '' } = useParams()
  const market: MarketPlace = useMemo(() => ({ venue: venue === 'OSTIUM' ? 'OSTIUM' : 'GMX', symbol }), [venue, symbol])
  const terms = useQuery(metadataQuery(symbol))
  // Beside the terms, not after them.
  usePrefetchQuery(accountsQuery)
  usePrefetchQuery(quoteQuery(market))
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
            <Anchor component={Link} to={`/market/${venue}/${market.symbol}`} size="sm" className="lone-link">
              {venue}
            </Anchor>
          )}
        </span>
      ))}
      {' · '}
      <Anchor component={Link} to={`/market?venue=${market.venue}`} size="sm" className="lone-link">
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
  const [typed, setTyped] = useState(NOTHING_TYPED)
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
          <MarketCandles
            market={market}
            tickSize={terms.tick_size}
            interval={interval}
            onInterval={setInterval}
            accountId={account?.id}
            typed={typed}
          />
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
                    data={accountLabels(open).map(({ id, label }) => ({ value: id, label }))}
                    value={account.id}
                    onChange={({ currentTarget }) => choose(currentTarget.value)}
                  />
                  <Ticket
                    key={account.id}
                    account={account}
                    market={market}
                    terms={terms}
                    onDone={onDone}
                    onTyped={setTyped}
                  />
                </>
              )}
            </>
          )}
        </TicketPlace>
      </div>
      {account !== undefined && <OwnTabs key={account.id} account={account} />}
    </>
  )
}

/** The quote of a market: its streamed prices, with the change of a day from the list. */
function useQuote(market: MarketPlace): Reading<Quote> {
  const live = useLive<Quote>(liveKeys.price(market.venue, market.symbol))
  const isStreaming = useIsStreaming()
  const isStreamed = isStreaming && live !== undefined
  const read = readingOf(useQuery({ ...quoteQuery(market), refetchInterval: isStreamed ? 30_000 : 3_000 }))
  const { value, at, problem } = newerOf(read, live, isStreaming)
  if (value === undefined || read.value === undefined) return read
  const { change_24h, change_24h_pct } = read.value
  return { value: { ...value, change_24h, change_24h_pct }, at, problem }
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
  const { data: risk } = useQuery(standingQuery(account.id))
  const now = useNow()
  const freezes = (risk?.news_freezes ?? [])
    .filter((freeze) => freeze.symbol === symbol && now < Date.parse(freeze.ends_at))
    .map((freeze) => ({ ...freeze, in_force: Date.parse(freeze.starts_at) <= now }))
  return <Notices quote={quote} freezes={freezes} />
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
