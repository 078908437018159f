import { attention } from './attention.js'

const NOW = Date.parse('2026-03-06T13:00:00Z')
const WELL = {
  feed: { tick_age_seconds: 0, prices: { fresh: 40, stale: 0, none: 0 } },
  workers: { shards: 64, shards_watched: 64 },
  webhooks: { pending: 0, due_since: null },
}
const fine = { feed: false, prices: false, workers: false, webhooks: false }

describe('what of the firm needs attention', () => {
  it('is nothing while all is well', () => {
    expect(attention(WELL, NOW)).toEqual(fine)
  })

  it('is a feed that is late or has told nothing', () => {
    const feed = (age: number | null) => ({ ...WELL, feed: { ...WELL.feed, tick_age_seconds: age } })
    expect(attention(feed(10), NOW)).toEqual(fine)
    expect(attention(feed(11), NOW)).toEqual({ ...fine, feed: true })
    expect(attention(feed(null), NOW)).toEqual({ ...fine, feed: true })
  })

  it('is a price that is stale or missing', () => {
    const prices = (stale: number, none: number) => ({
      ...WELL,
      feed: { tick_age_seconds: 0, prices: { fresh: 40, stale, none } },
    })
    expect(attention(prices(1, 0), NOW)).toEqual({ ...fine, prices: true })
    expect(attention(prices(0, 1), NOW)).toEqual({ ...fine, prices: true })
  })

  it('is a shard that no worker looks after', () => {
    expect(attention({ ...WELL, workers: { shards: 64, shards_watched: 63 } }, NOW)).toEqual({ ...fine, workers: true })
  })

  it('is a webhook that is due for more than a minute', () => {
    const due = (at: string) => ({ ...WELL, webhooks: { pending: 3, due_since: at } })
    expect(attention(due('2026-03-06T12:59:30Z'), NOW)).toEqual(fine)
    expect(attention(due('2026-03-06T12:58:59Z'), NOW)).toEqual({ ...fine, webhooks: true })
  })
})
