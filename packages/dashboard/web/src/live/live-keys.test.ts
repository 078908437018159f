import { marketPaths, topicText } from './live-keys.js'

describe('the market streams', () => {
  it('are one a venue, with all its symbols and channels', () => {
    const topics = [
      { venue: 'GMX', symbol: 'BTC-USD', channel: 'price' },
      { venue: 'GMX', symbol: 'ETH-USD', channel: 'price' },
      { venue: 'GMX', symbol: 'BTC-USD', channel: 'candles:1m' },
      { venue: 'OSTIUM', symbol: 'EUR-USD', channel: 'book' },
    ].map(topicText)
    expect(marketPaths(topics).map((path) => [...new URL(path, 'http://x').searchParams])).toEqual([
      [
        ['venue', 'GMX'],
        ['symbols', 'BTC-USD,ETH-USD'],
        ['channels', 'price,candles:1m'],
      ],
      [
        ['venue', 'OSTIUM'],
        ['symbols', 'EUR-USD'],
        ['channels', 'book'],
      ],
    ])
    expect(marketPaths([])).toEqual([])
  })
})
