export const text = {
  title: 'Markets',
  subtitle: 'Prices of each venue; open one to trade.',
  venue: 'Venue',
  assetClass: 'Asset class',
  all: 'All',
  search: 'Search a symbol',
  symbol: 'Symbol',
  last: 'Last',
  change: '24 h',
  bid: 'Bid',
  ask: 'Ask',
  spread: 'Spread',
  status: 'Market',
  none: 'No market matches',
  noneHint: 'Try part of a symbol, such as EUR, or the other venue.',
}

export const ASSET_CLASS_NAMES = {
  crypto: 'Crypto',
  forex: 'Forex',
  commodity: 'Commodities',
  equity: 'Equities',
  index: 'Indices',
} as const

/** Whether a market trades: open, closed by its hours, paused by its venue, or its price is stale. */
export const MARKET_STATUS = { OPEN: 'Open', CLOSED: 'Closed', PAUSED: 'Paused', STALE: 'Stale price' } as const
