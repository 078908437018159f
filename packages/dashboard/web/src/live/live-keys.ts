/** The keys of streamed values. */
export const liveKeys = {
  risk: (accountId: string) => `risk:${accountId}`,
  summary: (accountId: string) => `summary:${accountId}`,
  /** The sequence of the latest event of an account. */
  sequence: (accountId: string) => `sequence:${accountId}`,
  price: (venue: string, symbol: string) => `price:${venue}:${symbol}`,
  book: (venue: string, symbol: string) => `book:${venue}:${symbol}`,
  trades: (venue: string, symbol: string) => `trades:${venue}:${symbol}`,
  candle: (venue: string, symbol: string, interval: string) => `candles:${venue}:${symbol}:${interval}`,
}

/** A channel of the market that a tab wants to hear. */
export interface MarketTopic {
  readonly venue: string
  readonly symbol: string
  readonly channel: string
}

export const topicText = ({ venue, symbol, channel }: MarketTopic): string => `${venue} ${symbol} ${channel}`

/** The paths of the market streams that carry all topics: one a venue. */
export function marketPaths(topics: readonly string[]): readonly string[] {
  const byVenue = new Map<string, { symbols: Set<string>; channels: Set<string> }>()
  for (const topic of topics) {
    const [venue = '', symbol = '', channel = ''] = topic.split(' ')
    const known = byVenue.get(venue) ?? { symbols: new Set(), channels: new Set() }
    byVenue.set(venue, known)
    known.symbols.add(symbol)
    known.channels.add(channel)
  }
  return [...byVenue].map(([venue, { symbols, channels }]) => {
    const query = new URLSearchParams({ venue, symbols: [...symbols].join(','), channels: [...channels].join(',') })
    return `/v1/stream?${query.toString()}`
  })
}
