import { Tabs } from '@mantine/core'
import type { Account, Metadata } from '@ats/sdk/types'
import { AccountProvider } from '../../account/account-provider.js'
import { Orders } from '../../account/trading/orders.js'
import { Positions } from '../../account/trading/positions.js'
import type { MarketPlace } from '../../api/market.js'
import { text } from '../../text/en/market.js'
import { Panel } from '../../ui/panel.js'
import { LatestTrades } from './latest-trades.js'
import { NewsAhead, Terms } from './market-facts.js'
import { OrderBook } from './order-book.js'

interface MarketTabsProps {
  readonly market: MarketPlace
  readonly terms: Metadata
}

/** The book and what else is known of a market. */
export const MarketTabs = ({ market, terms }: MarketTabsProps) => (
  <Panel>
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
  </Panel>
)

/** The open positions and working orders of the chosen account, of every market. */
export const OwnTabs = ({ account }: { readonly account: Account }) => (
  <AccountProvider account={account} viewer="trader">
    <Panel>
      <Tabs defaultValue="positions" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="positions">{text.positions}</Tabs.Tab>
          <Tabs.Tab value="orders">{text.orders}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="positions" pt="sm">
          <Positions />
        </Tabs.Panel>
        <Tabs.Panel value="orders" pt="sm">
          <Orders />
        </Tabs.Panel>
      </Tabs>
    </Panel>
  </AccountProvider>
)
