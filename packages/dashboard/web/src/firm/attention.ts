import type { FirmOverview } from '../api/firm/firm.js'

/** The newest price is late from this age: prices are told every five seconds at least. */
const TICK_AGE_MAX = 10

type Health = Pick<FirmOverview, 'feed' | 'workers' | 'webhooks'>

/** The parts of the firm that need somebody to look at them. */
export function attention({ feed, workers, webhooks }: Health, now: number) {
  const { tick_age_seconds: age, prices } = feed
  return {
    feed: age === null || age > TICK_AGE_MAX,
    prices: prices.stale > 0 || prices.none > 0,
    workers: workers.shards_watched < workers.shards,
    webhooks: webhooks.due_since !== null && now - Date.parse(webhooks.due_since) > WEBHOOK_LATE_MS,
  }
}

/** A delivery that is due is sent within seconds. */
const WEBHOOK_LATE_MS = 60_000
